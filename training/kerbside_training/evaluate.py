"""Compares models and scales on the val photos (for choosing; `npm run eval` gives the reported figures).

    python -m kerbside_training.evaluate --config configs/damage-mobile.json --data ../../shared/data a.pt b.pt a.pt,b.pt a.pt+b.pt \
        --looks 262144 262144+131072 262144+409600x2

`a.pt,b.pt` is the mean of the weights of two checkpoints of one run, `0.3:a.onnx,0.7:b.pt` a mix of any two (`blend`), `a.pt+b.pt` the
mean of their outputs; `int8:` before a model rounds its weights. A scale is the number of pixels of its canvas; `x2`: on 2 x 2 tiles;
`m`: mirrored; `+` merges scales. Photos are read at their full size. --save stores the detections of every scale, --saved measures
them without a model.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from .blend import mix_folded, parse_part
from .config import load_config
from .detectors import make_detector
from .distil import Teachers, read_from_checkpoint
from .folds import FOLDS, fold_of
from .metrics import average_precision, match, pointed_at_recall, recall_at_alarms
from .model import STRIDES, snap_to_int8
from .predict import detect, merge_photos, parse_scale
from .prepare import thin
from .records import apply_classes, read_records
from .shipped import read_from_shipped
from .start import fold_norms, load_checkpoint

LARGE = 20_000  # weights from which a convolution is rounded with `int8:`
ALARMS = (0.1, 0.5, 1.0)  # false alarms per photo at which recall is measured
LEVELS = np.arange(0.5, 1.0, 0.05)


class MeanOf:
    """Several trained detectors with the interface of one: the mean of their outputs."""

    def __init__(self, paths, config, device):
        self.teachers = Teachers(paths, config, device)
        self.classes, self.bins = self.teachers.classes, self.teachers.bins

    def __call__(self, pictures):
        probabilities, sides = self.teachers.predict(pictures)
        flat = torch.cat([probabilities.logit(1e-6), sides.clamp(min=1e-9).log().flatten(2)], 2).transpose(1, 2)
        height, width = pictures.shape[2:]
        shapes = [(height // stride, width // stride) for stride in STRIDES]
        levels = flat.split([rows * columns for rows, columns in shapes], 2)
        return [level.unflatten(2, shape) for level, shape in zip(levels, shapes)]


def load_model(text, config, device):
    if "+" in text:
        return MeanOf(text.split("+"), config, device)
    path = text[len("int8:") :] if text.startswith("int8:") else text
    if ":" in path:
        weights, known, shape = mix_folded([parse_part(part) for part in path.split(",")])
        model = fold_norms(make_detector(shape, len(config.classes)))
        model = load_checkpoint(model, {"weights": weights, "config": {"classes": known}}, config.classes).eval()
    elif path.endswith(".onnx"):
        return read_from_shipped(path, config.classes).to(device)
    else:
        model = read_from_checkpoint(path, config.classes)
    if path != text:
        for module in model.modules():
            if isinstance(module, torch.nn.Conv2d) and module.weight.numel() >= LARGE:
                module.weight.data = snap_to_int8(module.weight.data)
    return model.to(device)


def turn_corners(corners, width):
    """Returns the corners of a box on a photo of this width after a rotation by 90 degrees to the left."""
    x0, y0, x1, y1 = corners
    return y0, width - x1, y1, width - x0


def read_photos(config, data, left_out=None, turned=False):
    """Returns the records to measure on and their truths; negatives are of the set `undamaged`. Boxes are `turned` as by `decode`."""
    read = lambda shard: thin(read_records(Path(data) / shard), config.data.limit)
    chosen = [record for shard in config.data.shards for record in read(shard)]
    if left_out is None:
        chosen = [record for record in chosen if record["split"] == "val"]
    else:
        chosen = [r for r in chosen if r["split"] == "train" and r["set"] in config.data.crossed and fold_of(r) == left_out]
    for shard in config.data.negatives if left_out is None else []:
        records = [record for record in read(shard) if record["split"] == "val"]
        chosen += [{**record, "set": "undamaged", "boxes": [], "labelled": []} for record in records]
    truths = []
    for record in chosen:
        named, ignored, labelled = apply_classes(record, config.classes, config.merge)
        corners = [(box["x"], box["y"], box["x"] + box["w"], box["y"] + box["h"]) for box in [b for _, b in named] + ignored]
        corners = [turn_corners(box, record["width"]) for box in corners] if turned else corners
        labels = [label for label, _ in named] + [-2] * len(ignored)
        truths.append({"boxes": np.array(corners, float).reshape(-1, 4), "labels": np.array(labels, int), "labelled": labelled})
    return chosen, truths


def decode(path, turned=False):
    picture = np.array(Image.open(path).convert("RGB"))
    return np.rot90(picture).copy() if turned else picture


def compute_metrics(detections, truths, sets, config, shown):
    """Returns the figures of the watched sets, and the detections of score `shown` or more per undamaged photo."""
    number = {name: place for place, name in enumerate(config.classes)}
    watches = [{"sets": [config.watch["set"]], **config.watch}] if config.watch else []
    report = {}
    for watch in watches + list(config.watch_also):
        rows = [row for row, name in enumerate(sets) if name in watch["sets"]]
        if not rows:
            continue
        some, real = [detections[row] for row in rows], [truths[row] for row in rows]
        table = {name: [average_precision(some, real, number[name], level) for level in LEVELS] for name in watch["classes"]}
        table = {name: values for name, values in table.items() if values[0] is not None}
        # Recall counts every type of the model that these photos label, as `npm run eval` does.
        known = [place for place in range(len(config.classes)) if match(some, real, place)[2]]
        report["+".join(watch["sets"])] = {
            "photos": len(rows),
            "mAP50": round(float(np.mean([values[0] for values in table.values()])), 4),
            "mAP": round(float(np.mean(list(table.values()))), 4),
            "AP50": {name: round(values[0], 3) for name, values in table.items()},
            "recallAt": {str(rate): round(recall_at_alarms(some, real, known, rate), 3) for rate in ALARMS},
            "pointedAt": {str(rate): round(pointed_at_recall(some, real, known, rate), 3) for rate in ALARMS},
        }
    rows = [row for row, name in enumerate(sets) if name != "undamaged"]
    if len({sets[row] for row in rows}) > 1:
        some, real = [detections[row] for row in rows], [truths[row] for row in rows]
        table = {name: average_precision(some, real, number[name]) for name in config.classes}
        table = {name: round(value, 3) for name, value in table.items() if value is not None}
        report["all"] = {"photos": len(rows), "mAP50": round(float(np.mean(list(table.values()))), 4), "AP50": table}
    uncounted = [place for place, name in enumerate(config.classes) if name in config.data.unsure]
    clean = [detections[row] for row, name in enumerate(sets) if name == "undamaged"]
    if clean:
        counts = [((scores >= shown) & ~np.isin(kinds, uncounted)).sum() for _, scores, kinds in clean]
        report["undamaged"] = {"photos": len(clean), "falseDamages": round(float(np.mean(counts)), 3)}
    return report


def save_rows(path, rows):
    """Writes ragged arrays as counts and rows, with boxes rounded to 1/16 pixel."""
    table = np.concatenate(rows)
    counts, boxes = np.array([len(part) for part in rows], np.int32), np.round(table[:, :8] * 16).clip(0, 65535)
    scores = {"scores": table[:, 8].astype(np.float16), "types": table[:, 9].astype(np.uint8)}
    np.savez_compressed(path, counts=counts, boxes=boxes.astype(np.uint16), **scores)


def load_rows(path):
    saved = np.load(path)
    boxes, scores, types = (saved[name].astype(np.float32) for name in ("boxes", "scores", "types"))
    return np.split(np.column_stack([boxes / 16, scores, types]), np.cumsum(saved["counts"])[:-1])


def to_predictions(records, detections, classes):
    """Returns the detections of every photo in the format that `bench/eval/calibrate.ts` reads."""
    box = lambda corners: dict(zip(("x0", "y0", "x1", "y1"), map(float, corners)))
    return [
        {
            "file": record["path"],
            "detections": [
                {"type": classes[int(kind)], "confidence": float(score), "box": box(corners), "polygons": []}
                for corners, score, kind in zip(*rows)
                if score >= 0.001
            ],
        }
        for record, rows in zip(records, detections)
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="*", help="instead of the config's")
    parser.add_argument("--negatives", nargs="*", help="instead of the config's; none with --shards")
    parser.add_argument("--looks", nargs="+", default=["262144"], help="scales")
    parser.add_argument("--shown", type=float, default=0.3, help="threshold of detections on undamaged cars, before calibration")
    parser.add_argument("--left-out", type=int, choices=range(FOLDS), help="measure on this fold of data.crossed instead of the val photos")
    parser.add_argument("--turned", action="store_true", help="rotate photos by 90 degrees")
    parser.add_argument("--save", help="folder for the detections of every scale")
    parser.add_argument("--saved", help="folder that --save wrote: measure without models; names instead of models")
    parser.add_argument("--predictions", help="also write the detections of the last scale, as `npm run eval -- --predictions` does")
    parser.add_argument("models", nargs="+", help="a model, or name=model")
    args = parser.parse_args()
    config = load_config(args.config, shards=args.shards, negatives=args.negatives)
    records, truths = read_photos(config, args.data, args.left_out, args.turned)
    sets = [record["set"] for record in records]
    if not args.saved:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            pictures = list(pool.map(partial(decode, turned=args.turned), [record["path"] for record in records], chunksize=8))
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        photos = [torch.from_numpy(picture).to(device) for picture in pictures]
    singles = list(dict.fromkeys(single for scales in args.looks for single in scales.split("+")))
    for entry in args.models:
        name, _, text = entry.rpartition("=") if "=" in entry else (Path(entry).stem, "", entry)
        model, rows = None if args.saved else load_model(text, config, device), {}
        for single in singles:
            if args.saved:
                rows[single] = load_rows(Path(args.saved) / f"{name}.{single}.npz")
                continue
            rows[single] = detect(model, photos, *parse_scale(single))
            if args.save:
                Path(args.save).mkdir(parents=True, exist_ok=True)
                save_rows(Path(args.save) / f"{name}.{single}.npz", rows[single])
        for scales in args.looks:
            detections = merge_photos([rows[single] for single in scales.split("+")])
            if args.predictions:
                Path(args.predictions).write_text(json.dumps(to_predictions(records, detections, config.classes)))
            print(json.dumps({"model": name, "looks": scales, **compute_metrics(detections, truths, sets, config, args.shown)}), flush=True)


if __name__ == "__main__":
    main()
