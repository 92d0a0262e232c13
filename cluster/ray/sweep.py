"""Races on a Ray cluster: circuits x option sets x shards, into one partitioned Parquet dataset.

    python sweep.py tracks/*/*.json --races 10000 --shards 32 --out sweep \
        --options usual --options short:laps=1 -- --drivers club --cars 4

The dataset has two tables, `cars` and `stretches` (docs/cluster.md):

    sweep/cars/track=saltmarsh/options=short/shard-00003-of-00032.parquet

A shard is a call of `paddock simulate`. It is written whole or not at all, under a name that says which shard it is, so
nothing is there twice. Shards that exist are not driven again: call the same line again to go on. What follows `--` is
passed on to `paddock simulate`.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import ray

TABLES = ("cars", "stretches")


@dataclass(frozen=True)
class Shard:
    """A part of the races on one circuit with one set of options."""

    circuit: str  # the path of the circuit's file
    options: str  # the name of the option set
    fields: tuple  # its fields, as FIELD=VALUE
    races: int
    seed: int
    index: int
    of: int

    def file(self, out, table):
        """The file of this shard in a table of the dataset."""
        track = pathlib.Path(self.circuit).stem
        name = f"shard-{self.index:05}-of-{self.of:05}.parquet"
        return pathlib.Path(out) / table / f"track={track}" / f"options={self.options}" / name

    def is_done(self, out):
        return all(self.file(out, table).exists() for table in TABLES)


class ShardFailed(Exception):
    """The call of a shard failed; the message is what it wrote to standard error."""


def drive(shard, circuit, program, more):
    """Drives a shard on the machine where it is called. Returns the bytes of its two tables."""
    found = shutil.which(program)
    if found is None:
        raise ShardFailed(f"{program}: not found on {os.uname().nodename}")
    with tempfile.TemporaryDirectory(prefix="paddock-") as folder:
        folder = pathlib.Path(folder)
        track = folder / "circuit.json"
        track.write_bytes(circuit)
        paths = [folder / f"{table}.parquet" for table in TABLES]
        call = [found, "simulate", track, "--races", shard.races, "--seed", shard.seed]
        call += ["--shard", f"{shard.index}/{shard.of}", "-o", paths[0], "--stretches", paths[1]]
        for field in shard.fields:
            call += ["--set", field]
        # Ray hands out the cores, one for a task.
        cores = {"RAYON_NUM_THREADS": "1"}
        done = subprocess.run([str(word) for word in [*call, *more]], capture_output=True, env={**os.environ, **cores})
        if done.returncode != 0:
            raise ShardFailed(done.stderr.decode(errors="replace").strip())
        return [path.read_bytes() for path in paths]


def write(path, content):
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # A name that readers of the dataset pass over.
    part = path.parent / f".{path.name}.part"
    part.write_bytes(content)
    os.replace(part, path)


def sweep(shards, out, program="paddock", more=(), retries=3, report=print):
    """Drives all shards that are missing in the dataset. Returns those that failed, with the reason."""
    task = ray.remote(num_cpus=1, max_retries=retries)(drive)
    circuits = {path: ray.put(pathlib.Path(path).read_bytes()) for path in {shard.circuit for shard in shards}}
    missing = [shard for shard in shards if not shard.is_done(out)]
    waiting, running, failed = missing[::-1], {}, []
    begin, done = time.time(), 0
    report(f"{len(shards)} shards, {len(shards) - len(missing)} of them are there already")
    while waiting or running:
        # A few more tasks than cores, so that no core waits and a lost machine loses little.
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while waiting and len(running) < most:
            shard = waiting.pop()
            running[task.remote(shard, circuits[shard.circuit], program, tuple(more))] = shard
        ready, _ = ray.wait(list(running), timeout=5)
        for result in ready:
            shard = running.pop(result)
            try:
                # The first table is written last: where it is, the shard is complete.
                for table, content in reversed(list(zip(TABLES, ray.get(result), strict=True))):
                    write(shard.file(out, table), content)
            except (ray.exceptions.RayError, ShardFailed) as error:
                cause = getattr(error, "cause", None) or error
                failed.append((shard, str(cause)))
                report(f"{shard.file('', TABLES[0])}: {cause}")
                continue
            done += 1
            left = (time.time() - begin) / done * (len(missing) - done - len(failed))
            report(f"{done} of {len(missing)} shards, about {left:.0f} s left")
    return failed


def option_set(text):
    """Reads NAME or NAME:FIELD=VALUE;FIELD=VALUE."""
    name, _, fields = text.partition(":")
    if not name.replace("-", "").replace("_", "").isalnum():
        raise argparse.ArgumentTypeError("write NAME:FIELD=VALUE;FIELD=VALUE")
    return name, tuple(field for field in fields.split(";") if field)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("circuits", nargs="+", help="files of circuits")
    parser.add_argument("--out", required=True, help="the folder of the dataset")
    parser.add_argument("--races", type=int, default=1_000, help="races on each circuit with each option set")
    parser.add_argument("--shards", type=int, default=16, help="shards of these races")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=option_set, action="append", metavar="NAME:FIELD=VALUE;...",
                        help="an option set; the default is `usual`, without fields")
    parser.add_argument("--address", default=None, help="the address of the cluster; without it, this machine alone")
    parser.add_argument("--program", default="paddock", help="the program on the workers")
    parser.add_argument("--pip", default=None, help="what the workers install first, such as paddock or a wheel's URL")
    own, more = sys.argv[1:], []
    if "--" in own:
        own, more = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_args(own)
    names = [pathlib.Path(circuit).stem for circuit in arguments.circuits]
    if len(set(names)) < len(names):
        parser.error("two circuits have files of the same name; rename one")
    environment = {"pip": [arguments.pip]} if arguments.pip else None
    ray.init(address=arguments.address, runtime_env=environment, log_to_driver=False)
    shards = [
        Shard(circuit, name, fields, arguments.races, arguments.seed, index, arguments.shards)
        for circuit in arguments.circuits
        for name, fields in arguments.options or [("usual", ())]
        for index in range(arguments.shards)
    ]
    failed = sweep(shards, arguments.out, arguments.program, more)
    ray.shutdown()
    if failed:
        sys.exit(f"{len(failed)} shards failed; call the same line again to drive them")


if __name__ == "__main__":
    main()
