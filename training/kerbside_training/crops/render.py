"""Renders wheels: alloys, steel rims and hubcaps of random design under random light, some with scratches.

A wheel is drawn front-on in polar coordinates (everything on a rim repeats around its hub), then projected from the side
and lit. It shows the structure of a rim and is not photorealistic.
"""

import numpy as np

from .heads import HEADS

SIDE = 224
LABEL = {head: {name: number for number, name in enumerate(names)} for head, names in HEADS.items()}


def _smooth(rng, height, width, cells):
    """Returns smooth noise of 0..1."""
    from ..render import _noise

    return _noise(rng, height, width, cells)


def _soft(value, edge):
    return np.clip(value / edge + 0.5, 0, 1)


def _spokes(rng, radius, angle, count):
    """Returns 1 on a spoke, 0 in the gap: straight, bent, in pairs or widening outwards."""
    twist = rng.choice([0.0, rng.uniform(-0.5, 0.5)])
    width = rng.uniform(0.25, 0.6) * (1 + rng.uniform(-0.4, 0.6) * (radius - 0.5))
    phase = (angle + twist * radius) * count / (2 * np.pi)
    place = np.abs(phase - np.round(phase)) * 2
    if rng.random() < 0.35:  # a pair
        place = np.abs(place - rng.uniform(0.2, 0.35)) * 2
    return _soft(width - place, 0.15)


def _face(rng, radius, angle, covering, bicolor):
    """Returns the brightness of the rim (radius 1 at its edge)."""
    metal = rng.uniform(0.45, 0.85)
    dark = rng.uniform(0.03, 0.2)
    if covering == "steel":
        base = rng.choice([rng.uniform(0.05, 0.2), rng.uniform(0.35, 0.6)])
        ring = rng.uniform(0.6, 0.75)
        count = int(rng.integers(8, 18))
        phase = angle * count / (2 * np.pi)
        hole = np.hypot((radius - ring) * 9, (np.abs(phase - np.round(phase)) * 2) * rng.uniform(1.2, 2.0)) < 0.6
        dish = 1 - 0.35 * np.abs(np.sin(radius * np.pi * rng.uniform(1.5, 2.5)))
        return np.where(hole, 0.03, base * dish)
    count = int(rng.choice([5, 5, 5, 6, 7, 8, 9, 10, 12, 15]))
    spokes = _spokes(rng, radius, angle, count)
    if covering == "hubcap":
        # A cover is closed: its gaps are grooves or shallow windows, its rim is flat and wide.
        gap = metal * rng.uniform(0.25, 0.7)
        face = metal * spokes + gap * (1 - spokes)
        closed = (radius < rng.uniform(0.3, 0.55)) | (radius > rng.uniform(0.82, 0.92))
        return np.where(closed, metal * rng.uniform(0.9, 1.05), face) if not bicolor else np.where(closed, metal, np.where(spokes > 0.5, metal, dark))
    if bicolor:
        machined = metal * (0.9 + 0.1 * np.cos(angle * rng.integers(20, 60)))
        edge = _spokes(np.random.default_rng(rng.integers(2**31)), radius, angle, count)
        face = np.where(spokes > 0.6, machined, dark + 0.15 * edge)
    else:
        tone = rng.choice([metal, metal, dark + 0.05])
        face = tone * spokes + 0.04 * (1 - spokes)
    lip = radius > rng.uniform(0.9, 0.95)
    return np.where(lip, metal if bicolor or rng.random() < 0.5 else face.max() * 0.9, face)


def _scratch(rng, picture, radius, angle):
    """Paints kerb rash along the edge, or strokes across the face."""
    grain = rng.random(picture.shape)
    if rng.random() < 0.7:
        start, sweep = rng.uniform(-np.pi, np.pi), rng.uniform(0.3, 1.6)
        along = np.mod(angle - start, 2 * np.pi) < sweep
        band = along & (np.abs(radius - rng.uniform(0.88, 0.97)) < rng.uniform(0.02, 0.06))
        rough = _smooth(rng, *picture.shape, 60) > 0.45
        picture[band & rough] = np.clip(rng.choice([0.75, 0.55, 0.15]) + 0.35 * (grain[band & rough] - 0.5), 0, 1)
    for _ in range(int(rng.integers(0, 5))):
        x0, y0 = rng.uniform(0.25, 0.75, 2) * SIDE
        turn, length = rng.uniform(0, np.pi), rng.uniform(0.05, 0.25) * SIDE
        t = np.linspace(0, 1, int(length) * 2 + 2)
        x, y = (x0 + np.cos(turn) * length * t).astype(int), (y0 + np.sin(turn) * length * t).astype(int)
        inside = (x >= 0) & (x < SIDE) & (y >= 0) & (y < SIDE)
        picture[y[inside], x[inside]] = rng.choice([0.85, 0.1])
    return picture


