"""How a model does on the packed val pictures."""

import numpy as np

from .metrics import average_precision
from .predict import predict

SHOWN = 0.3  # raw score from which a finding on a negative counts as a false alarm


def validate(model, painter, labels, config, area, square=False):
    """AP50 of each class over all val pictures and over the watched set, their means, false alarms on negatives."""
    numbers = np.flatnonzero(labels["val"])
    found = predict(model, painter, numbers, area, square)
    truths = [{key: labels[key][number] for key in ("boxes", "labels", "labelled")} for number in numbers]
    negative, sets = labels["negative"][numbers], labels["sets"][numbers]
    alarms = [(found[row][1] >= SHOWN).sum() for row in np.flatnonzero(negative)]

    def score(rows):
        chosen = [found[row] for row in rows], [truths[row] for row in rows]
        values = {name: average_precision(*chosen, number) for number, name in enumerate(config.classes)}
        return {name: round(value, 3) for name, value in values.items() if value is not None}

    report = {"all": score(np.flatnonzero(~negative)), "falseAlarms": float(np.mean(alarms)) if alarms else 0.0}
    report["mean"] = mean(report["all"].values())
    if config.watch:
        report["watched"] = score(np.flatnonzero(sets == config.watch["set"]))
        names = config.watch["classes"]
        report["watchedMean"] = mean(value for name, value in report["watched"].items() if name in names)
    return report


def mean(values):
    values = list(values)
    return round(sum(values) / len(values), 4) if values else 0.0
