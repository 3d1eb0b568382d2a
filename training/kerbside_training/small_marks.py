"""Pastes damage of training photos, made small, onto the panels of whole cars, as a data folder.

    python -m kerbside_training.small_marks --data data --donors damage/s1 damage/s5 --hosts parts/s1 parts/s2 --count 1800 --out <folder>

Inspection photos show whole sides with small marks, and few of them are labelled. The difference of a damage from the paint
around it (a plane is fitted to that paint) is transferred, so that a mark gets the light and the colour of its target panel.
A host that is also a donor (same `set` and `source`) keeps its own damage.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .prepare import thin
from .records import read_records
from .render import PANELS

TYPES = {"scratch": 0.55, "dent": 0.45}  # and the probability of each
LABELLED = ["scratch", "dent", "body_crack", "broken_light", "broken_glass", "missing_piece", "misshape"]  # of hosts without damage
SIDE = (0.014, 0.13)  # longest side of a mark, relative to the host's
MAX_MARKS = 5  # on a picture
LONGEST = 176  # pixels of a cut-out
MARGIN = 0.25  # of paint around a damage, relative to its longest side
UNEVEN = 26  # mean difference of a ring of paint from its plane, from which it is not plain
FAINT = 8  # least mean difference from the paint, of 255
ALIKE = 50  # largest difference of two paints' brightness


class Cut(NamedTuple):
    """A damage without its paint."""

    label: str
    change: np.ndarray  # (h, w, 3): difference from the paint
    polygon: np.ndarray  # (n, 2), in its pixels
    light: float  # brightness of the paint


def mask_of(polygon, height, width):
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).polygon([tuple(point) for point in np.asarray(polygon, float).reshape(-1, 2)], fill=1)
    return np.array(mask)


def grow(mask, pixels):
    return np.asarray(Image.fromarray(mask.astype(np.uint8) * 255).filter(ImageFilter.MaxFilter(2 * pixels + 1))) > 0


def cut_box(picture, box):
    """Returns the damage of a box of a photo (PIL), or None if it is not on plain paint."""
    points = np.asarray(box["polygon"], float).reshape(-1, 2)
    low, high = points.min(0), points.max(0)
    longest = max(high - low)
    margin = max(6.0, MARGIN * longest)
    x0, y0 = (int(max(0, value - margin)) for value in low)
    x1, y1 = (int(min(limit, value + margin + 1)) for value, limit in zip(high, picture.size))
    if longest < 12 or x1 - x0 < 8 or y1 - y0 < 8:
        return None
    scale = min(1.0, LONGEST / longest)
    size = max(8, round((x1 - x0) * scale)), max(8, round((y1 - y0) * scale))
    patch = np.asarray(picture.crop((x0, y0, x1, y1)).resize(size, Image.LANCZOS), np.float32)
    polygon = (points - (x0, y0)) * (size[0] / (x1 - x0), size[1] / (y1 - y0))
    mask = mask_of(polygon, *patch.shape[:2])
    ring = ~grow(mask, 2)
    if mask.sum() < 20 or ring.sum() < 40:
        return None
    y, x = np.mgrid[: size[1], : size[0]] / max(size)
    plane = np.stack([np.ones_like(x), x, y], 2)
    paint = plane @ np.linalg.lstsq(plane[ring], patch[ring], rcond=None)[0]
    change = patch - paint
    if np.abs(change[ring]).mean() > UNEVEN or np.abs(change[mask]).mean() < max(FAINT, 1.3 * np.abs(change[ring]).mean()):
        return None
    # The difference from a red car would be cyan on a grey one: of coloured paint mostly the brightness is transferred.
    colour = np.ptp(np.median(patch[ring], axis=0))
    grey = change.mean(2, keepdims=True)
    change = grey + (change - grey) * np.clip(1 - colour / 60, 0.15, 1)
    return Cut(box["label"], change.astype(np.int16), polygon, float(np.median(patch[ring])))


def cut_photo(record):
    """Returns the damages of a photo that are usable for pasting."""
    boxes = [box for box in record["boxes"] if box["label"] in TYPES and len(box.get("polygon") or []) >= 6]
    if not boxes:
        return []
    picture = Image.open(record["path"]).convert("RGB")
    return [cut for cut in (cut_box(picture, box) for box in boxes) if cut]


def shape_cut(rng, cut, side):
    """Returns a cut's change and polygon with its longest side `side`, mirrored and squeezed at random; a scratch also turned."""
    change, polygon = cut.change.astype(np.float32), cut.polygon
    if cut.label == "scratch" and rng.random() < 0.25:
        change, polygon = change.transpose(1, 0, 2), polygon[:, ::-1]
    if rng.random() < 0.5:
        change, polygon = change[:, ::-1], polygon * (-1, 1) + (change.shape[1], 0)
    squeeze = np.exp(rng.uniform(-0.2, 0.2))
    zoom = min(1.3, side / np.ptp(polygon, axis=0).max()) * np.array([squeeze, 1 / squeeze])
    height, width = change.shape[:2]
    size = max(3, round(width * zoom[0])), max(3, round(height * zoom[1]))
    channels = [Image.fromarray(np.ascontiguousarray(change[..., k])).resize(size, Image.LANCZOS) for k in range(3)]
    return np.stack([np.asarray(channel) for channel in channels], 2), polygon * (size[0] / width, size[1] / height)


