"""Draws close-up pictures of wheels on cars, half of them with a flat tyre, as a data folder.

    python -m kerbside_training.wheel_scenes --count 800 --out <folder>

No free source labels flat tyres. Sound and flat tyres are drawn by the same code and differ only in the shape of the tyre: the rim
of a flat one is lower, and the sidewall below it folds, bulges and lies on the ground.
"""

import argparse
import io
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from .crops.render import _face, _soft
from .render import _noise

SIZES = ((640, 480), (640, 426), (480, 640), (560, 420))


def _colour(rng):
    return rng.uniform(0, 1, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0.04, 0.95)) * rng.uniform(0.95, 1.05, 3)


def _over(picture, layer, cover):
    """Paints `layer` over the picture with the opacity `cover` (0..1)."""
    cover = cover[..., None]
    picture[:] = picture * (1 - cover) + layer * cover


class Tyre:
    """The shape of one tyre: sizes in pixels, the hub at `middle`."""

    def __init__(self, rng, width, height):
        self.flat = rng.random() < 0.5
        self.radius = rng.uniform(0.18, 0.44) * min(width, height)
        self.rim = self.radius * rng.uniform(0.54, 0.76)
        wall = self.radius - self.rim
        self.squeeze, self.tilt = rng.uniform(0.5, 1.0), rng.uniform(-0.06, 0.06)
        self.middle = rng.uniform(0.3, 0.7) * width, rng.uniform(0.4, 0.68) * height
        # From the hub to the ground.
        self.drop = self.rim + wall * rng.uniform(0.08, 0.5) if self.flat else self.radius * rng.uniform(0.945, 0.99)
        self.bulge = rng.uniform(0.1, 0.34) if self.flat else rng.uniform(0, 0.035)
        self.swell = wall * rng.uniform(0.35, 0.7)
        # In side view the tread is visible at the near edge.
        self.depth = rng.choice([-1, 1]) * self.radius * np.sqrt(1 - self.squeeze**2) * rng.uniform(0.35, 0.75)
        self.wobble = rng.uniform(0, 0.025) if self.flat else 0.0

    def locate(self, x, y):
        """Returns coordinates from the hub in which the tyre is a circle that the ground cuts."""
        v = y - self.middle[1]
        u = (x - self.middle[0] - v * self.tilt) / self.squeeze
        near_ground = np.exp(-(((self.drop - v) / self.swell) ** 2))
        return u / (1 + self.bulge * near_ground), v

    def cover(self, rng, x, y):
        u, v = self.locate(x, y)
        rough = self.wobble * self.radius * (_noise(rng, *x.shape, 14) - 0.5) * (v > 0)
        return _soft(self.radius - np.hypot(u, v) + rough, 2) * _soft(self.drop - v + rough, 2)


def _ground(rng, height, width):
    fine, coarse = _noise(rng, height, width, 120), _noise(rng, height, width, 8)
    picture = _colour(rng) * 0.35 + rng.uniform(0.15, 0.6)
    picture = picture * (0.75 + 0.25 * coarse + rng.uniform(0.1, 0.5) * (fine - 0.3))[..., None]
    if rng.random() < 0.5:  # gravel, leaves
        grain = _noise(rng, height, width, 200) > rng.uniform(0.68, 0.8)
        _over(picture, _colour(rng), grain * rng.uniform(0.3, 0.8))
    return picture


def _paint_body(rng, picture, x, y, tyre):
    """Paints the panel with its arch, gaps and reflections, and the dark underside below it."""
    height, width = x.shape
    reach = np.hypot(x - tyre.middle[0], y - tyre.middle[1])
    sill = tyre.middle[1] + tyre.radius * rng.uniform(0.1, 0.75) + (x - tyre.middle[0]) * rng.uniform(-0.08, 0.08)
    top = tyre.middle[1] - tyre.radius * rng.uniform(1.5, 4.5)
    end = rng.choice([-1, 1]) * (x - tyre.middle[0] - rng.choice([-1, 1]) * tyre.radius * rng.uniform(1.4, 5))
    inside = _soft(sill - y, 3) * _soft(y - top, 8) * (_soft(-end, 6) if rng.random() < 0.5 else 1)
    _over(picture, 0.03, _soft(tyre.middle[1] + tyre.drop * 0.9 - y, 12) * _soft(y - top, 8) * (inside.max(0) > 0.5)[None] * 0.9)
    paint, gloss = _colour(rng), rng.uniform(0.1, 0.6)
    shade = 0.75 + gloss * (_noise(rng, height, width, 4) - 0.4) + rng.uniform(-0.4, 0.4) * (y - tyre.middle[1]) / height
    panel = np.clip(paint * shade[..., None], 0, 1)
    for _ in range(int(rng.integers(0, 3))):  # gaps and creases
        at, lean = rng.uniform(0, width), rng.uniform(-0.3, 0.3)
        line = np.abs(x - at - lean * (y - tyre.middle[1])) if rng.random() < 0.5 else np.abs(y - rng.uniform(0, height) - 0.2 * lean * x)
        _over(panel, rng.choice([0.05, 0.8]), (line < rng.uniform(0.8, 2.5)) * 0.7)
    _over(picture, panel, inside)
    arch = tyre.radius * rng.uniform(1.06, 1.32)
    if rng.random() < 0.4:  # a lip or plastic moulding
        _over(picture, _colour(rng) * 0.5, inside * _soft(arch * 1.1 - reach, 2))
    _over(picture, 0.02 + 0.05 * rng.random(), _soft(arch - reach, 2) * _soft(sill + 0.2 * tyre.radius - y, 4))


