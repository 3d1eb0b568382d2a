"""Pastes damage of training photos onto undamaged cars, for types with few photos.

The brightness of the damage relative to the paint around it is transferred, so that it gets the colour and the light of
the target panel. A pasted picture is labelled like a rendered one (see render.py).
"""

import numpy as np
from PIL import Image, ImageFilter

from .raster import fill_polygon
from .render import PANELS, outline

FEATHER = 3  # pixels over which a cut-out fades into the panel
RING = 9  # width of the paint around a damage, as its reference
DARK = 60  # on darker panels a pasted damage is not visible
CONTRAST = 0.2  # least difference from the paint, relative to it


def _grown(mask, pixels):
    return np.asarray(Image.fromarray(mask.astype(np.uint8) * 255).filter(ImageFilter.MaxFilter(2 * pixels + 1))) > 0


def _cut(rng, donor, longest):
    """Returns a donor's damage, scaled and turned at random: its brightness relative to the paint around it, and its mask."""
    picture = np.asarray(Image.open(donor["path"]).convert("L"))
    side = max(picture.shape)
    whole = fill_polygon(np.asarray(donor["polygon"], float).reshape(-1, 2), side)[: picture.shape[0], : picture.shape[1]]
    ys, xs = np.nonzero(whole)
    if len(ys) < 12:
        return None
    margin = RING + FEATHER
    rows = slice(max(0, ys.min() - margin), ys.max() + margin + 1)
    columns = slice(max(0, xs.min() - margin), xs.max() + margin + 1)
    light, mask = picture[rows, columns], whole[rows, columns]
    ring = _grown(mask, RING) & ~_grown(mask, 2)
    if ring.sum() < 20:
        return None
    change = np.clip(light / max(np.median(light[ring]), 24.0), 0.1, 2.2).astype(np.float32)
    if abs(change[mask].mean() - 1) < CONTRAST:
        return None
    zoom = min(rng.uniform(0.7, 1.5), longest / max(np.ptp(ys), np.ptp(xs)))
    size = (max(4, round(mask.shape[1] * zoom)), max(4, round(mask.shape[0] * zoom)))
    change = np.asarray(Image.fromarray(change).resize(size, Image.BILINEAR))
    mask = np.asarray(Image.fromarray(mask.astype(np.uint8) * 255).resize(size, Image.BILINEAR)) > 127
    turns, mirrored = int(rng.integers(4)), rng.random() < 0.5
    change, mask = np.rot90(change, turns), np.rot90(mask, turns)
    return (change[:, ::-1], mask[:, ::-1]) if mirrored else (change, mask)


def _paste(rng, picture, panel, donor):
    """Pastes the donor's damage at a random place of the panel; returns its box in the picture, or None if it does not fit."""
    ys, xs = np.nonzero(panel)
    cut = _cut(rng, donor, 0.5 * np.sqrt(len(ys))) if len(ys) > 400 else None
    if cut is None or cut[1].sum() < 12:
        return None
    change, mask = cut
    height, width = mask.shape
    for _ in range(20):
        pick = rng.integers(len(ys))
        top, left = ys[pick] - height // 2, xs[pick] - width // 2
        if top < 0 or left < 0 or top + height > panel.shape[0] or left + width > panel.shape[1]:
            continue
        window = (slice(top, top + height), slice(left, left + width))
        if not panel[window][mask].all() or picture[window][mask].mean() < DARK:
            continue
        soft = Image.fromarray(_grown(mask, 1).astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(FEATHER / 2))
        cover = np.asarray(soft, np.float32)[..., None] / 255
        picture[window] *= 1 - cover + cover * change[..., None]
        rows, columns = np.nonzero(mask)
        x, y = float(left + columns.min()), float(top + rows.min())
        return {"x": x, "y": y, "w": float(np.ptp(columns)) + 1, "h": float(np.ptp(rows)) + 1}
    return None


def _body(part, picture):
    """Returns the part's painted pixels: of a door its lower half, since the upper one has a window."""
    panel = outline(part, picture)
    if part["label"].endswith("door"):
        panel[: int(part["y"] + part["h"] * 0.5)] = False
    return panel


def paste_damage(picture, record, label, donors, seed):
    """Returns a copy of the picture with the donors' damage pasted on its panels, and its record."""
    rng = np.random.default_rng([11, seed])
    canvas = picture.astype(np.float32).copy()
    panels = [_body(part, picture) for part in record["parts"] if part["label"] in PANELS and part.get("polygon")]
    free = np.ones(picture.shape[:2], bool)
    boxes = []
    for donor in donors if panels else []:
        box = _paste(rng, canvas, panels[rng.integers(len(panels))] & free, donor)
        if box is None:
            continue
        boxes.append({"label": label, **box})
        x, y, w, h = (int(box[key]) for key in ("x", "y", "w", "h"))
        free[max(0, y - RING) : y + h + RING, max(0, x - RING) : x + w + RING] = False
    return np.clip(canvas, 0, 255).astype(np.uint8), {**record, "boxes": boxes}
