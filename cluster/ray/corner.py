"""An example of a sweep: where to put corner 3 of Three Sisters so that pole wins least.

    python corner.py --out corner --races 400

Each place is a set of options, so one line drives all of them, on as many machines as there are. The answer has 95 %
intervals (Wilson 1927); places whose intervals overlap are not told apart.
"""

import argparse
import math
import pathlib

import polars
import ray

from sweep import Shard, sweep

CIRCUIT = str(pathlib.Path(__file__).resolve().parents[2] / "tracks/vektorace/three-sisters.json")
PLACES = [(x, y) for x in (30, 33, 36, 39) for y in (9, 11)]


def wilson(hits, count):
    z = 1.96
    share, square = hits / count, z * z / count
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return middle - half, middle + half


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="corner", help="the folder of the dataset")
    parser.add_argument("--races", type=int, default=400)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--address", default=None)
    parser.add_argument("--program", default="paddock")
    parser.add_argument("more", nargs="*", default=["--cars", "4", "--laps", "2"], help="for paddock simulate, after --")
    arguments = parser.parse_args()
    ray.init(address=arguments.address, log_to_driver=False)
    shards = [
        # `--set` names the place of corner 3 in the circuit's file: the third of the list.
        Shard(CIRCUIT, f"x{x}y{y}", (f"track.corners.2.at=[{x},{y}]",), arguments.races, 1, index, arguments.shards)
        for x, y in PLACES
        for index in range(arguments.shards)
    ]
    failed = sweep(shards, arguments.out, arguments.program, arguments.more)
    ray.shutdown()
    # A place that is no circuit fails as a whole, and is left out.
    without = sorted({shard.options for shard, _ in failed})
    cars = polars.scan_parquet(f"{arguments.out}/cars/**/*.parquet", hive_partitioning=True)
    pole = cars.filter(polars.col("slot") == 1).group_by("options")
    won = ((polars.col("place") == 1) & (polars.col("status") == "finished")).sum()
    result = pole.agg(races=polars.len(), won=won).sort(polars.col("won") / polars.col("races")).collect()
    for options, races, won in result.iter_rows():
        low, high = wilson(won, races)
        print(f"{options}: pole wins {100 * won / races:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {races} races")
    if without:
        print(f"not driven: {', '.join(without)}")


if __name__ == "__main__":
    main()
