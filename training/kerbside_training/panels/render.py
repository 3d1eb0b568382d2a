"""Renders damaged and sound panels, or damage into photos, as a data folder.

    python -m kerbside_training.panels.render --count 4000 --out data/panels
    python -m kerbside_training.panels.render --data data --photos damage/s1 damage/s2 --licences ccby-stated --count 4000 --out data/marked

Runs on a GPU if there is one: some hundred pictures per second with a few --workers.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from ..records import read_records
from .fields import Canvas
from .photos import mark_photo
from .scene import SIZES, render_panel

TYPES = ["scratch", "dent", "body_crack", "broken_glass", "broken_light", "paint_peeling"]
CORNERS = 36  # number of points of an outline


def outline_of(mask):
    """Returns a polygon around a mask, in polar coordinates from its middle; exact for star-shaped masks."""
    ys, xs = np.nonzero(mask)
    middle = np.array([xs.mean(), ys.mean()]) + 0.5
    x, y = xs + 0.5 - middle[0], ys + 0.5 - middle[1]
    sector = ((np.arctan2(y, x) / (2 * np.pi) % 1) * CORNERS).astype(int) % CORNERS
    far = np.zeros(CORNERS)
    np.maximum.at(far, sector, np.hypot(x, y))
    angles = (np.arange(CORNERS) + 0.5) * 2 * np.pi / CORNERS
    return middle + np.stack([np.cos(angles), np.sin(angles)], 1) * (far + 0.5)[:, None]


def box_of(mark):
    """Returns the record's box of a mark. A crack has no outline: it is too thin for one."""
    mask = mark.mask.cpu().numpy()
    ys, xs = np.nonzero(mask)
    height, width = mask.shape
    box = {"label": mark.label, "x": int(xs.min()), "y": int(ys.min()), "w": int(np.ptp(xs)) + 1, "h": int(np.ptp(ys)) + 1}
    if mark.label == "body_crack":
        return box
    points = (outline_of(mask) if mark.polygon is None else mark.polygon).clip(0, (width, height))
    return {**box, "polygon": [round(float(value), 1) for value in points.ravel()]}


def to_image(picture):
    return Image.fromarray((picture * 255).round().byte().permute(1, 2, 0).cpu().numpy())


PHOTOS = []  # of each worker


def initialize_worker(photos):
    """Gives a worker its photos and one thread."""
    PHOTOS.extend(photos)
    torch.set_num_threads(1)


def render_file(number, out, shrink):
    """Writes the picture `number` and returns its record, or None if no damage fits on the photo."""
    rng = np.random.default_rng([41, number])
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    file = f"{number:06d}.jpg"
    if not PHOTOS:
        canvas = Canvas(*(length // shrink for length in SIZES[rng.integers(len(SIZES))]), rng, device)
        picture, marks = render_panel(canvas)
        kept = {"licence": "own", "stretched": False, "labelled": TYPES, "set": "panels"}
        before, ignored = [], []
    else:
        host = PHOTOS[number % len(PHOTOS)]
        pixels = np.asarray(Image.open(host["path"]).convert("RGB"))
        canvas = Canvas(*pixels.shape[:2], rng, device)
        before, ignored = host["boxes"], host["ignore"]
        result = mark_photo(canvas, torch.from_numpy(pixels.copy()).to(device).permute(2, 0, 1).float() / 255, before, ignored)
        if result is None:
            return None
        picture, marks = result
        kept = {**{key: host[key] for key in ("licence", "stretched", "labelled")}, "set": "marked"}
    to_image(picture).save(out / file, quality=int(rng.integers(70, 94)))
    boxes = [*before, *map(box_of, marks)]
    place = {"file": file, "width": canvas.width, "height": canvas.height, "source": file, "split": "train"}
    return {**place, **kept, "boxes": boxes, "ignore": ignored}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--data", help="the data folder, with --photos")
    parser.add_argument("--photos", nargs="*", default=[], help="shards of photos to render damage into, instead of panels")
    parser.add_argument("--licences", nargs="*", help="photos of these licences only")
    parser.add_argument("--first", type=int, default=0, help="number of the first picture; other numbers are other pictures")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--shrink", type=int, default=1, help="divisor of the panels' size (smoke test)")
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    photos = [record for shard in args.photos for record in read_records(Path(args.data) / shard)]
    photos = [record for record in photos if record["split"] == "train" and record["boxes"]]
    photos = [record for record in photos if not args.licences or record.get("licence") in args.licences]
    if args.photos and not photos:
        raise SystemExit("no photo of these shards and licences")
    numbers = range(args.first, args.first + args.count)
    # Forked processes cannot use CUDA.
    with ProcessPoolExecutor(args.workers, get_context("spawn"), initialize_worker, (photos,)) as pool:
        render = partial(render_file, out=out, shrink=args.shrink)
        records = [record for record in pool.map(render, numbers, chunksize=16) if record]
    (out / "index.json").write_text(json.dumps(records))
    print(f"{out}: {len(records)} pictures, {sum(len(record['boxes']) for record in records)} boxes")


if __name__ == "__main__":
    main()