def _paint_wheel(rng, picture, x, y, tyre):
    height, width = x.shape
    rubber = rng.uniform(0.06, 0.42) * rng.uniform(0.95, 1.05, 3)
    u, v = tyre.locate(x, y)
    body, tread = tyre.cover(rng, x, y), tyre.cover(rng, x - tyre.depth, y)
    blocks = 0.6 + 0.4 * (np.sin(np.arctan2(v, u) * rng.integers(30, 70) + x * 0.15) > 0)
    _over(picture, rubber * (0.7 * blocks * (0.7 + 0.6 * _noise(rng, height, width, 60)))[..., None], tread)
    reach, angle = np.hypot(u, v), np.arctan2(v, u) + rng.uniform(0, 6.28)
    rings = 1 + rng.uniform(0, 0.25) * np.sin(reach / tyre.radius * rng.uniform(25, 70)) + 0.3 * (_noise(rng, height, width, 25) - 0.5)
    if tyre.flat:  # folds of the sidewall above the ground
        fold = np.abs(tyre.drop - v - tyre.swell * rng.uniform(0.3, 0.7) * (1 + 0.3 * np.cos(u / tyre.radius * rng.uniform(2, 5))))
        rings = rings * (1 - rng.uniform(0, 0.5) * np.exp(-((fold / (0.05 * tyre.radius)) ** 2)))
    lit = 1 + rng.uniform(-0.4, 0.4) * v / tyre.radius
    _over(picture, rubber * (rings * lit)[..., None], body)
    hub = np.hypot((x - tyre.middle[0] - (y - tyre.middle[1]) * tyre.tilt) / tyre.squeeze, y - tyre.middle[1])
    radius = hub / tyre.rim
    covering = rng.choice(["hubcap", "alloy", "steel"], p=[0.3, 0.4, 0.3])
    face = _face(rng, radius, angle, covering, covering != "steel" and rng.random() < 0.3)
    light = 1 + rng.uniform(0.1, 0.5) * np.cos(angle - rng.uniform(0, 6.28)) * radius * 0.6
    face = np.where(radius < 0.13, rng.uniform(0.05, 0.8), face * light)
    tint = rng.uniform(0.9, 1.1, 3) if rng.random() < 0.8 else np.array([0.8, 0.55, 0.4])  # some rims rust
    rim = np.clip(face[..., None] * tint * (0.8 + 0.4 * _noise(rng, height, width, 20))[..., None], 0, 1)
    _over(picture, rim, _soft(tyre.rim - hub, 2) * _soft(tyre.drop - (y - tyre.middle[1]), 2))
    arch = _soft(-tyre.radius * rng.uniform(0.2, 0.7) - (y - tyre.middle[1]), tyre.radius * 0.5) * np.maximum(body, tread)
    _over(picture, 0.02, arch * rng.uniform(0.2, 0.8))
    shown = (np.maximum(body, tread) > 0.5)
    return np.nonzero(shown.any(0))[0], np.nonzero(shown.any(1))[0]


def draw_scene(seed):
    """Returns an RGB picture (uint8) and the boxes of its flat tyres."""
    rng = np.random.default_rng([29, seed])
    width, height = SIZES[rng.integers(len(SIZES))]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    tyre = Tyre(rng, width, height)
    picture = _ground(rng, height, width)
    horizon = tyre.middle[1] - tyre.radius * rng.uniform(0.4, 2)
    _over(picture, _colour(rng) * (0.6 + 0.6 * _noise(rng, height, width, 10))[..., None], _soft(horizon - y, 6))
    _paint_body(rng, picture, x, y, tyre)
    bottom = tyre.middle[1] + tyre.drop
    shadow = np.exp(-(((y - bottom) / (0.12 * tyre.radius)) ** 2) - ((x - tyre.middle[0]) / (1.3 * tyre.radius)) ** 2)
    _over(picture, 0.02, shadow * rng.uniform(0.2, 0.85) * (y > bottom - 2))
    columns, rows = _paint_wheel(rng, picture, x, y, tyre)
    picture = picture * rng.uniform(0.7, 1.3) * (1 + rng.uniform(-0.3, 0.3) * (x / width - 0.5))[..., None] * rng.uniform(0.93, 1.07, 3)
    picture = picture + rng.normal(0, rng.uniform(0.005, 0.04), picture.shape)
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 1.3)))
    if not tyre.flat or not len(columns):
        return image, []
    left, right, top, low = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    return image, [{"label": "flat_tyre", "x": int(left), "y": int(top), "w": int(right - left), "h": int(low - top)}]


def draw_file(seed, out):
    """Draws one scene into the folder `out` and returns its record."""
    image, boxes = draw_scene(seed)
    content, file = io.BytesIO(), f"{seed:05d}.webp"
    image.save(content, "WEBP", quality=60)
    (out / file).write_bytes(content.getvalue())
    where = {"file": file, "width": image.width, "height": image.height, "set": "wheel_scenes", "source": str(seed)}
    kind = {"licence": "own", "split": "train", "stretched": False, "labelled": ["flat_tyre"]}
    return {**where, **kind, "boxes": boxes, "ignore": []}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        index = list(pool.map(partial(draw_file, out=out), range(args.count), chunksize=4))
    (out / "index.json").write_text(json.dumps(index))
    print(f"{out}: {len(index)} pictures, {sum(len(entry['boxes']) for entry in index)} flat tyres")


if __name__ == "__main__":
    main()
