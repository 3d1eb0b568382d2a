"""Validation of the reader on painted lines of fonts outside of training, and on real crops."""

import json
from pathlib import Path

import numpy as np
import torch

from .alphabet import CHARACTERS, read_classes
from .lines import SIZE, draw_plan, font_weights, to_device
from .strings import KINDS
from .wear import paint_lines

VIN_CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
ALLOWED = {"VIN": VIN_CHARACTERS, "odometer": "0123456789.", "plate": CHARACTERS[:-1]}


@torch.no_grad()
def read(model, pictures, allowed=CHARACTERS):
    """Returns the texts of grey pictures (n, 1, 32, 256): the best allowed class of each column."""
    logits = model.eval()(pictures).float().squeeze(2)
    forbidden = torch.tensor([False] + [character not in allowed for character in CHARACTERS], device=logits.device)
    best = logits.masked_fill(forbidden[None, :, None], -1e4).argmax(1)
    return [read_classes(row) for row in best.tolist()]


def texts_of(plan):
    return ["".join(CHARACTERS[number - 1] for number in part.tolist()) for part in plan.classes.split(plan.lengths.tolist())]


def validate_painted(model, painter, pack, config, count=1024):
    """Returns the share of lines read exactly, per kind, clean and worn, in fonts outside of training."""
    held = [name for name in pack["names"] if name not in config.held]
    weights = font_weights(pack, held if len(held) < len(pack["names"]) else [])
    report = {}
    for name, worn in (("clean", False), ("worn", True)):
        rng = np.random.default_rng([config.seed, 99])
        hits = {kind: [] for kind in KINDS}
        for _ in range(count // 256):
            plan = to_device(draw_plan(rng, pack, 256, weights), painter.device)
            predicted = read(model, paint_lines(painter, plan, worn))
            for text, true, kind in zip(predicted, texts_of(plan), plan.kinds):
                hits[KINDS[kind]].append(text == true)
        report[name] = {kind: round(float(np.mean(values)), 3) for kind, values in hits.items() if values}
    return report


def read_ocr_folder(model, folder, device):
    """Returns the share of exact readings on the real crops, cut at the labelled box with a margin (without a detector)."""
    report = {}
    for shard in ("plates_us", "odometer", "vin"):
        index = Path(folder) / shard / "index.json"
        if not index.exists():
            continue
        records = json.loads(index.read_text())
        pictures = torch.stack([_crop(index.parent, record) for record in records]).to(device)
        predicted = read(model, pictures, ALLOWED[records[0]["imageType"]])
        exact = [text == record["text"] for text, record in zip(predicted, records)]
        report[shard] = {"images": len(records), "exact": round(float(np.mean(exact)), 3)}
    return report


def _crop(folder, record):
    from PIL import Image  # only needed here

    picture = Image.open(folder / record["file"]).convert("L")
    box = record.get("box")
    if box:
        x, y, w, h = (box[key] for key in "xywh")
        # A plate's box is the whole plate: its line is near the middle. A VIN's box is the line itself.
        top, low = (0.2, 0.2) if record["imageType"] == "plate" else (-0.15, -0.15)
        side = 0.02 * w if record["imageType"] == "plate" else -0.02 * w
        picture = picture.crop((round(x + side), round(y + top * h), round(x + w - side), round(y + h - low * h)))
    small = picture.resize((SIZE[1], SIZE[0]), Image.BILINEAR)
    return torch.from_numpy(np.asarray(small, np.float32) / 255)[None]
