"""Draws damages as changes of a surface: a displacement, and layers of other material over it.

Each function draws one damage around a place and returns a Mark.
"""

from typing import NamedTuple

import numpy as np
import torch

from .fields import log_uniform, smooth_step, soften, wander

EDGE = 0.14  # the mask of a dent ends at this part of its depth


class Layer(NamedTuple):
    cover: torch.Tensor  # (h, w), 0 to 1
    colour: np.ndarray  # (3,), linear


class Mark(NamedTuple):
    label: str
    height: torch.Tensor  # added to the surface, in pixels
    layers: list
    mask: torch.Tensor  # (h, w), bool: where it is visible
    polygon: np.ndarray | None = None  # an outline that is more exact than the mask


def dent(canvas, place, reach):
    """Draws a bowl, a flat-bottomed push, a crease, hail or a buckled panel."""
    rng = canvas.rng
    kind = rng.choice(["bowl", "flat", "crease", "hail", "buckled"], p=[0.3, 0.18, 0.27, 0.05, 0.2])
    stretch = log_uniform(rng, 0.5, 2.0) if kind != "crease" else log_uniform(rng, 1.6, 4.0)
    u, v = canvas.around(place, rng.uniform(0, np.pi))
    u, v = u / (reach * min(1, stretch)), v / (reach / max(1, stretch))
    bend = canvas.noise(6) * rng.uniform(0, 0.25)
    away = torch.sqrt(u * u + v * v) * (1 + bend)
    if kind == "bowl":
        shape = torch.exp(-2.2 * away**2)
    elif kind == "flat":
        shape = 1 - smooth_step(away, rng.uniform(0.2, 0.6), 1.0)
    elif kind == "crease":
        side = v + 0.35 * rng.uniform(-1, 1) * u * u + bend
        shape = torch.exp(-2.0 * u**2) * torch.exp(-torch.sqrt(side**2 + 0.01) / rng.uniform(0.2, 0.45))
    elif kind == "hail":
        shape = canvas.zeros()
        for _ in range(int(rng.integers(3, 9))):
            x, y = rng.uniform(-0.8, 0.8, 2)
            shape = torch.maximum(shape, torch.exp(-((u - x) ** 2 + (v - y) ** 2) / rng.uniform(0.01, 0.04)))
    else:
        folds = 1 - canvas.noise_at(u * rng.uniform(1, 3) + 7, v * rng.uniform(1, 3) + 7).abs() * 1.5
        shape = torch.exp(-2.0 * away**2) * (0.7 + 0.5 * soften(folds, 0.05 * reach + 1))
    shape = soften(shape, max(1.0, 0.02 * reach))
    rim = torch.exp(-(((away - 1.1) / 0.25) ** 2)) * rng.uniform(0, 0.12)
    small = {"hail": 0.25, "crease": 0.4}.get(kind, 1.0)  # of the reach over which it rises
    depth = log_uniform(rng, 0.12, 0.8) * reach * small / 1.3
    sign = -1.0 if rng.random() < 0.9 else 0.6
    mask = shape > EDGE * shape.max()
    return Mark("dent", sign * depth * (shape - rim), [], mask)


def _exposed_layer(rng, paint):
    """Returns the colour of the layer that a scratch exposes, and its opacity."""
    kind = rng.choice(["coat", "primer", "metal", "rubber"], p=[0.34, 0.32, 0.16, 0.18])
    if kind == "coat":
        return np.clip(paint.colour * 0.6 + rng.uniform(0.12, 0.4), 0, 1), rng.uniform(0.25, 0.7)
    if kind == "primer":
        return np.full(3, rng.uniform(0.35, 0.95)) * rng.uniform(0.92, 1.06, 3), rng.uniform(0.5, 1.0)
    if kind == "metal":
        return np.full(3, rng.uniform(0.25, 0.6)), rng.uniform(0.6, 1.0)
    return np.full(3, rng.uniform(0.005, 0.06)), rng.uniform(0.4, 0.9)


def _band(path, half):
    """Returns a polygon around a path."""
    along = np.gradient(path, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], 1) / (np.linalg.norm(along, axis=1, keepdims=True) + 1e-6)
    ends = (path[0] - path[1], path[-1] - path[-2])
    ends = [half * end / (np.linalg.norm(end) + 1e-6) for end in ends]
    path = np.concatenate([[path[0] + ends[0]], path[1:-1], [path[-1] + ends[1]]])
    return np.concatenate([path + across * half, (path - across * half)[::-1]])


