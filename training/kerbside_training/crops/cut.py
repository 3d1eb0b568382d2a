"""Cuts unlabelled wheels from photos, in the format of wheel_crops: teachers label them.

    python -m kerbside_training.crops.cut --data <data> --shards wheels/s1 wheels/s2 --out <data>/wheel_crops/cut
    python -m kerbside_training.crops.cut --data <data> --shards damage/s1 --detector ../models/wheels.fp16.onnx --out <data>/wheel_crops/found-1

The wheels are those of the labels, or with --detector the detections of a shipped wheel detector.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from ..predict import predict
from ..shipped import read_from_shipped

LEAST = 64  # minimum of a wheel's longer side, in pixels
MARGIN = 0.12  # of the longer side, as in wheel_crops
SIDE = 224
SAME = 0.95  # correlation of two thumbnails from which they show one picture; different wheels stay below 0.91
SIMILAR = 0.85  # the same for detected wheels: their boxes differ slightly from those of the labels
THRESHOLD, SCALE = 0.5, "65536"  # of detected wheels; pixels of the detector's canvas
SHIFTS = [(x, y) for x in (-0.04, 0, 0.04) for y in (-0.04, 0, 0.04)]  # of a box, relative to its longer side


def cut_wheel(photo, box, shift=(0, 0)):
    """Returns the square around a box with its margin, clipped at the border of the photo."""
    side = max(box["w"], box["h"])
    half = side * (0.5 + MARGIN)
    x, y = box["x"] + box["w"] / 2 + side * shift[0], box["y"] + box["h"] / 2 + side * shift[1]
    crop = photo.crop([round(max(0, x - half)), round(max(0, y - half)), round(min(photo.width, x + half)), round(min(photo.height, y + half))])
    crop.thumbnail((SIDE, SIDE), Image.BILINEAR)
    return crop


def thumbnail(picture):
    """Returns a small grey picture as a vector of mean 0 and length 1: the product of two is their correlation."""
    values = np.asarray(picture.convert("L").resize((24, 24), Image.BILINEAR), np.float32).ravel()
    values = values - values.mean()
    return values / (np.linalg.norm(values) + 1e-6)


def detect_wheels(detector, picture):
    """Returns the boxes of the detected wheels with a score of at least THRESHOLD."""
    [(boxes, scores, _)] = predict(detector, [torch.from_numpy(np.array(picture))], [SCALE], threshold=THRESHOLD)
    return [{"x": x0, "y": y0, "w": x1 - x0, "h": y1 - y0} for (x0, y0, x1, y1), score in zip(boxes.tolist(), scores) if score >= THRESHOLD]


def is_known(known, picture, boxes, detected):
    """Returns whether one of the wheels is among the `known` thumbnails. Detected wheels are also shifted and mirrored."""
    if not detected:
        return any((known @ thumbnail(cut_wheel(picture, box))).max() > SAME for box in boxes)
    views = [cut_wheel(picture, box, shift) for box in boxes for shift in SHIFTS]
    return any((known @ thumbnail(side)).max() > SIMILAR for view in views for side in (view, view.transpose(Image.FLIP_LEFT_RIGHT)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="+", required=True)
    parser.add_argument("--detector", help="a shipped wheel detector (.onnx) that provides the boxes; photos of an unknown aspect are left out")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    data, out = Path(args.data), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    detector = read_from_shipped(args.detector, ["wheel"]) if args.detector else None
    # Photos and groups of labelled crops: their wheels would count twice, or be those of validation.
    labelled = [
        {**record, "folder": folder} for folder in ("wheel_crops", "wheel_crops/s2") for record in json.loads((data / folder / "index.json").read_text())
    ]
    val = [record for record in labelled if record["split"] == "val"]
    sources, held = {record.get("source") for record in labelled}, {record["group"] for record in val}
    # Sets repeat pictures under other names and groups.
    known = np.stack([thumbnail(Image.open(data / record["folder"] / record["file"])) for record in val])
    records, skipped = [], 0
    for shard in args.shards:
        for photo in json.loads((data / shard / "index.json").read_text()):
            if photo["split"] != "train" or photo["source"] in sources or photo["group"] in held or (detector and photo["stretched"]):
                continue
            picture = Image.open(data / shard / photo["file"]).convert("RGB")
            boxes = [box for box in (detect_wheels(detector, picture) if detector else photo["boxes"]) if max(box["w"], box["h"]) >= LEAST]
            if is_known(known, picture, boxes, detector):
                skipped += 1
                continue
            for box in boxes:
                name = f"c{len(records):04d}.webp"
                cut_wheel(picture, box).save(out / name, quality=80)
                unknown = dict.fromkeys(("covering", "aspect", "condition", "flat_tyre", "missing_hubcap"))
                records.append({"file": name, "group": photo["group"], "set": photo["set"], "split": "train", **unknown})
    (out / "index.json").write_text(json.dumps(records))
    print(f"{len(records)} wheels -> {out}; {skipped} photos with a wheel of validation left out")


if __name__ == "__main__":
    main()
