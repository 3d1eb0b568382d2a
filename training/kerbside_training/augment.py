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
VISIBLE = 0.25  # a box that a slot's border cuts below this part is dropped


def sampling_pool(labels, config, stage, without=None):
    """Training pictures with weights: rarer classes are drawn more often (square root), sets by `emphasis`.

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
    return {
        "index": index,
        "weight": weight / weight.sum(),
        "sizes": labels["sizes"],
        "stretched": labels["stretched"],
        "slots": labels["labels"].shape[1],
    }


def draw_plan(rng, pool, batch, size, mosaic, scale):
    """`pool`: indices, weights, sizes and stretched flags of the pictures to draw from."""
    index = rng.choice(pool["index"], (batch, 4), p=pool["weight"])
    # Half of the mosaics have four slots, half two (one picture above another: most photos are wide).
    chance = rng.random(batch)
    four, two = chance < mosaic / 2, (chance >= mosaic / 2) & (chance < mosaic)
    middle = rng.uniform(0.35, 0.65, (batch, 2)) * size
    x = np.where(four, middle[:, 0], size).round()
    y = np.where(four | two, middle[:, 1], size).round()
    centre = np.stack([x, y], 1)
    zero, full = np.zeros_like(x), np.full_like(x, size)
    low = np.stack([np.stack([zero, x, zero, x], 1), np.stack([zero, zero, y, y], 1)], 2)
    high = np.stack([np.stack([x, full, x, full], 1), np.stack([y, y, full, full], 1)], 2)

    source = pool["sizes"][index].astype(float)
    reach = np.select([four, two], [0.6, 0.85], 1.0)[:, None]  # mosaics show pictures smaller
    stretch = np.exp(rng.uniform(np.log(scale[0]), np.log(scale[1]), (batch, 4))) * reach
    factor = stretch * size / source.max(2)
    # Pictures squeezed to a square get wider again; the others only a little jitter.
    widen, jitter = rng.uniform(-0.1, 0.45, (batch, 4)), rng.uniform(-0.12, 0.12, (batch, 4))
    aspect = np.exp(np.where(pool["stretched"][index], widen, jitter))
    zoom = np.stack([factor * np.sqrt(aspect), factor / np.sqrt(aspect)], 2)
    flip = np.where(rng.random((batch, 4)) < 0.5, -1.0, 1.0)
    turn = rng.uniform(-ROTATION, ROTATION, (batch, 4)) * (rng.random((batch, 4)) < 0.5)
    room = np.abs(source * zoom - (high - low)) / 2
    middle = (low + high) / 2 + rng.uniform(-1, 1, (batch, 4, 2)) * room

    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.empty((batch, 4, 2, 2))
    linear[..., 0, 0], linear[..., 0, 1] = cos * zoom[..., 0] * flip, -sin * zoom[..., 1]
    linear[..., 1, 0], linear[..., 1, 1] = sin * zoom[..., 0] * flip, cos * zoom[..., 1]
    shift = middle - np.einsum("bsij,bsj->bsi", linear, source / 2)
    inverse = np.linalg.inv(linear)
    back = -np.einsum("bsij,bsj->bsi", inverse, shift)
    return {
        "index": torch.from_numpy(index),
        "centre": torch.from_numpy(centre).float(),
        "low": torch.from_numpy(low).float(),
        "high": torch.from_numpy(high).float(),
        "forward": torch.from_numpy(np.concatenate([linear, shift[..., None]], 3)).float(),
        "inverse": torch.from_numpy(np.concatenate([inverse, back[..., None]], 3)).float(),
        "mirrored": torch.from_numpy(flip < 0),
        "colour": torch.from_numpy(_draw_colour(rng, batch)).float(),
        "order": torch.from_numpy(rng.random((batch, 4 * pool["slots"]))).float(),
    }


def _draw_colour(rng, batch):
    """3x4 colour maps (of values 0..1): hue, saturation, contrast, brightness."""
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
    """For each class the one that it becomes in a mirrored picture."""
    partner = {name: other for pair in config.mirror for name, other in (pair, pair[::-1])}
    return [config.classes.index(partner.get(name, name)) for name in config.classes]


class Targets(NamedTuple):
    """The boxes of a batch, so many per picture, and where their outlines are."""

    boxes: torch.Tensor  # (batch, n, 4): x0, y0, x1, y1
    labels: torch.Tensor  # class number, -1 none, -2 a region to ignore
    slots: torch.Tensor  # which picture of the mosaic it came from
    bits: torch.Tensor  # which bit of that picture's bitmap is its outline
    outlined: torch.Tensor  # whether it has one


class Painter:
    """Holds the packed pictures on one device and paints plans."""

    def __init__(self, images, bits, labels, device, mirror):
        count, self.side = images.shape[0], images.shape[1]
        # Four bytes per pixel, so that one lookup fetches a pixel.
        self.pixels = torch.empty((count, self.side, self.side), dtype=torch.int32, device=device)
        for first in range(0, count, 512):
            part = torch.from_numpy(np.ascontiguousarray(images[first : first + 512])).to(device).int()
            self.pixels[first : first + 512] = part[..., 0] | part[..., 1] << 8 | part[..., 2] << 16
        self.bits = torch.empty((count, self.side // 2, self.side // 2), dtype=torch.int32, device=device)
        for first in range(0, count, 1024):
            part = np.ascontiguousarray(bits[first : first + 1024])
            self.bits[first : first + 1024] = torch.from_numpy(part).to(device)
        self.sizes = torch.from_numpy(labels["sizes"]).float().to(device)
        self.boxes = torch.from_numpy(labels["boxes"]).to(device)
        self.labels = torch.from_numpy(labels["labels"]).to(device)
        self.outlined = torch.from_numpy(labels["outlined"]).to(device)
        self.labelled = torch.from_numpy(labels["labelled"]).to(device)
        self.mirror = torch.tensor(mirror, device=device)

    def _choose(self, plan, values, x, y):
        """Of per-slot values (batch, 4) the one of the slot at each point of the grid x (w) by y (h)."""
        right = (x[None, :] >= plan["centre"][:, :1])[:, None, :]
        below = (y[None, :] >= plan["centre"][:, 1:])[:, :, None]
        top = torch.where(right, values[:, 1, None, None], values[:, 0, None, None])
        low = torch.where(right, values[:, 3, None, None], values[:, 2, None, None])
        return torch.where(below, low, top)

    def _locate(self, plan, x, y):
        """Source picture number and source coordinates of each grid point."""
        maps = plan["inverse"].flatten(2)
        part = [self._choose(plan, maps[:, :, number], x, y) for number in range(6)]
        grid_x, grid_y = x[None, None, :], y[None, :, None]
        return (
            self._choose(plan, plan["index"], x, y),
            part[0] * grid_x + part[1] * grid_y + part[2],
            part[3] * grid_x + part[4] * grid_y + part[5],
        )

    def paint(self, plan, size):
        """RGB pictures (batch, 3, size, size) of 0..1."""
        axis = torch.arange(size, device=self.pixels.device) + 0.5
        picture, x, y = self._locate(plan, axis, axis)
        limit = self.sizes[picture]
        inside = (x >= 0) & (y >= 0) & (x < limit[..., 0]) & (y < limit[..., 1])
        x, y = x - 0.5, y - 0.5
        left, top = x.floor(), y.floor()
        fx, fy = x - left, y - top
        base = picture * (self.side * self.side)
        flat = self.pixels.view(-1)
        channels = [0.0, 0.0, 0.0]
        for dy, wy in ((0, 1 - fy), (1, fy)):
            row = torch.minimum((top + dy).clamp(min=0), limit[..., 1] - 1).long() * self.side + base
            for dx, wx in ((0, 1 - fx), (1, fx)):
                column = torch.minimum((left + dx).clamp(min=0), limit[..., 0] - 1).long()
                pixel = flat[row + column]
                weight = wx * wy
                for channel in range(3):
                    channels[channel] = channels[channel] + ((pixel >> (8 * channel)) & 255) * weight
        colour = plan["colour"]
        grey = torch.full_like(fx, GREY)
        rgb = torch.stack([torch.where(inside, channel, grey) for channel in channels], 1) / 255
        mapped = torch.einsum("bij,bjhw->bihw", colour[:, :, :3], rgb) + colour[:, :, 3, None, None]
        return mapped.clamp(0, 1)

    def paint_bits(self, plan, size, step):
        """Outline bits (batch, size/step, size/step) and the slot number of each cell."""
        axis = (torch.arange(size // step, device=self.pixels.device) + 0.5) * step
        picture, x, y = self._locate(plan, axis, axis)
        column, row = (x / 2).floor(), (y / 2).floor()
        half = self.side // 2
        inside = (column >= 0) & (row >= 0) & (column < half) & (row < half)
        place = row.clamp(0, half - 1).long() * half + column.clamp(0, half - 1).long()
        bits = self.bits.view(-1)[picture * (half * half) + place]
        numbers = torch.arange(4, device=bits.device).expand(len(bits), 4)
        return torch.where(inside, bits, torch.zeros_like(bits)), self._choose(plan, numbers, axis, axis)

    def place_boxes(self, plan, size, most):
        """The boxes of all slots in the new pictures, `most` per picture."""
        boxes, labels, outlined = (table[plan["index"]] for table in (self.boxes, self.labels, self.outlined))
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
        seen = (labels != -1) & (extent.prod(3) > VISIBLE * area) & (extent.amin(3) >= 2)
        flat = lambda value: value.flatten(1, 2)
        _, chosen = (flat(seen).float() * 2 + plan["order"]).topk(most, 1)
        pick = lambda value: flat(value).gather(1, chosen)
        wide = lambda value: flat(value).gather(1, chosen[..., None].expand(-1, -1, 2))
        labels = torch.where(pick(seen), pick(labels), torch.full_like(chosen, -1))
        numbers = torch.arange(slots * per_slot, device=labels.device).expand(batch, -1).gather(1, chosen)
        placed = torch.cat([wide(start), wide(end)], 2)
        return Targets(placed, labels, numbers // per_slot, numbers % per_slot, pick(outlined))

    def labelled_at(self, plan, points):
        """Which classes are labelled exhaustively at points (n, 2) of the new pictures: (batch, n, classes)."""
        right = (points[None, :, 0] >= plan["centre"][:, :1]).long()
        below = (points[None, :, 1] >= plan["centre"][:, 1:]).long()
        slots = self.labelled[plan["index"]]
        slots = torch.where(plan["mirrored"][..., None], slots[..., self.mirror], slots)
        return slots.gather(1, (right + 2 * below)[..., None].expand(-1, -1, slots.shape[2]))
