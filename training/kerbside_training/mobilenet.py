"""Our neck and heads on MobileNet v2 (Sandler et al. 2018), pretrained on ImageNet and then, in an SSDLite, on COCO.

Its weights are those of the TensorFlow.js model `coco-ssd` (Apache-2.0), with batch norm folded (`load_mobilenet`).
"""

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .model import ConvUnit, Detector, add_residual
from .start import identity_norm

SHAPES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 2, 3), (6, 64, 2, 4), (6, 96, 1, 3), (6, 160, 2, 3), (6, 320, 1, 1))


class Unit(ConvUnit):
    """Convolution, batch norm, ReLU6."""

    def activate(self, x):
        return x.clamp(0, 6)


class Linear(ConvUnit):
    """Convolution and batch norm."""

    def activate(self, x):
        return x


class Inverted(nn.Module):
    """Expands, convolves each channel, projects; adds its input if the shapes fit. Returns its output and its expanded features."""

    drops = 0.0

    def __init__(self, inputs, outputs, stride, factor, kernel=3, unit=Unit, linear=Linear):
        super().__init__()
        wide = inputs * factor
        self.expand = unit(inputs, wide) if factor > 1 else nn.Identity()
        self.deep = unit(wide, wide, kernel, stride, groups=wide)
        self.project = linear(wide, outputs)
        self.stride, self.shortcut = stride, stride == 1 and inputs == outputs

    def forward(self, x):
        wide = self.expand(x)
        y = self.project(self.deep(wide))
        return (add_residual(self, x, y) if self.shortcut else y), wide


class MobileNet(nn.Module):
    """Pictures of 0..1 to features of stride 8, 16 and 32."""

    channels = (192, 576, 320)

    def __init__(self):
        super().__init__()
        self.stem = Unit(3, 32, 3, 2)
        self.blocks = nn.ModuleList()
        inputs = 32
        for factor, outputs, first, count in SHAPES:
            for number in range(count):
                self.blocks.append(Inverted(inputs, outputs, 1 if number else first, factor))
                inputs = outputs

    def forward(self, x):
        x, before_halving = self.stem(x), []
        for block in self.blocks:
            x, wide = block(x)
            if block.stride == 2:
                before_halving.append(wide)
        return *before_halving[-2:], x


class MobileNetDetector(Detector):
    def make_backbone(self, stem, *channels):
        self.backbone = MobileNet()
        self.projections = nn.ModuleList(ConvUnit(old, new) for old, new in zip(MobileNet.channels, channels))

    def parts_to_compile(self):
        return [*self.backbone.blocks, *super().parts_to_compile()]

    def pyramid(self, x):
        return [project(level) for project, level in zip(self.projections, self.backbone(x))]


def read_tfjs(path):
    """Returns the weights of a TensorFlow.js graph model by name."""
    path, values = Path(path), {}
    for group in json.loads(path.read_text())["weightsManifest"]:
        data, offset = b"".join((path.parent / name).read_bytes() for name in group["paths"]), 0
        for weight in group["weights"]:
            kind, count = np.dtype(weight["dtype"]), int(np.prod(weight["shape"]))
            values[weight["name"]] = np.frombuffer(data, kind, count, offset).reshape(weight["shape"])
            offset += count * kind.itemsize
    return values


def _folded(values, name):
    """Returns kernel and bias of a layer in PyTorch's layout."""
    bias = values[f"{name}/BatchNorm/batchnorm/sub"]
    if f"{name}/depthwise_weights" in values:
        factor = values[f"{name}/BatchNorm/batchnorm/mul"]
        kernel = values[f"{name}/depthwise_weights"].transpose(2, 3, 0, 1) * factor[:, None, None, None]
    else:
        kernel = values[f"{name}/Conv2D/merged_input"].transpose(3, 2, 0, 1)
    return kernel, bias


def _layers(backbone):
    """Yields the units of the backbone with their names in the file."""
    root = "FeatureExtractor/MobilenetV2"
    yield f"{root}/Conv", backbone.stem
    for number, block in enumerate(backbone.blocks):
        folder = f"{root}/expanded_conv_{number}" if number else f"{root}/expanded_conv"
        for name, unit in (("expand", block.expand), ("depthwise", block.deep), ("project", block.project)):
            if isinstance(unit, ConvUnit):
                yield f"{folder}/{name}", unit


@torch.no_grad()
def load_mobilenet(model, path, batch):
    """Fills the backbone from the file; batch norm becomes an identity on `batch`, a float tensor of training pictures.

    The file expects pictures of -1..1 and pads on the far side before stride 2. Here they are of 0..1, which the first
    layer compensates, and padded on both sides: the same features, half a cell off.
    """
    values, hooks = read_tfjs(path), []
    for name, unit in _layers(model.backbone):
        kernel, bias = _folded(values, name)
        if unit is model.backbone.stem:
            kernel, bias = kernel * 2, bias - kernel.sum((1, 2, 3))
        unit.conv.weight.copy_(torch.from_numpy(np.ascontiguousarray(kernel)))
        hooks.append(identity_norm(unit, torch.from_numpy(bias.copy()).to(batch.device)))
    model.eval()
    model.backbone(batch)
    for hook in hooks:
        hook.remove()
    return model.train()
