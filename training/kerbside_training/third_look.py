"""Measures a closer look: crops of the photo at its full resolution, around uncertain detections of the first scales.

    python -m kerbside_training.third_look --config configs/damage-large-marks.json --data parts --shards vc v5 --negatives u2 \
        --looks 409600+131072 --crops 1 2 4 --area 131072 --weights 0.35 0.5 -- ../models/damage-large.int8.onnx

A crop has the photo's shape and the part `--side` of its sides. A detection inside a crop gets the weighted mean of its score and
the crop's, which is 0 if the crop does not confirm it; the others keep theirs.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch

from .config import load_config
from .evaluate import compute_metrics, decode, load_model, read_photos
from .predict import detect, merge_photos, merge_scales, parse_scale, tighten_boxes

UNCERTAIN = (0.03, 0.7)  # scores of uncertain detections
EDGE = 0.01  # a box this near to a crop's border, relative to its side, is cut by it


def is_inside(boxes, window, shape):
    """Returns which boxes lie in a window (x0, y0, x1, y1) of a photo of this shape, without touching a border that is not the photo's."""
    x0, y0, x1, y1 = window
    near_x, near_y = EDGE * (x1 - x0), EDGE * (y1 - y0)
    low_x, low_y = x0 + near_x if x0 > 0 else -1, y0 + near_y if y0 > 0 else -1
    high_x = x1 - near_x if x1 < shape[1] else shape[1] + 1
    high_y = y1 - near_y if y1 < shape[0] else shape[0] + 1
    return (boxes[:, 0] > low_x) & (boxes[:, 1] > low_y) & (boxes[:, 2] < high_x) & (boxes[:, 3] < high_y)


def choose_crops(boxes, scores, shape, count, side):
    """Returns up to `count` windows, each around the detection whose window covers the most remaining uncertainty."""
    height, width = shape[:2]
    uncertainty = np.where((scores > UNCERTAIN[0]) & (scores < UNCERTAIN[1]), scores * (1 - scores), 0.0)
    size = np.array([width, height]) * side
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    starts = np.clip(centres - size / 2, 0, np.array([width, height]) - size)
    windows = np.concatenate([starts, starts + size], 1).round().astype(int)
    order = np.argsort(-uncertainty, kind="stable")[:40]
    chosen = []
    while len(chosen) < count and len(order):
        covered = np.array([uncertainty[is_inside(boxes, windows[place], shape)].sum() for place in order])
        if covered.max() <= 0:
            break
        window = windows[order[covered.argmax()]]
        chosen.append(tuple(int(value) for value in window))
        uncertainty = np.where(is_inside(boxes, window, shape), 0.0, uncertainty)
    return chosen


def as_rows(boxes, scores, kinds):
    return np.concatenate([boxes, boxes, scores[:, None], kinds[:, None]], 1)


def confirm(first, crops, windows, shape, weight):
    """Merges the detections of the first scales on a photo with the rows of its crops. Returns (boxes, scores, types)."""
    boxes, scores, kinds = first
    covered = np.zeros(len(boxes), bool)
    for window in windows:
        covered |= is_inside(boxes, window, shape)
    rows = as_rows(*first)
    closer = np.concatenate([as_rows(tighten_boxes(crops), crops[:, 8], crops[:, 9]), rows[~covered]])
    merged = []
    for kind in np.unique(np.concatenate([rows[:, 9], closer[:, 9]])):
        some, score = merge_scales([rows[rows[:, 9] == kind], closer[closer[:, 9] == kind]], [1 - weight, weight])
        merged.append((some, score, np.full(len(score), int(kind))))
    empty = np.zeros((0, 4)), np.zeros(0), np.zeros(0, int)
    return tuple(np.concatenate(column) for column in zip(empty, *merged))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="*")
    parser.add_argument("--negatives", nargs="*")
    parser.add_argument("--looks", required=True, help="the first scales")
    parser.add_argument("--crops", type=int, nargs="+", default=[1, 2, 4], help="maximum number of crops of a photo")
    parser.add_argument("--side", type=float, default=0.4, help="of a crop, relative to the photo's")
    parser.add_argument("--area", type=int, required=True, help="pixels of a crop's canvas")
    parser.add_argument("--weights", type=float, nargs="+", default=[0.35, 0.5], help="of the closer look")
    parser.add_argument("--shown", type=float, default=0.3)
    parser.add_argument("model")
    args = parser.parse_args()
    config = load_config(args.config, shards=args.shards, negatives=args.negatives)
    records, truths = read_photos(config, args.data)
    sets = [record["set"] for record in records]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        pictures = list(pool.map(decode, [record["path"] for record in records], chunksize=8))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    photos = [torch.from_numpy(picture).to(device) for picture in pictures]
    model = load_model(args.model, config, device)
    first = merge_photos([detect(model, photos, *parse_scale(single)) for single in args.looks.split("+")])
    report = lambda name, detections, **more: print(
        json.dumps({"model": Path(args.model).stem, "look": name, **more, **compute_metrics(detections, truths, sets, config, args.shown)}),
        flush=True,
    )
    report(args.looks, first)
    for count in args.crops:
        windows = [choose_crops(boxes, scores, photo.shape, count, args.side) for (boxes, scores, _), photo in zip(first, photos)]
        rows = detect(model, photos, args.area, windows=windows)
        mean = round(float(np.mean([len(some) for some in windows])), 2)
        for weight in args.weights:
            detections = [confirm(*parts, weight) for parts in zip(first, rows, windows, (photo.shape for photo in photos))]
            report(f"{args.looks} and {count} crops of {args.area}", detections, side=args.side, weight=weight, meanCrops=mean)


if __name__ == "__main__":
    main()
