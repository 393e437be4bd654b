#!/usr/bin/env python3
"""Runs a sweep with gavel and draws its figures with pandas.

usage: compare_policies.py SAMPLE_FOLDER OUT_FOLDER [GAVEL COMMAND ...]
"""
import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


def sweep(gavel, sample, runs):
    """Runs policies on generated jobs; completed runs in the file are not repeated."""
    command = gavel + [
        "sweep", "--policies", "fifo_greedy,max_min_fairness,finish_time_fairness",
        "--throughputs", str(sample / "throughputs.json"), "--cluster", "v100=4,k80=8",
        "--rate", "0.5", "--jobs", "40", "--seeds", "0..2", "--out", str(runs)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def read(runs):
    """Returns one row per run: its settings and its figures."""
    with open(runs, encoding="utf-8") as lines:
        return pd.json_normalize([json.loads(line) for line in lines])


def main():
    sample, out = map(pathlib.Path, sys.argv[1:3])
    gavel = sys.argv[3:] or ["gavel"]
    out.mkdir(exist_ok=True)
    sweep(gavel, sample, out / "runs.jsonl")
    table = read(out / "runs.jsonl")
    table["jct_h"] = table["figures.avg_jct_s"] / 3600
    by_policy = table.groupby("run.policy")["jct_h"].agg(["mean", "sem", "count"])
    print(by_policy.round(2).to_string())

    figure, (bars, curves) = plt.subplots(1, 2, figsize=(10, 4))
    by_policy["mean"].plot.bar(ax=bars, yerr=2 * by_policy["sem"], capsize=4, rot=20)
    bars.set(xlabel="", ylabel="average completion time, h")
    for policy, rows in table.groupby("run.policy"):
        hours = rows["figures.jct_s"].explode().astype(float).sort_values() / 3600
        part = pd.Series(range(1, len(hours) + 1)) / len(hours)
        curves.step(hours, part, where="post", label=policy)
    curves.set(xscale="log", xlabel="completion time, h", ylabel="part of the jobs")
    curves.legend()
    figure.tight_layout()
    figure.savefig(out / "policies.png", dpi=150)


if __name__ == "__main__":
    main()
