"""Validation of a model on the packed val pictures."""

import copy

import numpy as np
import torch

from .metrics import average_precision, pointed_at_recall, recall_at_alarms, recall_at_precision
from .predict import predict

SHOWN = 0.3  # threshold of false alarms on negatives, before calibration


def validate(model, store, config, area):
    """Returns AP50 of each class over all val pictures and over the watched sets, their means, false alarms.

    A false alarm is a detection of a class that is labelled as absent; these pictures do not count for the AP50 of that class.
    """
    model = copy.deepcopy(model).to(memory_format=torch.contiguous_format).eval()
    labels = store.labels
    numbers = np.flatnonzero(labels["val"])
    photos = [store.picture(number) for number in numbers]
    truths = [{key: labels[key][number] for key in ("boxes", "labels", "labelled")} for number in numbers]
    absent, sets = labels["absent"][numbers], labels["sets"][numbers]
    detections = predict(model, photos, [str(area)], threshold=0.01)
    clean = np.flatnonzero(absent.any(1))
    alarms = [((detections[row][1] >= SHOWN) & absent[row][detections[row][2]]).sum() for row in clean]

    def score(rows, predictions, measure=average_precision):
        values = {}
        for number, name in enumerate(config.classes):
            counted = [row for row in rows if not absent[row, number]]
            values[name] = measure([predictions[row] for row in counted], [truths[row] for row in counted], number)
        return {name: round(value, 3) for name, value in values.items() if value is not None}

    everywhere = range(len(numbers))
    report = {"all": score(everywhere, detections), "falseAlarms": round(float(np.mean(alarms)), 3) if len(clean) else 0.0}
    report["mean"] = mean(report["all"].values())
    if config.watch:
        watched = [row for row in everywhere if config.watch.get("set", sets[row]) == sets[row]]
        names = config.watch["classes"]
        report["watched"] = score(watched, detections)
        report["watchedMean"] = mean(value for name, value in report["watched"].items() if name in names)
        recall = score(watched, detections, recall_at_precision)
        report["recallAtPrecision90"] = {name: value for name, value in recall.items() if name in names}
    for watch in config.watch_also:
        rows = [row for row in everywhere if sets[row] in watch["sets"]]
        again = predict(model, [photos[row] for row in rows], [str(watch["area"])], threshold=0.01)
        by_row, known = dict(zip(rows, again)), [config.classes.index(name) for name in watch["classes"]]
        real = [truths[row] for row in rows]
        recall = {"recallAt0.5": recall_at_alarms(again, real, known, 0.5), "pointedAt0.5": pointed_at_recall(again, real, known, 0.5)}
        figures = {name: value for name, value in score(rows, by_row).items() if name in watch["classes"]}
        report.setdefault("also", []).append({**figures, **{name: round(value, 3) for name, value in recall.items()}})
    return report


def mean(values):
    values = list(values)
    return round(sum(values) / len(values), 4) if values else 0.0
