"""Writes random detections, the crops that `third_look` chooses for them and the merged result: the library must return the same.

    python -m kerbside_training.crop_cases ../test/fixtures/crop-cases.json
"""

import json
import sys

import numpy as np

from .predict import _drop_cut, _suppress_across
from .third_look import choose_crops, confirm

SHAPE, SIDE, WEIGHT = (800, 1000, 3), 0.4, 0.35
CASES = 12


def make_rows(random, count, window):
    """Returns up to `count` detections of 3 types in a window, without those that overlap a better one."""
    starts = random.uniform((window[0], window[1]), (window[2] - 20, window[3] - 20), (count, 2))
    ends = np.minimum(starts + random.uniform(15, 260, (count, 2)), (SHAPE[1], SHAPE[0]))
    boxes = np.concatenate([starts, ends], 1).round(2)
    scores = (random.uniform(0.1, 0.97, count) ** 1.5).round(4)
    return _suppress_across(np.column_stack([boxes, boxes, scores, random.integers(0, 3, count)]))


def shift(random, rows):
    """Returns the detections shifted by a few pixels, with other scores."""
    boxes = (rows[:, :4] + random.uniform(-6, 6, (len(rows), 4))).round(2)
    return np.column_stack([boxes, boxes, random.uniform(0.05, 0.95, len(rows)).round(4), rows[:, 9]])


def to_json(boxes, scores, kinds):
    return [{"type": int(kind), "score": float(score), "box": list(map(float, box))} for box, score, kind in zip(boxes, scores, kinds)]


def make_case(random):
    first = make_rows(random, random.integers(3, 20), (0, 0, SHAPE[1], SHAPE[0]))
    count = int(random.integers(1, 5))
    windows = choose_crops(first[:, :4], first[:, 8], SHAPE, count, SIDE)
    on_crops = [first[:0]]
    for window in windows:
        rows = np.concatenate([make_rows(random, random.integers(1, 4), window), shift(random, first[random.random(len(first)) < 0.5])])
        on_crops.append(_drop_cut(rows, window, SHAPE))
    crops = _suppress_across(np.concatenate(on_crops))
    merged = confirm((first[:, :4], first[:, 8], first[:, 9].astype(int)), crops, windows, SHAPE, WEIGHT)
    return {
        "detections": to_json(first[:, :4], first[:, 8], first[:, 9]),
        "count": count,
        "windows": windows,
        "onCrops": to_json(crops[:, :4], crops[:, 8], crops[:, 9]),
        "merged": to_json(*merged),
    }


if __name__ == "__main__":
    random = np.random.default_rng(5)
    with open(sys.argv[1], "w") as file:
        json.dump({"width": SHAPE[1], "height": SHAPE[0], "cases": [make_case(random) for _ in range(CASES)]}, file)
        file.write("\n")
