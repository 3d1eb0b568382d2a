"""Makes photos of flat tyres from photos of wheels, as a data folder.

    python -m kerbside_training.flat_tyres --data ../shared/data --shards wheels/s1 damage/s1 damage/s2 --licences ccby-stated \
        --wheels labels/wheels.json --out <folder>

No free source labels flat tyres. A flat tyre is made by warping the picture: the rim moves towards the ground, the sidewall below it
is squeezed and bulges. Each photo is written several times, with some of its wheels flat; the other wheels are the negatives.
"""

import argparse
import io
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image

from .records import read_records

SMALLEST = 40  # pixels: a smaller wheel shows no sidewall


def read_wheels(path):
    """Returns wheels labelled by hand, by set and source of the photo; lengths are relative to its sides."""
    return {(entry["set"], entry["source"]): entry["wheels"] for entry in json.loads(Path(path).read_text())}


def wheels_of(record, by_hand):
    """Returns the boxes of a photo's wheels, in pixels."""
    sides = (record["width"], record["height"]) * 2
    known = by_hand.get((record["set"], record["source"]), [])
    drawn = [{key: part * side for key, part, side in zip("xywh", wheel, sides)} for wheel in known]
    return drawn + [box for box in record["boxes"] if box["label"] == "wheel"]


def _smooth(value):
    value = np.clip(value, 0, 1)
    return value * value * (3 - 2 * value)


def flatten_tyre(rng, picture, box):
    """Returns the picture with the tyre in `box` flat, and the tyre's new box."""
    height, width = picture.shape[:2]
    x, y, w, h = (box[key] for key in ("x", "y", "w", "h"))
    sunk, wall = h * rng.uniform(0.06, 0.11), h * rng.uniform(0.17, 0.22)
    bulge, ground, middle = rng.uniform(0.08, 0.2), y + h, x + w / 2
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    above = ground - rows  # pixels over the ground
    # The lowest `wall - sunk` shows the lowest `wall`; above it the picture moves down, by less above the wheel's top.
    squeezed = above * wall / (wall - sunk)
    sinking = above + sunk * (1 - _smooth((above - h) / h))
    source_above = np.where(above < 0, above, np.where(above < wall - sunk, squeezed, sinking))
    near = 1 - _smooth((np.abs(columns - middle) / w - 0.5) / 0.35)
    swell = bulge * np.exp(-(((above - 0.4 * wall) / (0.6 * wall)) ** 2)) * (above > 0)
    reach = 1 - _smooth((np.abs(columns - middle) / w - 0.55) / 0.3)
    from_rows = rows + near * (above - source_above)
    from_columns = middle + (columns - middle) / (1 + swell * reach)
    r = from_rows.clip(0, height - 1.001)
    c = from_columns.clip(0, width - 1.001)
    r0, c0 = r.astype(int), c.astype(int)
    fr, fc = (r - r0)[..., None], (c - c0)[..., None]
    top = picture[r0, c0] * (1 - fc) + picture[r0, c0 + 1] * fc
    low = picture[r0 + 1, c0] * (1 - fc) + picture[r0 + 1, c0 + 1] * fc
    wider = w * bulge * 0.2
    left, right = max(0.0, x - wider), min(float(width), x + w + wider)
    flat = {"label": "flat_tyre", "x": left, "y": y + sunk, "w": right - left, "h": h - sunk}
    return top * (1 - fr) + low * fr, flat


def bend_photo(task):
    """Writes the copies of one photo and returns their records. `task`: its number, the record, its wheels."""
    number, record, wheels, copies, out = task
    rng, records = np.random.default_rng([1, number]), []
    upright = [box for box in wheels if min(box["w"], box["h"]) >= SMALLEST and box["y"] + box["h"] < record["height"] - 3]
    original = np.asarray(Image.open(record["path"]).convert("RGB"), np.float32) if upright else None
    for copy in range(copies if upright else 0):
        picture, boxes = original, []
        chosen = [box for box in upright if rng.random() < 0.5] or [upright[rng.integers(len(upright))]]
        for box in chosen if copy % 4 else []:  # each fourth copy stays unchanged
            picture, flat = flatten_tyre(rng, picture, box)
            boxes.append(flat)
        content, file = io.BytesIO(), f"{number:05d}-{copy}.webp"
        Image.fromarray(picture.round().clip(0, 255).astype(np.uint8)).save(content, "WEBP", quality=76)
        (out / file).write_bytes(content.getvalue())
        labels = {"set": "flat_tyres", "labelled": ["flat_tyre"], "boxes": boxes, "ignore": []}
        kept = {key: record[key] for key in ("width", "height", "split", "stretched", "licence")}
        records.append({**kept, **labels, "file": file, "source": f"{record['source']}#{copy}"})
    return records


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="+", required=True)
    parser.add_argument("--licences", nargs="+", required=True)
    parser.add_argument("--wheels", help="a file of wheels that were labelled by hand on photos of these shards")
    parser.add_argument("--copies", type=int, default=4, help="of each photo")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    records = [record for shard in args.shards for record in read_records(Path(args.data) / shard)]
    records = [record for record in records if record["split"] == "train" and record.get("licence") in args.licences]
    by_hand, out = read_wheels(args.wheels) if args.wheels else {}, Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    tasks = [(number, record, wheels_of(record, by_hand), args.copies, out) for number, record in enumerate(records)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        index = [entry for some in pool.map(bend_photo, tasks, chunksize=4) for entry in some]
    (out / "index.json").write_text(json.dumps(index))
    print(f"{out}: {len(index)} pictures, {sum(len(entry['boxes']) for entry in index)} flat tyres")


if __name__ == "__main__":
    main()