def _scene(rng, reach, y):
    """Returns painted metal above, the arch's gap around the tyre, the ground below."""
    paint = rng.choice([rng.uniform(0, 1, 3), np.full(3, rng.uniform(0.05, 0.95))])
    ground = rng.uniform(0.15, 0.8) * rng.uniform(0.93, 1.07, 3)
    shade = 0.7 + 0.6 * _smooth(rng, SIDE, SIDE, 3)[..., None]
    rough = 0.85 + 0.3 * _smooth(rng, SIDE, SIDE, 40)[..., None]
    scene = np.where(y[..., None] < rng.uniform(0.2, 0.7), paint * shade, ground * rough)
    gap = (reach < rng.uniform(1.03, 1.2)) & (y < 0.3)
    return np.where(gap[..., None], 0.03, scene)


def render_wheel(seed):
    """Returns an RGB picture (uint8) and the numbers of its labels, one per head."""
    rng = np.random.default_rng([11, seed])
    covering = rng.choice(["hubcap", "alloy", "steel"], p=[0.55, 0.3, 0.15])
    bicolor = covering != "steel" and rng.random() < 0.35
    damaged = rng.random() < 0.35
    y, x = np.mgrid[:SIDE, :SIDE] / SIDE * 2 - 1
    squeeze, tilt = rng.uniform(0.55, 1.0), rng.uniform(-0.15, 0.15)
    x, y = (x - y * tilt - rng.uniform(-0.05, 0.05)) / squeeze, y - rng.uniform(-0.05, 0.05)
    reach, angle = np.hypot(x, y) / rng.uniform(0.84, 0.95), np.arctan2(y, x) + rng.uniform(0, 6.28)
    rim = rng.uniform(0.64, 0.78)
    radius = reach / rim
    tyre = 0.08 + 0.05 * np.sin(reach * 60) * rng.random() + 0.06 * _smooth(rng, SIDE, SIDE, 30)
    face = _face(rng, radius, angle, covering, bicolor)
    nut = rng.choice([4, 5, 5, 6])
    phase = angle * nut / (2 * np.pi)
    nuts = (np.abs(radius - 0.22) < 0.035) & (np.abs(phase - np.round(phase)) < 0.12) & (covering != "hubcap")
    face = np.where(nuts, 0.3, np.where(radius < 0.12, rng.uniform(0.1, 0.8), face))
    light = 1 + rng.uniform(0.1, 0.5) * (np.cos(angle - rng.uniform(0, 6.28)) * radius) * 0.6
    face = face * light + rng.uniform(0, 0.25) * np.maximum(0, np.cos(angle * 2 - rng.uniform(0, 6.28))) ** 8
    if damaged:
        face = _scratch(rng, face, radius, angle)
    wheel = np.where(radius < 1, face, tyre) * (1 - 0.6 * _soft(rng.uniform(-0.9, -0.3) - y, 0.3))  # the arch's shadow
    tint = rng.uniform(0.96, 1.04, 3)
    picture = np.where(reach[..., None] < 1, wheel[..., None] * tint, _scene(rng, reach, y))
    noise = rng.normal(0, rng.uniform(0.0, 0.03), (SIDE, SIDE, 1))
    picture = (np.clip(picture * rng.uniform(0.8, 1.4) + noise, 0, 1) * 255).astype(np.uint8)
    labels = {
        "covering": covering, "aspect": "bicolor" if bicolor else "classic", "face": "visible",
        "condition": "damaged" if damaged else "not_damaged", "flat_tyre": "no", "missing_hubcap": "no",
    }
    return picture, [LABEL[head][labels[head]] for head in HEADS]
