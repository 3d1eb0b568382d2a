"""Cut wheels without labels from the photos of the wheel detector, in the form of wheel_crops: teachers label them.

    python -m kerbside_training.crops.cut --data <data> --shards wheels/s1 wheels/s2 --out <data>/wheel_crops/cut
"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image

LEAST = 64  # pixels of a wheel's longer side
MARGIN = 0.12  # of the longer side, as in wheel_crops
SIDE = 224
SAME = 0.95  # correlation of two thumbnails from which on they show one picture; different wheels stay below 0.91


def cut_wheel(photo, box):
    """The square around a box with its margin, clipped at the border of the photo."""
    half = max(box["w"], box["h"]) * (0.5 + MARGIN)
    x, y = box["x"] + box["w"] / 2, box["y"] + box["h"] / 2
    crop = photo.crop([round(max(0, x - half)), round(max(0, y - half)), round(min(photo.width, x + half)), round(min(photo.height, y + half))])
    crop.thumbnail((SIDE, SIDE), Image.BILINEAR)
    return crop


def thumbnail(picture):
    """A small grey picture as a vector of mean 0 and length 1: the product of two is their correlation."""
    values = np.asarray(picture.convert("L").resize((24, 24), Image.BILINEAR), np.float32).ravel()
    values = values - values.mean()
    return values / (np.linalg.norm(values) + 1e-6)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    data, out = Path(args.data), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    # Photos and groups that have crops with labels: the same wheels would count twice, or be those of validation.
    labelled = [record for folder in ("wheel_crops", "wheel_crops/s2") for record in json.loads((data / folder / "index.json").read_text())]
    sources = {record.get("source") for record in labelled}
    held = {record["group"] for record in labelled if record["split"] == "val"}
    # Sets repeat pictures under other names and groups.
    val = np.stack([
        thumbnail(Image.open(data / folder / record["file"]))
        for folder in ("wheel_crops", "wheel_crops/s2") for record in json.loads((data / folder / "index.json").read_text()) if record["split"] == "val"
    ])
    records = []
    for shard in args.shards:
        for photo in json.loads((data / shard / "index.json").read_text()):
            if photo["split"] != "train" or photo["source"] in sources or photo["group"] in held:
                continue
            boxes = [box for box in photo["boxes"] if max(box["w"], box["h"]) >= LEAST]
            picture = Image.open(data / shard / photo["file"]).convert("RGB") if boxes else None
            crops = [cut_wheel(picture, box) for box in boxes]
            if any((val @ thumbnail(crop)).max() > SAME for crop in crops):
                continue
            for crop in crops:
                name = f"c{len(records):04d}.webp"
                crop.save(out / name, quality=80)
                unknown = dict.fromkeys(("covering", "aspect", "condition", "flat_tyre", "missing_hubcap"))
                records.append({"file": name, "group": photo["group"], "set": photo["set"], "split": "train", **unknown})
    (out / "index.json").write_text(json.dumps(records))
    print(f"{len(records)} wheels -> {out}")


if __name__ == "__main__":
    main()
