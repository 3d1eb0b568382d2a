"""A large teacher: our neck and heads on Inception v3 (Szegedy et al. 2016), which has learnt from ImageNet.

Layers are created in the order in which Keras numbers them, so that its weights fit (`load_inception`).
"""

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .model import ConvUnit, Detector


class Unit(ConvUnit):
    """Convolution, batch norm, ReLU. Padded everywhere, also where the original is not: strides are 8, 16 and 32."""

    def __init__(self, inputs, outputs, kernel=1, stride=1):
        height, width = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        super().__init__(inputs, outputs, (height, width), stride, padding=(height // 2, width // 2))

    def activate(self, x):
        return functional.relu(x)


def chain(inputs, *layers):
    """Units in a row, each given as (outputs, kernel) or (outputs, kernel, stride)."""
    units = []
    for outputs, *shape in layers:
        units.append(Unit(inputs, outputs, *shape))
        inputs = outputs
    return nn.Sequential(*units)


class Smooth(nn.Module):
    """The mean of 3x3 cells, then 1x1."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.unit = Unit(inputs, outputs)

    def forward(self, x):
        return self.unit(functional.avg_pool2d(x, 3, 1, 1, count_include_pad=False))


class Fork(nn.Module):
    """What comes before, then along rows and along columns, side by side."""

    def __init__(self, before, inputs, outputs):
        super().__init__()
        self.before = before
        self.rows, self.columns = Unit(inputs, outputs, (1, 3)), Unit(inputs, outputs, (3, 1))

    def forward(self, x):
        x = self.before(x)
        return torch.cat([self.rows(x), self.columns(x)], 1)


class Mixed(nn.Module):
    """Branches side by side."""

    def __init__(self, *branches):
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], 1)


def halve():
    return nn.MaxPool2d(3, 2, 1)


def mixed_fine(inputs, pooled):
    return Mixed(
        chain(inputs, (64, 1)),
        chain(inputs, (48, 1), (64, 5)),
        chain(inputs, (64, 1), (96, 3), (96, 3)),
        Smooth(inputs, pooled),
    )


def mixed_middle(inner):
    row, column = (1, 7), (7, 1)
    return Mixed(
        chain(768, (192, 1)),
        chain(768, (inner, 1), (inner, row), (192, column)),
        chain(768, (inner, 1), (inner, column), (inner, row), (inner, column), (192, row)),
        Smooth(768, 192),
    )


def mixed_coarse(inputs):
    return Mixed(
        chain(inputs, (320, 1)),
        Fork(chain(inputs, (384, 1)), 384, 384),
        Fork(chain(inputs, (448, 1), (384, 3)), 384, 384),
        Smooth(inputs, 192),
    )


class Inception(nn.Module):
    """Pictures of 0..1 to features of stride 8, 16 and 32."""

    channels = (288, 768, 2048)

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            chain(3, (32, 3, 2), (32, 3), (64, 3)), halve(), chain(64, (80, 1), (192, 3)), halve()
        )
        self.fine = nn.Sequential(mixed_fine(192, 32), mixed_fine(256, 64), mixed_fine(288, 64))
        self.middle = nn.Sequential(
            Mixed(chain(288, (384, 3, 2)), chain(288, (64, 1), (96, 3), (96, 3, 2)), halve()),
            *(mixed_middle(inner) for inner in (128, 160, 160, 192)),
        )
        self.coarse = nn.Sequential(
            Mixed(chain(768, (192, 1), (320, 3, 2)), chain(768, (192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2)), halve()),
            mixed_coarse(1280),
            mixed_coarse(2048),
        )

    def forward(self, x):
        fine = self.fine(self.stem(x * 2 - 1))
        middle = self.middle(fine)
        return fine, middle, self.coarse(middle)


class InceptionDetector(Detector):
    def make_backbone(self, stem, *channels):
        self.backbone = Inception()
        self.projections = nn.ModuleList(ConvUnit(old, new) for old, new in zip(Inception.channels, channels))

    def pyramid(self, x):
        return [project(level) for project, level in zip(self.projections, self.backbone(x))]


@torch.no_grad()
def load_inception(model, path, _):
    """Fill the backbone from what `unpack-inception.mjs` wrote: a list of weights (`path`), and their bytes beside it."""
    path = Path(path)
    values, offset, data = {}, 0, np.fromfile(path.with_suffix(".bin"), np.uint8)
    for weight in json.loads(path.read_text()):
        count = int(np.prod(weight["shape"]))
        scale, lowest = weight["quantization"]["scale"], weight["quantization"]["min"]
        values[weight["name"]] = (data[offset : offset + count] * np.float32(scale) + lowest).reshape(weight["shape"])
        offset += count
    units = [module for module in model.backbone.modules() if isinstance(module, Unit)]
    for number, unit in enumerate(units, 1):
        norm = f"batch_normalization_{number}"
        unit.conv.weight.copy_(torch.from_numpy(values[f"conv2d_{number}/kernel"].transpose(3, 2, 0, 1).copy()))
        unit.norm.bias.copy_(torch.from_numpy(values[f"{norm}/beta"]))
        unit.norm.running_mean.copy_(torch.from_numpy(values[f"{norm}/moving_mean"]))
        unit.norm.running_var.copy_(torch.from_numpy(values[f"{norm}/moving_variance"]))
    return model
