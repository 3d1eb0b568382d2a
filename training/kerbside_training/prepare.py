"""Packs labelled pictures into arrays that training keeps in GPU memory.

    python -m kerbside_training.prepare --config configs/damage-mobile.json --data ../shared/data --out <folder>

Every picture becomes RGB pixels, at most `data.picture` on its longer side, and a half-size bitmap in which bit k is set
if the pixel belongs to the outline of box k: outlines may overlap, and one lookup in training reads them all. The pixels
of all pictures lie one after another. `labels.npz` is written last: a folder that has it is complete.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from .config import load_config
from .folds import fold_of
from .paste import paste_damage
from .picture_store import half
from .raster import fill_polygon
from .records import apply_classes, read_records
from .render import render_damage

SLOTS = 31  # boxes of a picture: the bits of a positive int32
IGNORE = -2  # class number of a region that the loss ignores
EMPTY = -1
UNDAMAGED = "undamaged"  # name of the set of negatives


def packed_size(record, limit):
    """Returns the width and height at which a picture is packed."""
    scale = min(1.0, limit / max(record["width"], record["height"]))
    return round(record["width"] * scale), round(record["height"] * scale)


def _pack(task):
    """Writes one picture into the arrays and returns its labels."""
    record, classes, merge, size, edit, out, places = task
    picture = np.asarray(ImageOps.exif_transpose(Image.open(record["path"])).convert("RGB"))
    if picture.shape[:2] != (record["height"], record["width"]):
        raise ValueError(f"{record['path']} is {picture.shape[1]} x {picture.shape[0]}, not the size of its record")
    if edit:
        picture, record = edit(picture, record)
    if size != (record["width"], record["height"]):
        picture = np.asarray(Image.fromarray(picture).resize(size, Image.BILINEAR, reducing_gap=3.0))
    scale, (width, height) = size[0] / record["width"], (half(length) for length in size)

    named, ignored, labelled = apply_classes(record, classes, merge)
    boxes = np.zeros((SLOTS, 4), np.float32)
    labels = np.full(SLOTS, EMPTY, np.int64)
    outlined = np.zeros(SLOTS, bool)
    bits = np.zeros((height, width), np.int32)
    for slot, (label, box) in enumerate((named + [(IGNORE, box) for box in ignored])[:SLOTS]):
        x, y, w, h = (box[key] * scale for key in ("x", "y", "w", "h"))
        boxes[slot] = x, y, x + w, y + h
        labels[slot] = label
        polygon = box.get("polygon")
        if polygon and len(polygon) >= 6:
            mask = fill_polygon(np.asarray(polygon, float).reshape(-1, 2) * scale / 2, max(bits.shape))[:height, :width]
            if mask.any():
                outlined[slot] = True
                bits |= mask.astype(np.int32) << slot
    for name, place, values in zip(("images", "bits"), places, (picture.reshape(-1, 3), bits.ravel())):
        np.lib.format.open_memmap(out / f"{name}.npy", "r+")[place : place + len(values)] = values
    return boxes, labels, outlined, np.array(labelled)


def thin(records, limit):
    """Returns all records, or `limit` of them spread evenly."""
    return records[:: max(1, len(records) // limit)][:limit] if limit else records


def may_train(record, config):
    """Returns whether the config's licences allow training on the picture. Validation pictures are not trained on and stay."""
    return not config.data.licences or record["split"] == "val" or record.get("licence") in config.data.licences


def read_sound(path):
    """Returns a function that lists the types that a picture does not show, from a manual check of the training pictures of its set."""
    sets = json.loads(Path(path).read_text()) if path else {}

    def absent(record):
        check = sets.get(record["set"])
        is_checked = check and record["split"] == "train" and record.get("source") not in check["except"]
        return check["absent"] if is_checked else []

    return absent