def scratch(canvas, place, reach, paint):
    """Draws one line, or a bundle of lines that one object left."""
    rng, unit = canvas.rng, canvas.side / 640
    colour, strength = _exposed_layer(rng, paint)
    path = wander(rng, np.zeros(2), rng.uniform(0, 2 * np.pi), 2 * reach, rng.uniform(0, 0.9))
    path = path - path.mean(0) + place
    count = 1 if rng.random() < 0.4 else int(rng.integers(2, 14))
    spread = 0.0 if count == 1 else log_uniform(rng, 1.5, 14) * unit * min(1.5, reach / (40 * unit) + 0.3)
    lines = []
    for _ in range(count):
        moved = path + rng.normal(0, spread, 2) * 0.5 + rng.normal(0, 0.3 * unit, path.shape)
        first, last = (0, len(path)) if count == 1 else np.sort(rng.integers(0, len(path) + 1, 2))
        wide, power = log_uniform(rng, 0.5, 3.2) * unit, rng.uniform(0.35, 1)
        for step in range(first, last - 1):
            if rng.random() < 0.93:
                lines.append((moved[step : step + 2], wide * rng.uniform(0.6, 1.3), power * rng.uniform(0.6, 1)))
    cover = canvas.lines(lines) * strength
    height = -soften(cover, 1.0) * rng.uniform(0, 1.2) * unit
    return Mark("scratch", height, [Layer(cover, colour)], cover > 0.06, _band(path, spread + 2.5 * unit))


def scuff(canvas, place, reach, paint):
    """Draws scuffed paint: streaks that thin out."""
    rng, unit = canvas.rng, canvas.side / 640
    colour, strength = _exposed_layer(rng, paint)
    angle = rng.normal(0, 0.35) if rng.random() < 0.7 else rng.uniform(0, np.pi)
    u, v = canvas.around(place, angle)
    thin = rng.uniform(0.12, 0.5)
    away = torch.sqrt((u / reach) ** 2 + (v / (thin * reach)) ** 2) * (1 + 0.3 * canvas.noise(8))
    streaks = canvas.noise_at(u / (rng.uniform(14, 60) * unit), v / (rng.uniform(0.8, 3) * unit))
    patches = canvas.noise(14)
    level = 1.0 - away + 0.55 * streaks + 0.4 * patches
    cover = smooth_step(level, 0.1, rng.uniform(0.3, 0.9)) * (away < 1.25) * strength
    return Mark("scratch", -soften(cover, 1.0) * 0.5 * unit, [Layer(cover, colour)], cover > 0.12)


def crack(canvas, place, reach):
    """Draws a dark line that branches, with one side lifted, sometimes open."""
    rng, unit = canvas.rng, canvas.side / 640
    lines, light = [], []
    wide = log_uniform(rng, 0.9, 6.0) * unit * min(1.6, 0.5 + reach / (90 * unit))

    def grow(start, angle, length, wide, level):
        path = wander(rng, start, angle, length, rng.uniform(0.5, 1.6), 14)
        path = path + rng.normal(0, 0.012 * length, path.shape) * (np.arange(len(path)) > 0)[:, None]
        gape = np.sin(np.linspace(0.15, np.pi, len(path))) if level == 0 else np.linspace(1, 0.3, len(path))
        for step in range(len(path) - 1):
            lines.append((path[step : step + 2], max(0.6 * unit, wide * gape[step]), 1.0))
            light.append((path[step : step + 2] + wide * 0.5 * gape[step] + 0.5 * unit, 1.2 * unit, 0.8))
            if level < 2 and rng.random() < 0.07:
                grow(path[step], angle + rng.choice([-1, 1]) * rng.uniform(0.4, 1.3), length * rng.uniform(0.2, 0.5), wide * 0.6, level + 1)

    angle = rng.uniform(0, 2 * np.pi)
    start = np.asarray(place) - reach * np.array([np.cos(angle), np.sin(angle)])
    grow(start, angle, 2 * reach, wide, 0)
    cover = canvas.lines(lines)
    u, v = canvas.around(place, angle)
    lifted = torch.tanh(v / (0.12 * reach)) * torch.exp(-((u / reach) ** 2 + (v / (0.5 * reach)) ** 2)) * rng.uniform(-1, 1) * 0.06 * reach
    layers = [Layer(canvas.lines(light) * rng.uniform(0, 0.7), np.full(3, rng.uniform(0.2, 0.8)))]
    layers.append(Layer(cover * rng.uniform(0.8, 1), np.full(3, rng.uniform(0.0, 0.03))))
    return Mark("body_crack", lifted - soften(cover, 1) * 2 * unit, layers, cover > 0.25)


