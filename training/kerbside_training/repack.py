"""Repacks data folders from original pictures of a higher resolution, in parts of a limited size.

    python -m kerbside_training.repack --data ../../shared/data --shards damage/s1 damage/s5 --split train \
        --originals clearquote_via=<folder> --side 1280 --quality 72 --part-mib 16 --out <folder>/train

Only pictures that are the `source` of a record are opened (`originals` writes them). A set without originals keeps its packed
pictures; `set=.` encodes those anew. Records are shuffled, so that each part is a fair sample, and keep their split; boxes and polygons are scaled to the new picture.
Each part is a data folder of its own (`<out>0`, `<out>1`, …) with an index.json.
"""

import argparse
import io
import json
import os
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from PIL import Image

from .records import read_records


def scale_box(box, factor):
    """Returns the box with its coordinates multiplied by `factor`."""
    scaled = {**box, **{key: round(box[key] * factor, 1) for key in ("x", "y", "w", "h")}}
    if box.get("polygon"):
        scaled["polygon"] = [round(value * factor, 1) for value in box["polygon"]]
    return scaled


def repack(task):
    """Returns the picture's bytes and its record; `original` is the path of the original, or None."""
    record, original, side, quality = task
    if original is None:
        return Path(record["path"]).read_bytes(), record
    picture = Image.open(original).convert("RGB")
    scale = side / max(picture.size)
    if scale < 1:
        picture = picture.resize(tuple(round(length * scale) for length in picture.size), Image.LANCZOS)
    (width, height), factor = picture.size, picture.size[0] / record["width"]
    if abs(height / record["height"] / factor - 1) > 0.02:
        raise SystemExit(f"{original} has a different aspect ratio than {record['path']}")
    content = io.BytesIO()
    picture.save(content, "WEBP", quality=quality, method=2)
    scaled = {key: [scale_box(box, factor) for box in record[key]] for key in ("boxes", "ignore")}
    return content.getvalue(), {**record, **scaled, "width": width, "height": height}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shards", nargs="+", required=True)
    parser.add_argument("--split", choices=("train", "val"), required=True)
    parser.add_argument("--originals", nargs="*", default=[], help="set=folder; `/` of a source is `__` in its file name")
    parser.add_argument("--sets", nargs="*", help="only these sets")
    parser.add_argument("--side", nargs="*", default=[], help="set=longest side in pixels (1280 for the others)")
    parser.add_argument("--quality", type=int, default=72)
    parser.add_argument("--undamaged", action="store_true", help="only records with `damaged: false`")
    parser.add_argument("--part-mib", type=float, default=16)
    parser.add_argument("--out", required=True, help="path of a part without its number")
    args = parser.parse_args()
    folders, sides = (dict(entry.split("=", 1) for entry in entries) for entries in (args.originals, args.side))
    records = [record for shard in args.shards for record in read_records(Path(args.data) / shard)]
    records = [record for record in records if record["split"] == args.split and (not args.sets or record["set"] in args.sets)]
    if args.undamaged:
        records = [record for record in records if record.get("damaged") is False]
    random.Random(1).shuffle(records)
    parts, index, size = 0, [], 0

    def finish():
        (Path(f"{args.out}{parts}") / "index.json").write_text(json.dumps(index))
        print(f"{args.out}{parts}: {len(index)} pictures, {size / 2**20:.1f} MiB", flush=True)

    def original_of(record):
        folder = folders.get(record["set"])
        if folder == ".":
            return record["path"]
        return Path(folder) / record["source"].replace("/", "__") if folder else None

    tasks = [(record, original_of(record), int(sides.get(record["set"], 1280)), args.quality) for record in records]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for content, record in pool.map(repack, tasks, chunksize=8):
            if index and size + len(content) > args.part_mib * 2**20:
                finish()
                parts, index, size = parts + 1, [], 0
            file = f"{len(index):05d}.webp"
            part = Path(f"{args.out}{parts}")
            part.mkdir(parents=True, exist_ok=True)
            (part / file).write_bytes(content)
            size += len(content)
            index.append({**{key: value for key, value in record.items() if key != "path"}, "file": file})
    finish()


if __name__ == "__main__":
    main()