def collect(config, data):
    """Returns (record, its edit or None) of every picture; negatives label the classes as absent.

    A picture in two shards counts once, with the labels of the first.
    """
    chosen, known, sound = [], set(), read_sound(config.data.sound)
    read = lambda shard: [record for record in read_records(Path(data) / shard) if may_train(record, config)]
    for shard in config.data.shards:
        records = thin(read(shard), config.data.limit)
        fresh = [record for record in records if (record["set"], record.get("source", record["path"])) not in known]
        known |= {(record["set"], record.get("source", record["path"])) for record in records}
        for record in fresh:
            absent = [*config.data.absent.get(shard, []), *sound(record)]
            boxed = {box["label"] for box in record["boxes"]}.intersection(config.data.whole)
            chosen.append(({**record, "labelled": [*record["labelled"], *absent, *boxed], "absent": absent}, None))
    bare = []
    for shard in config.data.negatives:
        records = thin(read(shard), config.data.limit)
        absent = [name for name in config.classes if name not in config.data.unsure]
        labels = {"boxes": [], "labelled": absent, "absent": absent, "set": UNDAMAGED}
        bare += [{**record, "parts": record["boxes"], **labels} for record in records]
    train = [record for record in bare if record["split"] == "train"]
    rendered = [
        ({**train[i % len(train)], "set": "rendered"}, partial(render_damage, seed=i))
        for i in range(config.data.rendered if train else 0)
    ]
    return chosen + [(record, None) for record in bare] + rendered + _pasted(config, chosen, train)


def _pasted(config, chosen, bare):
    """Returns undamaged cars in turn, each with up to 7 damages of training photos, drawn at random (some do not fit)."""
    rng = np.random.default_rng(config.train.seed)
    pictures = []
    for label, count in config.data.pasted.items():
        donors = [
            {"path": record["path"], "polygon": box["polygon"]}
            for record, _ in chosen
            for box in record["boxes"]
            if record["split"] == "train" and box["label"] == label and len(box.get("polygon") or []) >= 6
        ]
        for seed in range(count if donors and bare else 0):
            few = [donors[i] for i in rng.integers(len(donors), size=rng.integers(3, 8))]
            edit = partial(paste_damage, label=label, donors=few, seed=seed)
            pictures.append(({**bare[seed % len(bare)], "set": "pasted"}, edit))
    return pictures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True, help="the data folder")
    parser.add_argument("--out", required=True, help="folder of the arrays (4 bytes per pixel)")
    parser.add_argument("--shards", nargs="*", help="instead of the config's shards, which may be prepared in parts")
    parser.add_argument("--negatives", nargs="*", help="instead of the config's negatives; none with --shards")
    args = parser.parse_args()
    config = load_config(args.config, shards=args.shards, negatives=args.negatives)
    chosen = collect(config, args.data)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    count = len(chosen)
    sizes = [packed_size(record, config.data.picture) for record, _ in chosen]
    areas = np.array([(width * height, half(width) * half(height)) for width, height in sizes])
    ends = areas.cumsum(0)
    np.lib.format.open_memmap(out / "images.npy", "w+", np.uint8, (int(ends[-1, 0]), 3))
    np.lib.format.open_memmap(out / "bits.npy", "w+", np.int32, (int(ends[-1, 1]),))
    rows = []
    tasks = [
        (record, config.classes, config.merge, size, edit, out, places)
        for (record, edit), size, places in zip(chosen, sizes, (ends - areas).tolist())
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for position, packed in enumerate(pool.map(_pack, tasks, chunksize=16)):
            rows.append(packed)
            if position % 1000 == 999:
                print(f"prepared {position + 1} of {count}", flush=True)
    boxes, labels, outlined, labelled = (np.array(column) for column in zip(*rows))
    np.savez(
        out / "labels.part.npz",
        boxes=boxes,
        labels=labels,
        outlined=outlined,
        labelled=labelled,
        sizes=np.array(sizes),
        stretched=np.array([record["stretched"] for record, _ in chosen]),
        val=np.array([record["split"] == "val" for record, _ in chosen]),
        sets=np.array([record["set"] for record, _ in chosen]),
        folds=np.array([fold_of(record) for record, _ in chosen]),
        absent=np.array([[name in record["absent"] for name in config.classes] for record, _ in chosen]),
        taught=np.array([record["set"] not in config.data.untaught for record, _ in chosen]),
    )
    (out / "labels.part.npz").rename(out / "labels.npz")
    print(f"{count} pictures, {int((labels >= 0).sum())} boxes, {int(outlined.sum())} outlines -> {out}")


if __name__ == "__main__":
    main()
