"""Random training pictures, drawn on the CPU as numbers and painted on the GPU.

A training picture has four slots around a centre point, two (both are mosaics) or one slot that fills it. Every
slot shows one packed picture through an affine map. `draw_plan` draws all random numbers of a batch with numpy (so a seed fixes
them); `Painter` turns a plan into pixels, boxes and outline bits with tensor operations of fixed shape only, which
lets a CUDA graph hold the whole training step.
"""

from typing import NamedTuple

import numpy as np
import torch

from .folds import in_fold

GREY = 114.0
ROTATION = 0.05  # radians; more would inflate the boxes of thin scratches
VISIBLE = 0.25  # a box that a slot's border cuts below this part is ignored
TINY = 8  # pixels: a box whose longer side is shown smaller than this is ignored
HALF = 0.55  # pictures that are shown smaller than this part of their size are read from their half-size copy


def sampling_pool(labels, config, stage, without=None):
    """Returns training pictures with weights: rarer classes are drawn more often (square root), sets by `emphasis`.

    Those of the fold `without` are left out.
    """
    emphasis = {**config.data.emphasis, **stage.emphasis}
    left_out = labels["val"] if without is None else labels["val"] | in_fold(labels, config, without)
    index = np.flatnonzero(~left_out)
    kinds = labels["labels"][index]
    count = np.array([(kinds == number).any(1).sum() for number in range(len(config.classes))])
    share = np.maximum(count, 1) / len(index)
    factor = np.maximum(1.0, np.sqrt(0.06 / share)).clip(max=6.0)
    weight = np.array([max([factor[kind] for kind in row if kind >= 0], default=1.0) for row in kinds])
    weight *= np.array([emphasis.get(name, 1.0) for name in labels["sets"][index]])
    for name, factor in config.data.focus.items():
        weight *= np.where((kinds == config.classes.index(name)).any(1), factor, 1.0)
    scales = np.array([config.data.scales.get(name, stage.scale) for name in labels["sets"]], float)
    return {
        "index": index,
        "weight": weight / weight.sum(),
        "scales": np.log(scales),
        **{name: labels[name] for name in ("sizes", "stretched", "boxes", "labels")},
    }


def draw_plan(rng, pool, batch, size, mosaic, aimed=0.0):
    """Draws a batch from the `pool` of `sampling_pool`. The share `aimed` of the pictures is placed so that one box is in view."""
    index = rng.choice(pool["index"], (batch, 4), p=pool["weight"])
    # Half of the mosaics have four slots, half two (one picture above another: most photos are wide).
    draw = rng.random(batch)
    four, two = draw < mosaic / 2, (draw >= mosaic / 2) & (draw < mosaic)
    middle = rng.uniform(0.35, 0.65, (batch, 2)) * size
    x = np.where(four, middle[:, 0], size).round()
    y = np.where(four | two, middle[:, 1], size).round()
    centre = np.stack([x, y], 1)
    zero, full = np.zeros_like(x), np.full_like(x, size)
    low = np.stack([np.stack([zero, x, zero, x], 1), np.stack([zero, zero, y, y], 1)], 2)
    high = np.stack([np.stack([x, full, x, full], 1), np.stack([y, y, full, full], 1)], 2)

    source = pool["sizes"][index].astype(float)
    reach = np.select([four, two], [0.6, 0.85], 1.0)[:, None]  # mosaics show pictures smaller
    stretch = np.exp(rng.uniform(pool["scales"][index, 0], pool["scales"][index, 1])) * reach
    factor = stretch * size / source.max(2)
    # Pictures squeezed to a square get wider again; the others only a little jitter.
    widen, jitter = rng.uniform(-0.1, 0.45, (batch, 4)), rng.uniform(-0.12, 0.12, (batch, 4))
    aspect = np.exp(np.where(pool["stretched"][index], widen, jitter))
    zoom = np.stack([factor * np.sqrt(aspect), factor / np.sqrt(aspect)], 2)
    flip = np.where(rng.random((batch, 4)) < 0.5, -1.0, 1.0)
    turn = rng.uniform(-ROTATION, ROTATION, (batch, 4)) * (rng.random((batch, 4)) < 0.5)
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.empty((batch, 4, 2, 2))
    linear[..., 0, 0], linear[..., 0, 1] = cos * zoom[..., 0] * flip, -sin * zoom[..., 1]
    linear[..., 1, 0], linear[..., 1, 1] = sin * zoom[..., 0] * flip, cos * zoom[..., 1]
    margin = np.abs(source * zoom - (high - low)) / 2
    middle = (low + high) / 2 + rng.uniform(-1, 1, (batch, 4, 2)) * margin
    if aimed:
        target, there = _draw_targets(rng, pool, index)
        seen_at = low + rng.uniform(0.1, 0.9, (batch, 4, 2)) * (high - low)
        wanted = seen_at - np.einsum("bsij,bsj->bsi", linear, target - source / 2)
        wanted = np.clip(wanted, (low + high) / 2 - margin, (low + high) / 2 + margin)
        middle = np.where((there & (rng.random((batch, 4)) < aimed))[..., None], wanted, middle)
    shift = middle - np.einsum("bsij,bsj->bsi", linear, source / 2)
    inverse = np.linalg.inv(linear)
    back = -np.einsum("bsij,bsj->bsi", inverse, shift)
    return {
        "index": torch.from_numpy(index),
        "level": torch.from_numpy((factor < HALF).astype(np.int64)),
        "centre": torch.from_numpy(centre).float(),
        "low": torch.from_numpy(low).float(),
        "high": torch.from_numpy(high).float(),
        "forward": torch.from_numpy(np.concatenate([linear, shift[..., None]], 3)).float(),
        "inverse": torch.from_numpy(np.concatenate([inverse, back[..., None]], 3)).float(),
        "mirrored": torch.from_numpy(flip < 0),
        "colour": torch.from_numpy(_draw_colour(rng, batch)).float(),
        "order": torch.from_numpy(rng.random((batch, 4 * pool["labels"].shape[1]))).float(),
    }


