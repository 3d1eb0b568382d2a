"""Renders damage of types with too few photos: rust on panels, scratches on rims.

It is painted on undamaged cars inside the outlines of their parts, at places where real damage occurs. A rendered
picture is labelled for the painted classes and for those that its car does not show.
"""

import numpy as np

from .raster import fill_polygon

PANELS = {"hood", "front_bumper", "back_bumper", "trunk", "tailgate"} | {
    f"{end}_{side}_door" for end in ("front", "back") for side in ("left", "right")
}
RUST = np.array([[92, 48, 24], [124, 66, 30], [150, 88, 44], [70, 38, 26]], np.float32)


def _noise(rng, height, width, cells):
    """Returns smooth noise of 0..1: bilinear interpolation of a coarse random grid, in two octaves."""
    total = np.zeros((height, width), np.float32)
    for octave, weight in ((cells, 0.65), (cells * 3, 0.35)):
        grid = rng.random((octave + 1, octave + 1)).astype(np.float32)
        y, x = np.linspace(0, octave - 1e-3, height), np.linspace(0, octave - 1e-3, width)
        y0, x0 = y.astype(int), x.astype(int)
        fy, fx = (y - y0)[:, None], (x - x0)[None, :]
        top = grid[y0][:, x0] * (1 - fx) + grid[y0][:, x0 + 1] * fx
        low = grid[y0 + 1][:, x0] * (1 - fx) + grid[y0 + 1][:, x0 + 1] * fx
        total += weight * (top * (1 - fy) + low * fy)
    return total


def outline(part, picture):
    """Returns the mask of a part."""
    side = max(picture.shape[:2])
    mask = fill_polygon(np.asarray(part["polygon"], float).reshape(-1, 2), side)
    return mask[: picture.shape[0], : picture.shape[1]]


def _paint_rust(rng, picture, part):
    """Paints a blotch with ragged edges; returns its mask, or None if the panel is too small."""
    panel = outline(part, picture)
    ys, xs = np.nonzero(panel)
    if len(ys) < 400:
        return None
    pick = rng.integers(len(ys))
    radius = rng.uniform(0.05, 0.22) * np.sqrt(len(ys)) + 4
    stretch = rng.uniform(0.6, 1.7)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    distance = np.hypot((x - xs[pick]) / stretch, (y - ys[pick]) * stretch) / radius
    rough = _noise(rng, *picture.shape[:2], int(rng.integers(24, 60)))
    cover = np.clip((1.35 - distance) * 1.2 + (rough - 0.5) * 2.6, 0, 1) * panel * (distance < 1.6)
    mask = cover > 0.35
    if mask.sum() < 40:
        return None
    shade = _noise(rng, *picture.shape[:2], 90)[..., None]
    first, second = RUST[rng.permutation(4)[:2]]
    light = picture.mean(2, keepdims=True) / 150 * 0.5 + 0.6  # keep some of the scene's light
    paint, cover = (first * shade + second * (1 - shade)) * light, 0.9 * cover[..., None]
    picture[:] = picture * (1 - cover) + paint * cover
    return mask


def _paint_rim_scratch(rng, picture, part):
    """Paints short bright or dark strokes along the rim's edge; returns their mask, or None if the wheel is too small."""
    wheel = outline(part, picture)
    ys, xs = np.nonzero(wheel)
    if len(ys) < 5000:  # on a small wheel the strokes would be invisible
        return None
    centre = np.array([ys.mean(), xs.mean()])
    half = np.array([np.ptp(ys), np.ptp(xs)]) / 2
    start = rng.uniform(0, 2 * np.pi)
    sweep = rng.uniform(0.2, 0.7)
    mask = np.zeros_like(wheel)
    tone = rng.choice([225.0, 200.0, 60.0])
    for stroke in range(int(rng.integers(2, 6))):
        ring = rng.uniform(0.56, 0.68)  # the rim ends at about two thirds of the tyre's radius
        angle = start + np.linspace(0, sweep * rng.uniform(0.4, 1), 60)
        path = centre + half * ring * np.stack([np.sin(angle), np.cos(angle)], 1) + rng.normal(0, 0.4, (60, 2))
        rows, columns = np.clip(path.round().astype(int), 0, np.array(picture.shape[:2]) - 1).T
        strength = rng.uniform(0.4, 0.9)
        picture[rows, columns] = picture[rows, columns] * (1 - strength) + tone * strength
        mask[rows, columns] = True
    return mask


def render_damage(picture, record, seed):
    """Returns a copy of the picture with rust or rim scratches painted on it, and its record."""
    rng = np.random.default_rng([7, seed])
    canvas = picture.astype(np.float32).copy()
    parts = [part for part in record["parts"] if part.get("polygon")]
    panels = [part for part in parts if part["label"] in PANELS]
    wheels = [part for part in parts if part["label"] == "wheel"]
    jobs = [("rustiness", _paint_rust, panels)] if rng.random() < 0.75 or not wheels else []
    jobs += [("hubcap_scratch", _paint_rim_scratch, wheels)] if rng.random() < 0.4 or not panels else []
    boxes = []
    for label, paint, places in jobs:
        for _ in range(int(rng.integers(1, 5)) if places else 0):
            mask = paint(rng, canvas, places[rng.integers(len(places))])
            if mask is None:
                continue
            ys, xs = np.nonzero(mask)
            x, y = float(xs.min()), float(ys.min())
            boxes.append({"label": label, "x": x, "y": y, "w": float(xs.max()) - x + 1, "h": float(ys.max()) - y + 1})
    return np.clip(canvas, 0, 255).astype(np.uint8), {**record, "boxes": boxes}
