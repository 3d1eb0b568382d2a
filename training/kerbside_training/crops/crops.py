"""Wheel crops on the GPU, and their random views."""

import json
import math
import os
import zlib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch.nn import functional

from .heads import label_numbers, label_weight
from .render import SIDE, render_wheel

FOLDS = 3  # of cross validation, by group


def square(picture):
    """Returns the picture at the top left of a grey square of SIDE pixels, as large as fits (the layout of the library)."""
    scale = SIDE / max(picture.size)
    small = picture.convert("RGB").resize([max(1, round(side * scale)) for side in picture.size], Image.BILINEAR)
    canvas = Image.new("RGB", (SIDE, SIDE), (114, 114, 114))
    canvas.paste(small, (0, 0))
    return np.asarray(canvas)


class Crops:
    """Pictures (n, 3, SIDE, SIDE) as bytes, label numbers (n, heads), weights (n,), groups and sets."""

    def __init__(self, pictures, labels, weights, groups, sets, device):
        self.pictures = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).contiguous().to(device)
        self.labels = torch.tensor(labels, device=device)
        self.weights = torch.tensor(weights, dtype=torch.float32, device=device)
        self.groups, self.sets = np.array(groups), np.array(sets)

    def __len__(self):
        return len(self.pictures)

    def to(self, device):
        self.pictures, self.labels, self.weights = (value.to(device) for value in (self.pictures, self.labels, self.weights))
        return self


def read_crops(folders, split, uncertain, device, limit=0, leave_out=None):
    """Returns the crops of a split; with `limit` at most this many of each folder.

    With `leave_out`, train is all folds of its groups except one, and val is that fold.
    """
    records, source = [], "train" if leave_out is not None else split
    for folder in map(Path, folders):
        some = [record for record in json.loads((folder / "index.json").read_text()) if record["split"] == source]
        if leave_out is not None:
            some = [record for record in some if (fold_of(record["group"]) == leave_out) == (split == "val")]
        records += [{**record, "path": folder / record["file"]} for record in (some[:limit] if limit else some)]
    if split == "val":
        records = [record for record in records if record["covering"] is not None]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pictures = list(pool.map(lambda record: square(Image.open(record["path"])), records))
    labels, weights = [label_numbers(record) for record in records], [label_weight(record, uncertain) for record in records]
    groups, sets = ([str(record[key]) for record in records] for key in ("group", "set"))
    return Crops(pictures, labels, weights, groups, sets, device)


def fold_of(group):
    return zlib.crc32(str(group).encode()) % FOLDS


def render_wheels(count):
    """Returns pictures and label numbers. Call it before CUDA is initialized: the pool forks."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(render_wheel, range(count), chunksize=32))


def rendered_crops(wheels, device):
    pictures, labels = zip(*wheels)
    count = len(wheels)
    return Crops(pictures, labels, [1.0] * count, ["rendered"] * count, ["rendered"] * count, device)


def plain_views(crops, numbers, size):
    pictures = crops.pictures[numbers].float() / 255
    return functional.interpolate(pictures, size=(size, size), mode="bilinear", align_corners=False, antialias=True)


def random_views(crops, numbers, size, source):
    """Returns augmented views: turned, squeezed, shifted, mirrored, recoloured, blurred, with a part covered."""
    pictures = crops.pictures[numbers].float() / 255
    count, device = len(pictures), pictures.device
    uniform = lambda low, high, *shape: torch.rand(count, *shape, generator=source, device=device) * (high - low) + low
    turn, zoom = uniform(-0.3, 0.3), torch.exp(uniform(-0.22, 0.18))
    aspect, flip = torch.exp(uniform(-0.25, 0.25)), torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    cos, sin = torch.cos(turn), torch.sin(turn)
    map_x = torch.stack([cos * flip * aspect / zoom, -sin / zoom, uniform(-0.14, 0.14)], 1)
    map_y = torch.stack([sin * flip / zoom, cos / aspect / zoom, uniform(-0.14, 0.14)], 1)
    # Sampled at twice the size, then averaged: grid_sample alone would alias.
    grid = functional.affine_grid(torch.stack([map_x, map_y], 1), (count, 3, size * 2, size * 2), align_corners=False)
    views = functional.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)
    views = functional.avg_pool2d(views, 2)
    blurred = functional.interpolate(
        functional.avg_pool2d(views, 2), size=(size, size), mode="bilinear", align_corners=False
    )
    views = torch.where(uniform(0, 1, 1, 1, 1) < 0.25, blurred, views)
    grey = views.mean(1, keepdim=True)
    views = grey + (views - grey) * uniform(0.3, 1.6, 1, 1, 1)
    views = (views - 0.5) * uniform(0.6, 1.5, 1, 1, 1) + 0.5 + uniform(-0.2, 0.2, 1, 1, 1)
    views = views * uniform(0.9, 1.1, 3, 1, 1) + torch.randn(views.shape, generator=source, device=device) * uniform(0, 0.05, 1, 1, 1)
    y, x = torch.meshgrid(*[torch.linspace(0, 1, size, device=device)] * 2, indexing="ij")
    hidden = ((x - uniform(0, 1, 1, 1)).abs() < uniform(0, 0.18, 1, 1)) & ((y - uniform(0, 1, 1, 1)).abs() < uniform(0, 0.18, 1, 1))
    views = torch.where(hidden[:, None] & (uniform(0, 1, 1, 1, 1) < 0.4), uniform(0, 1, 3, 1, 1), views)
    return views.clamp(0, 1)


def sampling_weights(crops):
    """Returns how often each crop is drawn: those with a rare label up to 4 times as often, uncertain ones less."""
    weight = torch.ones(len(crops), device=crops.weights.device)
    for column in crops.labels.T:
        for number in range(int(column.max()) + 1):
            share = (column == number).float().mean().clamp(min=1e-3)
            factor = (0.15 / share).sqrt().clamp(1.0, 4.0)
            weight = torch.where(column == number, torch.maximum(weight, factor), weight)
    return weight * crops.weights


def schedule(config, progress):
    if progress < config.warmup:
        return config.rate * progress / config.warmup
    fall = max(0.0, (progress - config.flat) / (1 - config.flat))
    return config.rate * (config.final_rate + (1 - config.final_rate) * (1 + math.cos(math.pi * fall)) / 2)
