"""Renders damage into photos of cars: a dent moves reflections, and its slopes reflect other surroundings.

A photo with a labelled damage shows paint around it. `body_of` segments the paint: it has the colour of the ring around the boxes, is
smooth and connected with that ring. A dent displaces the photo's own pixels along its slopes, and the change of light that it causes
on rendered paint of the same colour is added.
"""

import numpy as np
import torch
from torch.nn import functional

from .fields import log_uniform, sample, slopes, soften
from .scene import draw_marks, lay_over, visible
from .shading import Paint, Surface, draw_pose, shade_paint
from .surroundings import Surroundings

SMALL = 160  # pixels of the longer side for the segmentation of paint
ALIKE = 0.16  # largest difference in colour from the paint around a damage
ROUGH = 0.045  # largest difference between neighbouring pixels on smooth paint
PAINTED = ("scratch", "dent", "paint_peeling", "rustiness", "dirt")  # damages that lie on paint
LEAST = 0.03  # least part of the picture that is paint


def _box_cover(boxes, height, width, grow=0.0):
    cover = np.zeros((height, width), np.float32)
    for box in boxes:
        w, h = box["w"] * grow, box["h"] * grow
        x0, y0 = max(0, int(box["x"] - w)), max(0, int(box["y"] - h))
        cover[y0 : int(np.ceil(box["y"] + box["h"] + h)), x0 : int(np.ceil(box["x"] + box["w"] + w))] = 1
    return cover


def body_of(picture, boxes, ignored):
    """Returns cover (h, w) and colour of the paint of a picture (3, h, w) around its damages, or None if there is little."""
    height, width = picture.shape[1:]
    factor = SMALL / max(height, width)
    size = [max(8, round(length * factor)) for length in (height, width)]
    scaled = lambda box: {key: box[key] * factor for key in "xywh"}
    known = [scaled(box) for box in boxes if box["label"] in PAINTED]
    cover = lambda some, grow: torch.from_numpy(_box_cover(some, *size, grow)).to(picture.device)
    taken = cover([scaled(box) for box in [*boxes, *ignored]], 0.04)
    ring = (cover(known, 0.25) * (1 - taken)) > 0
    if not known or int(ring.sum()) < 30:
        return None
    small = functional.interpolate(picture[None], size=size, mode="area")[0]
    colour = small[:, ring].median(1).values
    right, down = (small.diff(dim=2).abs().amax(0), small.diff(dim=1).abs().amax(0))
    rough = functional.pad(right, (0, 1)) + functional.pad(down, (0, 0, 0, 1))
    alike = (small - colour[:, None, None]).abs().amax(0) < ALIKE
    free = (alike & (soften(rough, 1) < ROUGH) & (taken < 0.5)).float()[None, None]
    reached = free * ring
    for _ in range(SMALL // 2):
        reached = functional.max_pool2d(reached, 3, 1, 1) * free
    if float(reached.mean()) < LEAST:
        return None
    return functional.interpolate(reached, size=(height, width), mode="bilinear", align_corners=False)[0, 0], colour


def linear(picture):
    return picture.clamp(0, 1) ** 2.0


def mark_photo(canvas, picture, boxes, ignored):
    """Returns the picture (3, h, w; 0 to 1) with damages on its paint, and the damages, or None if it shows no paint."""
    body = body_of(picture, boxes, ignored)
    if body is None:
        return None
    (area, colour), rng = body, canvas.rng
    paint = Paint((linear(colour).cpu().numpy() * 1.1).clip(0.004, 0.95), rng.uniform(0, 0.5), rng.uniform(0.5, 1))
    marks = draw_marks(canvas, area, paint, reaches=(0.04, 0.25))
    if not marks:
        return None
    height = sum(mark.height for mark in marks)
    right, down = slopes(height)
    moved = canvas.side * rng.uniform(0.02, 0.12)
    light = linear(sample(picture, canvas.x + moved * right, canvas.y + moved * down))
    pose, surroundings = draw_pose(rng), Surroundings(rng, canvas.device)
    x, y = canvas.x / canvas.side - 0.5, canvas.y / canvas.side - 0.5
    shape = -canvas.side * (rng.uniform(0, 0.4) * x * x + rng.uniform(0, 0.4) * y * y)
    shade = lambda shape: shade_paint(canvas, Surface(canvas, shape, pose), paint, surroundings)
    before, after = shade(shape), shade(shape + height)
    # Without a dent the photo's paint and the rendered one are equally bright.
    level = light.mean(0)[area > 0.5].mean() / before.mean(0)[area > 0.5].mean().clamp(min=1e-3)
    light = light + (after - before) * level * log_uniform(rng, 0.5, 1.3)
    irradiance = soften(light.mean(0), 0.03 * canvas.side) / float(paint.colour.mean() + 0.06) * rng.uniform(0.8, 1.1)
    light = lay_over(light, [layer for mark in marks for layer in mark.layers], irradiance.clamp(max=1.2))
    marks = visible(marks, linear(picture), light)
    return (light.clamp(1e-6, 1).sqrt(), marks) if marks else None