def paste_cut(rng, canvas, panel, cut, side):
    """Pastes the cut at a random place of the panel and returns its box, or None if it does not fit or is not visible."""
    ys, xs = np.nonzero(panel)
    if len(ys) < 200:
        return None
    change, polygon = shape_cut(rng, cut, side)
    height, width = change.shape[:2]
    mask = mask_of(polygon, height, width)
    if mask.sum() < 6:
        return None
    soft = Image.fromarray(grow(mask, 1).astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(0.8 + 0.03 * max(mask.shape)))
    cover = np.asarray(soft, np.float32)[..., None] / 255
    for _ in range(12):
        pick = rng.integers(len(ys))
        top, left = ys[pick] - height // 2, xs[pick] - width // 2
        if top < 0 or left < 0 or top + height > panel.shape[0] or left + width > panel.shape[1]:
            continue
        window = slice(top, top + height), slice(left, left + width)
        if panel[window][mask].mean() < 0.97 or abs(np.median(canvas[window][mask]) - cut.light) > ALIKE:
            continue
        marked = np.clip(canvas[window] + cover * change * rng.uniform(0.85, 1.15), 0, 255)
        contrast, texture = np.abs(marked - canvas[window])[mask].mean(), canvas[window].mean(2)[mask].std()
        if contrast < max(FAINT - 2, 0.6 * texture):
            continue
        canvas[window] = marked
        points = polygon + (left, top)
        (x, y), (w, h) = points.min(0), np.ptp(points, axis=0)
        corners = [round(float(value), 1) for value in points.ravel()]
        return {"label": cut.label, **{key: round(float(v), 1) for key, v in zip("xywh", (x, y, w, h))}, "polygon": corners}
    return None


def is_panel(label):
    return label in PANELS or label.startswith(("fender", "rocker_panel"))


def panels_of(parts, height, width):
    """Returns bitmaps of the painted panels, without parts on them; of a door its lower half, which has no window."""
    bare = np.ones((height, width), bool)
    panels = []
    for part in parts:
        if not part.get("polygon"):
            continue
        mask = mask_of(part["polygon"], height, width)
        if not is_panel(part["label"]):
            bare &= ~mask
            continue
        if part["label"].endswith("door"):
            mask[: int(part["y"] + part["h"] * 0.48)] = False
        panels.append(mask)
    return [panel & bare for panel in panels]


CUTS, HOSTS = [], []  # filled before the pool for pasting starts, so that its processes share them


