"""Three plots of a dataset that cluster/ray/sweep.py wrote: marimo edit cluster/notebook.py -- --dataset sweep

As a plain script it writes the plots beside the dataset: python cluster/notebook.py --dataset sweep
"""

import marimo

app = marimo.App()


@app.cell
def _():
    import math

    import duckdb
    import marimo as mo
    import matplotlib

    if not mo.running_in_notebook():
        matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import polars as pl

    dataset = str(mo.cli_args().get("dataset") or "sweep")
    return dataset, duckdb, math, mo, pl, plt


@app.cell
def _(dataset, pl):
    # `track` and `options` are the folders of the dataset.
    cars = pl.scan_parquet(f"{dataset}/cars/**/*.parquet", hive_partitioning=True)
    return (cars,)


@app.cell
def _(cars, dataset, math, pl, plt):
    # The chance to win from each place of the grid, with 95 % intervals.
    won = ((pl.col("place") == 1) & (pl.col("status") == "finished")).mean()
    slots = cars.group_by("track", "slot").agg(won=won, races=pl.len()).sort("track", "slot").collect()
    grid, axes = plt.subplots(figsize=(8, 4))
    for (track,), of in slots.group_by("track", maintain_order=True):
        errors = [1.96 * math.sqrt(w * (1 - w) / n) for w, n in zip(of["won"], of["races"], strict=True)]
        axes.errorbar(of["slot"], 100 * of["won"], yerr=[100 * e for e in errors], marker="o", capsize=3, label=track)
    axes.set(xlabel="place on the grid", ylabel="races won, %", ylim=(0, None), title="Does pole win?")
    axes.set_xticks(sorted(slots["slot"].unique()))
    axes.legend()
    grid.savefig(f"{dataset}/grid.png", dpi=120, bbox_inches="tight")
    grid
    return


@app.cell
def _(dataset, duckdb, plt):
    # The turns of the winners: how long a race is.
    turns = duckdb.sql(f"""
        select track, turns, count(*) as races
        from read_parquet('{dataset}/cars/**/*.parquet', hive_partitioning = true)
        where place = 1 and status = 'finished' group by all order by all
    """).pl()
    length, bars = plt.subplots(figsize=(8, 4))
    for (name,), counted in turns.group_by("track", maintain_order=True):
        bars.plot(counted["turns"], 100 * counted["races"] / counted["races"].sum(), drawstyle="steps-mid", label=name)
    bars.set(xlabel="turns of the winner", ylabel="races, %", ylim=(0, None), title="How long is a race?")
    bars.legend()
    length.savefig(f"{dataset}/length.png", dpi=120, bbox_inches="tight")
    length
    return


@app.cell
def _(dataset, pl, plt):
    # Passes and penalties on each stretch of the lap, for a race.
    stretches = pl.scan_parquet(f"{dataset}/stretches/**/*.parquet", hive_partitioning=True)
    by_race = pl.struct("options", "race").n_unique()
    sums = [pl.col(name).sum() / by_race for name in ("passes", "penalties")]
    used = stretches.group_by("track", "stretch").agg(*sums, pl.col("lap_from").first()).sort("lap_from").collect()
    tracks = sorted(used["track"].unique())
    where, parts = plt.subplots(len(tracks), figsize=(8, 2.5 * len(tracks)), squeeze=False)
    for place, one in zip(parts[:, 0], tracks, strict=True):
        rows = used.filter(pl.col("track") == one)
        at = range(len(rows))
        place.bar([x - 0.2 for x in at], rows["passes"], 0.4, label="passes")
        place.bar([x + 0.2 for x in at], rows["penalties"], 0.4, label="penalties")
        place.set_xticks(list(at), [str(number) for number in rows["stretch"]])
        place.set(title=one, ylabel="a race", xlabel="stretch of the lap")
        place.legend()
    where.tight_layout()
    where.savefig(f"{dataset}/stretches.png", dpi=120)
    where
    return


if __name__ == "__main__":
    app.run()
