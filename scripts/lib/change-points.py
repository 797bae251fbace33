"""What Apache Otava finds in generated series; started by scripts/otava."""

import json
import sys

import numpy as np
from otava.analysis import TTestSignificanceTester, compute_change_points
from otava.change_point_divisive.calculator import PairDistanceCalculator
from otava.change_point_divisive.detector import ChangePointDetector
from scipy.stats import ttest_ind

SERIES = "benchmark-results/src/test/resources/io/brokerbench/statistics/otava.json"
LEVEL = 0.001
# A step is dated correctly by up to this number of nights, as in SimulatedHistoryTest.
NEAR = 5


class SampleDeviation(TTestSignificanceTester):
    """Student's t with n - 1 in the variance. Otava 0.8.0 passes the deviation with n to scipy, which expects n - 1."""

    def compare(self, left, right):
        stats = super().compare(left, right)
        if len(left) + len(right) > 2:
            stats.pvalue = float(ttest_ind(left, right).pvalue)
        return stats


def generated():
    rng = np.random.default_rng(20261128)
    noise = lambda size: rng.normal(0, 0.05, size)
    step = lambda size, at, by: np.where(np.arange(size) < at, 0, by)
    yield "noise", noise(60)
    yield "one step", noise(60) + step(60, 40, -0.2)
    yield "small step", noise(80) + step(80, 40, -0.08)
    yield "up and down", noise(90) + step(90, 30, 0.2) + step(90, 60, -0.25)
    yield "three steps", noise(120) + step(120, 20, 0.15) + step(120, 50, 0.2) + step(120, 90, -0.3)
    yield "late step", noise(50) + step(50, 46, -0.3)
    yield "early step", noise(50) + step(50, 4, 0.3)
    outlier = noise(60)
    outlier[30] -= 0.5
    yield "outlier", outlier
    yield "slope", noise(80) + np.arange(80) * -0.004


def series():
    answers = []
    for name, values in generated():
        values = np.round(values, 6)
        tester = SampleDeviation(LEVEL)
        found = ChangePointDetector(tester, PairDistanceCalculator).get_change_points(values)
        # By the exponentials, because Otava compares levels by their ratio.
        program, _ = compute_change_points(np.exp(values).tolist(), max_pvalue=LEVEL)
        answers.append(
            {
                "name": name,
                "values": values.tolist(),
                "changePoints": [
                    {
                        "index": int(point.index),
                        "statistic": float(point.qhat),
                        "before": float(point.stats.mean_1),
                        "after": float(point.stats.mean_2),
                        "chance": float(point.stats.pvalue),
                    }
                    for point in found
                ],
                "program": [int(point.index) for point in program],
            }
        )
    with open(SERIES, "w") as out:
        json.dump({"madeBy": "scripts/otava series, apache-otava 0.8.0", "level": LEVEL, "series": answers}, out, indent=1)
        out.write("\n")


def worse(values, first, level):
    """Changes for the worse, as a nightly job sees them: each night anew, without those reported before."""
    reported = []
    for night in range(first, len(values)):
        points, _ = compute_change_points(values[max(0, night - 149) : night + 1], max_pvalue=level)
        for point in points:
            index = int(point.index) + max(0, night - 149)
            if point.stats.mean_2 < point.stats.mean_1 and all(abs(index - other) > NEAR for other in reported):
                reported.append(index)
    return reported


def histories(file, level=LEVEL):
    level = float(level)
    counts = {}
    for line in open(file):
        noise, step, *values = line.strip().split(",")
        values = [float(value) for value in values]
        if step == "none":
            counts.setdefault((noise, step), []).append(len(worse(values, 7, level)) * 365 / len(values))
        else:
            found = any(abs(index - 100) <= NEAR for index in worse(values, 100, level))
            counts.setdefault((noise, step), []).append(found)
    for (noise, step), found in counts.items():
        mean = sum(found) / len(found)
        print(f"{noise}, step {step}: " + (f"{20 * mean:.1f} false alarms" if step == "none" else f"{mean:.1%}"), flush=True)


{"series": series, "histories": histories}[sys.argv[1]](*sys.argv[2:])