def _draw_targets(rng, pool, index):
    """Returns the centre of one box of each picture, drawn at random, and whether the picture has one."""
    draw = rng.random((*index.shape, pool["labels"].shape[1])) * (pool["labels"][index] >= 0)
    chosen = draw.argmax(-1)
    boxes = pool["boxes"][index, chosen].astype(float)
    return (boxes[..., :2] + boxes[..., 2:]) / 2, draw.max(-1) > 0


def _draw_colour(rng, batch):
    """Returns 3x4 colour maps (of values 0..1): hue, saturation, contrast, brightness."""
    grey = np.full((3, 3), [0.299, 0.587, 0.114])
    maps = np.empty((batch, 3, 4))
    for row in range(batch):
        saturation = 0.0 if rng.random() < 0.04 else rng.uniform(0.5, 1.5)
        tint = np.diag(rng.uniform(0.92, 1.08, 3))
        contrast = rng.uniform(0.65, 1.4)
        linear = contrast * tint @ (saturation * np.eye(3) + (1 - saturation) * grey)
        offset = 0.5 * (1 - contrast) + rng.uniform(-0.14, 0.14)
        maps[row] = np.concatenate([linear, np.full((3, 1), offset)], 1)
    return maps


def mirror_numbers(config):
    """Returns for each class the one that it becomes in a mirrored picture."""
    partner = {name: other for pair in config.mirror for name, other in (pair, pair[::-1])}
    return [config.classes.index(partner.get(name, name)) for name in config.classes]


class Targets(NamedTuple):
    """The boxes of a batch, the same number per picture, and their outlines."""

    boxes: torch.Tensor  # (batch, n, 4): x0, y0, x1, y1
    labels: torch.Tensor  # class number, -1 none, -2 a region to ignore
    slots: torch.Tensor  # which picture of the mosaic it came from
    bits: torch.Tensor  # which bit of that picture's bitmap is its outline
    outlined: torch.Tensor  # whether it has one