def peeling(canvas, place, reach, paint):
    """Draws paint that came off in a patch with ragged edges: primer, filler, metal or plastic below."""
    rng = canvas.rng
    colour = rng.choice([np.full(3, rng.uniform(0.3, 0.9)), np.full(3, rng.uniform(0.03, 0.2)), np.array([0.55, 0.45, 0.3]) * rng.uniform(0.5, 1.2)])
    u, v = canvas.around(place, rng.uniform(0, np.pi))
    away = torch.sqrt((u / reach) ** 2 + (v / (reach * rng.uniform(0.35, 1))) ** 2)
    level = 1.0 - away + rng.uniform(0.2, 0.6) * canvas.noise(int(rng.integers(8, 30)), 3)
    cover = smooth_step(level, 0.27, 0.27 + rng.uniform(0.02, 0.1)) * (away < 1.4)
    stains = Layer(cover * (canvas.noise(20) > 0.5) * rng.uniform(0, 0.6), colour * rng.uniform(0.2, 0.7))
    return Mark("paint_peeling", -1.5 * soften(cover, 1), [Layer(cover, colour), stains], cover > 0.5)


def shatter(canvas, place, reach, region):
    """Draws glass with cracks that run from an impact and around it, inside `region` (0 to 1)."""
    rng, unit = canvas.rng, canvas.side / 640
    count, fine = int(rng.integers(9, 34)), rng.uniform(0.6, 1.8) * unit
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    ends = reach * rng.uniform(0.5, 1.25, count)
    rays = [wander(rng, np.asarray(place, float), angle, end, 0.35, 12) for angle, end in zip(angles, ends)]
    lines = [(ray, fine * rng.uniform(0.5, 1.5), rng.uniform(0.3, 1)) for ray in rays]
    for ring in np.cumsum(rng.uniform(0.3, 1.6, int(rng.integers(2, 11)))):
        step = ring / 10 * 12
        for one, other in zip(rays, [*rays[1:], rays[0]]):
            if step < 11 and rng.random() < 0.75:
                at = lambda ray: ray[int(step)] + (ray[int(step) + 1] - ray[int(step)]) * (step % 1)
                lines.append((np.stack([at(one), at(other)]), fine * rng.uniform(0.4, 1.2), rng.uniform(0.2, 0.9)))
    u, v = canvas.around(place, 0.0)
    away = torch.sqrt(u * u + v * v) / reach
    core = smooth_step(rng.uniform(0.05, 0.3) - away + 0.06 * canvas.noise(60), 0.0, 0.08) * (0.4 + 0.6 * canvas.noise(150).abs())
    crazed = smooth_step(canvas.noise(int(rng.integers(50, 130)), 1).abs(), 0.12, 0.0) * (away < rng.uniform(0.3, 1)) * (rng.random() < 0.35)
    cover = torch.maximum(torch.maximum(canvas.lines(lines), core), crazed * 0.6) * region
    layers = [Layer(cover * rng.uniform(0.6, 1), np.full(3, rng.uniform(0.5, 1.0)))]
    if rng.random() < 0.25:  # a hole
        hole = place + np.stack([np.cos(angles), np.sin(angles)], 1) * reach * rng.uniform(0.1, 0.45, (count, 1))
        layers.append(Layer(canvas.polygon(hole) * region, np.full(3, rng.uniform(0, 0.03))))
    return Mark("broken_glass", canvas.zeros(), layers, (region > 0.5) & (away < 1.0))


def break_lamp(canvas, place, reach, region):
    """Draws a lamp with a hole, shards around it and cracks; the damage is the whole lamp."""
    rng, unit = canvas.rng, canvas.side / 640
    count = int(rng.integers(5, 11))
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    middle = np.asarray(place) + rng.uniform(-0.5, 0.5, 2) * reach
    hole = middle + np.stack([np.cos(angles), np.sin(angles)], 1) * reach * rng.uniform(0.15, 0.8, (count, 1))
    inside = canvas.polygon(hole) * region
    glints = canvas.noise(40, 3)
    rays = [(wander(rng, corner, angle, reach * rng.uniform(0.2, 1.2), 0.5, 8), rng.uniform(0.7, 2) * unit, rng.uniform(0.4, 1)) for corner, angle in zip(hole, angles)]
    layers = [
        Layer(inside, np.full(3, rng.uniform(0.0, 0.08))),
        Layer(inside * smooth_step(glints, 0.3, 0.6) * rng.uniform(0, 0.9), np.full(3, rng.uniform(0.3, 0.9))),
        Layer(canvas.lines([(np.concatenate([hole, hole[:1]]), 1.5 * unit, 0.8), *rays]) * region, np.full(3, rng.uniform(0.5, 1))),
    ]
    return Mark("broken_light", canvas.zeros(), layers, region > 0.5)
