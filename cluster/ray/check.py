"""Runs 32 shards on a local cluster of two workers, kills one of them in the middle, and compares the dataset with a
single run. Called by `test`. With --measure it prints the scaling from one worker to two and the cost of an empty task."""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import pyarrow.parquet as parquet
import ray
from ray.cluster_utils import Cluster

from sweep import TABLES, Shard, sweep

ROOT = pathlib.Path(__file__).resolve().parents[2]
CIRCUIT = str(ROOT / "tracks/wheel_to_wheel/skerry-sands.json")
MORE = ("--drivers", "novice")
MEMORY = 100 << 20
# The number of measurements whose median counts.
REPEATS = 5


def shards(races, of):
    return [Shard(CIRCUIT, "usual", (), races, 7, index, of) for index in range(of)]


def start(workers):
    """A cluster whose head does no work, with workers of one core each."""
    head = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(workers)]
    ray.init(address=cluster.address, log_to_driver=False)
    cluster.wait_for_nodes()
    return cluster, nodes


def stop(cluster):
    ray.shutdown()
    cluster.shutdown()


def rows(paths):
    """All rows of some files, sorted, as text."""
    tables = [parquet.ParquetFile(path).read().to_pylist() for path in paths]
    return sorted(str(sorted(row.items())) for table in tables for row in table)


def check(folder, program, races):
    out = pathlib.Path(folder) / "dataset"
    cluster, nodes = start(2)
    finished = 0

    def report(words):
        nonlocal finished
        print(words, flush=True)
        finished += words.count(" shards, about")
        if finished == 8 and len(nodes) == 2:
            print("one worker is killed", flush=True)
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    failed = sweep(shards(races, 32), out, program, MORE, report=report)
    # Called again, nothing is left to do.
    again = []
    sweep(shards(races, 32), out, program, MORE, report=again.append)
    stop(cluster)
    assert not failed, failed
    assert len(nodes) == 1, "no worker was killed"
    assert again == ["32 shards, 32 of them are there already"], again
    single = [pathlib.Path(folder) / f"{table}.parquet" for table in TABLES]
    call = [program, "simulate", CIRCUIT, "--races", str(races), "--seed", "7", *MORE]
    subprocess.run([*call, "-o", single[0], "--stretches", single[1]], check=True)
    for table, path in zip(TABLES, single, strict=True):
        files = sorted((out / table).rglob("*.parquet"))
        assert len(files) == 32, f"{table}: {len(files)} files"
        assert not list(out.rglob("*.part")), "a part of a file is left"
        expected, found = rows([path]), rows(files)
        assert len(expected) == races * 4 * (1 if table == "cars" else 8), len(expected)
        assert found == expected, f"{table}: the dataset differs from the single run"
        print(f"{table}: {len(found)} rows in 32 shards equal the single run")


def measure(folder, program, races):
    # Enough work for several seconds.
    count = 100 * races
    times = {}
    for workers in (1, 2):
        cluster, _ = start(workers)
        empty = ray.remote(num_cpus=1)(lambda: None)
        # Starts the processes of the workers.
        ray.get([empty.remote() for _ in range(8)])
        begin = time.time()
        ray.get([empty.remote() for _ in range(1_000)])
        cost = (time.time() - begin) / 1_000
        out = pathlib.Path(folder)
        # The first tasks also load modules.
        sweep(shards(races, 16), out / f"first-{workers}", program, MORE, report=lambda _: None)
        each = []
        for number in range(REPEATS):
            begin = time.time()
            sweep(shards(count, 16), out / f"measured-{workers}-{number}", program, MORE, report=lambda _: None)
            each.append(time.time() - begin)
        times[workers] = statistics.median(each)
        stop(cluster)
        print(f"{workers} workers: {count / times[workers]:.1f} races/s; an empty task takes {cost * 1e3:.2f} ms")
    print(f"from one worker to two: {times[1] / times[2]:.2f} times as fast")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="paddock")
    parser.add_argument("--races", type=int, default=64)
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Workers import sweep.py.
    os.environ["PYTHONPATH"] = str(pathlib.Path(__file__).parent)
    # Sockets need short paths.
    with tempfile.TemporaryDirectory(prefix="pr", dir="/tmp", ignore_cleanup_errors=True) as folder:
        os.environ["RAY_TMPDIR"] = folder
        os.mkdir(f"{folder}/ray")
        (measure if arguments.measure else check)(folder, arguments.program, arguments.races)


if __name__ == "__main__":
    main()