class Painter:
    """Paints plans from the pictures of a store."""

    def __init__(self, store, mirror):
        self.store, self.device = store, store.device
        self.mirror = torch.tensor(mirror, device=store.device)

    def _choose(self, plan, values, x, y):
        """Returns, of per-slot values (batch, 4), the one of the slot at each point of the grid x (w) by y (h)."""
        right = (x[None, :] >= plan["centre"][:, :1])[:, None, :]
        below = (y[None, :] >= plan["centre"][:, 1:])[:, :, None]
        top = torch.where(right, values[:, 1, None, None], values[:, 0, None, None])
        low = torch.where(right, values[:, 3, None, None], values[:, 2, None, None])
        return torch.where(below, low, top)

    def _locate(self, plan, x, y):
        """Returns source coordinates of each grid point."""
        maps = plan["inverse"].flatten(2)
        part = [self._choose(plan, maps[:, :, number], x, y) for number in range(6)]
        grid_x, grid_y = x[None, None, :], y[None, :, None]
        return part[0] * grid_x + part[1] * grid_y + part[2], part[3] * grid_x + part[4] * grid_y + part[5]

    def paint(self, plan, size):
        """Returns RGB pictures (batch, 3, size, size) of 0..1."""
        store, axis = self.store, torch.arange(size, device=self.device) + 0.5
        choose = lambda values: self._choose(plan, values, axis, axis)
        x, y = self._locate(plan, axis, axis)
        shrink = choose(1 - 0.5 * plan["level"])
        x, y = x * shrink, y * shrink
        extent = store.sizes[plan["level"], plan["index"]]
        width, height = choose(extent[..., 0]), choose(extent[..., 1])
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        x, y = x - 0.5, y - 0.5
        left, top = x.floor(), y.floor()
        fx, fy = x - left, y - top
        base = choose(store.offsets[plan["level"], plan["index"]])
        channels = [0.0, 0.0, 0.0]
        for dy, wy in ((0, 1 - fy), (1, fy)):
            row = torch.minimum((top + dy).clamp(min=0).long(), height - 1) * width + base
            for dx, wx in ((0, 1 - fx), (1, fx)):
                column = torch.minimum((left + dx).clamp(min=0).long(), width - 1)
                pixel = store.pixels[row + column]
                weight = wx * wy
                for channel in range(3):
                    channels[channel] = channels[channel] + ((pixel >> (8 * channel)) & 255) * weight
        colour = plan["colour"]
        grey = torch.full_like(fx, GREY)
        rgb = torch.stack([torch.where(inside, channel, grey) for channel in channels], 1) / 255
        mapped = torch.einsum("bij,bjhw->bihw", colour[:, :, :3], rgb) + colour[:, :, 3, None, None]
        return mapped.clamp(0, 1)

    def paint_bits(self, plan, size, step):
        """Returns outline bits (batch, size/step, size/step) and the slot number of each cell."""
        store, axis = self.store, (torch.arange(size // step, device=self.device) + 0.5) * step
        choose = lambda values: self._choose(plan, values, axis, axis)
        x, y = self._locate(plan, axis, axis)
        column, row = (x / 2).floor().long(), (y / 2).floor().long()
        extent = store.sizes[1][plan["index"]]
        width, height = choose(extent[..., 0]), choose(extent[..., 1])
        inside = (column >= 0) & (row >= 0) & (column < width) & (row < height)
        place = torch.minimum(row.clamp(min=0), height - 1) * width + torch.minimum(column.clamp(min=0), width - 1)
        bits = store.bits[choose(store.bit_offsets[plan["index"]]) + place]
        numbers = torch.arange(4, device=bits.device).expand(len(bits), 4)
        return torch.where(inside, bits, torch.zeros_like(bits)), choose(numbers)

    def place_boxes(self, plan, size, limit):
        """Returns the boxes of all slots in the new pictures, `limit` per picture."""
        store = self.store
        boxes, labels, outlined = (table[plan["index"]] for table in (store.boxes, store.classes, store.outlined))
        swapped = torch.where(labels >= 0, self.mirror[labels.clamp(min=0)], labels)
        labels = torch.where(plan["mirrored"][..., None], swapped, labels)
        batch, slots, per_slot = labels.shape
        x0, y0, x1, y1 = boxes.unbind(3)
        corners = torch.stack([x0, y0, x1, y0, x1, y1, x0, y1], 3).unflatten(3, (4, 2))
        maps = plan["forward"]
        moved = torch.einsum("bsij,bsnkj->bsnki", maps[..., :2], corners) + maps[:, :, None, None, :, 2]
        start, end = moved.amin(3), moved.amax(3)
        area = (end - start).prod(3)
        # A slot that is not in use has no extent, so its boxes vanish here.
        start = torch.maximum(start, plan["low"][:, :, None])
        end = torch.minimum(end, plan["high"][:, :, None])
        extent = (end - start).clamp(min=0)
        shown = (labels != -1) & (extent.amin(3) >= 1)
        clear = (extent.prod(3) > VISIBLE * area) & (extent.amin(3) >= 2) & (extent.amax(3) >= TINY)
        labels = torch.where(clear, labels, torch.full_like(labels, -2))
        flat = lambda value: value.flatten(1, 2)
        _, chosen = (flat(shown).float() * 2 + flat(shown & clear).float() * 2 + plan["order"]).topk(limit, 1)
        pick = lambda value: flat(value).gather(1, chosen)
        wide = lambda value: flat(value).gather(1, chosen[..., None].expand(-1, -1, 2))
        labels = torch.where(pick(shown), pick(labels), torch.full_like(chosen, -1))
        numbers = torch.arange(slots * per_slot, device=labels.device).expand(batch, -1).gather(1, chosen)
        placed = torch.cat([wide(start), wide(end)], 2)
        return Targets(placed, labels, numbers // per_slot, numbers % per_slot, pick(outlined))

    def _slots_at(self, plan, points):
        """Returns the slot of each point (n, 2) of the new pictures: (batch, n)."""
        right = (points[None, :, 0] >= plan["centre"][:, :1]).long()
        below = (points[None, :, 1] >= plan["centre"][:, 1:]).long()
        return right + 2 * below

    def labelled_at(self, plan, points):
        """Returns which classes are labelled exhaustively at points (n, 2) of the new pictures: (batch, n, classes)."""
        slots = self.store.labelled[plan["index"]]
        slots = torch.where(plan["mirrored"][..., None], slots[..., self.mirror], slots)
        return slots.gather(1, self._slots_at(plan, points)[..., None].expand(-1, -1, slots.shape[2]))

    def taught_at(self, plan, points):
        """Returns the weight of the teachers at points (n, 2) of the new pictures: (batch, n)."""
        return self.store.taught[plan["index"]].gather(1, self._slots_at(plan, points))