def mark_host(number, out):
    """Writes the picture `number` and returns its record, or None if no mark fits."""
    rng = np.random.default_rng([17, number])
    host = HOSTS[number % len(HOSTS)]
    canvas = np.asarray(Image.open(host["path"]).convert("RGB"), np.float32).copy()
    height, width = canvas.shape[:2]
    panels = panels_of(host["parts"], height, width)
    free = np.ones((height, width), bool)
    for box in host["boxes"] + host["ignore"]:
        free[int(box["y"]) : int(box["y"] + box["h"]) + 1, int(box["x"]) : int(box["x"] + box["w"]) + 1] = False
    weights = np.array([panel.sum() for panel in panels], float) ** 0.5
    if not weights.sum():
        return None
    boxes, names = [], list(TYPES)
    wanted = rng.integers(1, MAX_MARKS + 1)
    for _ in range(wanted * 8):
        label = names[rng.choice(len(names), p=list(TYPES.values()))]
        few = [cut for cut in (CUTS[i] for i in rng.integers(len(CUTS), size=12)) if cut.label == label]
        if not few:
            continue
        side = np.exp(rng.uniform(*np.log(SIDE))) * max(height, width)
        panel = panels[rng.choice(len(panels), p=weights / weights.sum())] & free
        box = paste_cut(rng, canvas, panel, few[0], side)
        if box:
            boxes.append(box)
            x, y, w, h = (int(box[key]) for key in "xywh")
            free[max(0, y - 8) : y + h + 9, max(0, x - 8) : x + w + 9] = False
        if len(boxes) == wanted:
            break
    if not boxes:
        return None
    file = f"{number:05d}.jpg"
    Image.fromarray(canvas.round().astype(np.uint8)).save(out / file, quality=92)
    kept = {key: host[key] for key in ("width", "height", "licence", "stretched", "labelled", "ignore")}
    return {**kept, "file": file, "set": "pasted", "source": file, "split": "train", "boxes": host["boxes"] + boxes}


def scale_part(part, factor):
    return {**part, "y": part["y"] * factor, "h": part["h"] * factor, "polygon": [v * factor for v in part.get("polygon") or []]}


def read_hosts(data, shards, donors):
    """Returns training photos with part outlines; those that are also donors have their own damage, the others none."""
    damaged = {(record["set"], record["source"]): record for record in donors}
    hosts = []
    for record in (record for shard in shards for record in read_records(Path(data) / shard)):
        own = damaged.get((record["set"], record["source"]))
        if record["split"] != "train" or (record.get("damaged") and not own):
            continue
        own = own or {**record, "boxes": [], "ignore": [], "labelled": LABELLED}
        factor = own["width"] / record["width"]
        hosts.append({**own, "parts": [scale_part(part, factor) for part in record["boxes"]]})
    return hosts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--donors", nargs="+", required=True, help="shards of damage")
    parser.add_argument("--hosts", nargs="+", required=True, help="shards of parts")
    parser.add_argument("--sets", nargs="*", help="donors of these sets only")
    parser.add_argument("--licences", nargs="*", help="donors and hosts of these licences only")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--limit", type=int, default=0, help="use only this many records of each shard (smoke test)")
    parser.add_argument("--first", type=int, default=0, help="number of the first picture; other numbers are other pictures")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    donors = [record for shard in args.donors for record in thin(read_records(Path(args.data) / shard), args.limit)]
    donors = [record for record in donors if record["split"] == "train"]
    may = lambda record: not args.licences or record.get("licence") in args.licences
    HOSTS.extend(host for host in read_hosts(args.data, args.hosts, donors) if may(host))
    donors = [record for record in donors if may(record) and (not args.sets or record["set"] in args.sets)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        CUTS.extend(cut for cuts in pool.map(cut_photo, donors, chunksize=8) for cut in cuts)
    print(f"{len(CUTS)} cuts of {len(donors)} photos, {len(HOSTS)} hosts", flush=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        numbers = range(args.first, args.first + args.count)
        records = [record for record in pool.map(partial(mark_host, out=out), numbers, chunksize=8) if record]
    (out / "index.json").write_text(json.dumps(records))
    print(f"{len(records)} pictures, {sum(len(record['boxes']) for record in records)} boxes -> {out}")


if __name__ == "__main__":
    main()
