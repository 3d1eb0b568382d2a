"""The detector: a YOLOX-style depthwise backbone and PAFPN, a decoupled anchor-free head, prototype masks.

Backbone and neck follow YOLOX-Nano (Apache-2.0) layer by layer, so that its COCO weights fit (see start.py).
The head differs: no objectness, a distance distribution per box side, mask coefficients beside the box.
Only plain operators: Conv, Sigmoid, Mul, Add, MaxPool, Concat, Resize (nearest).
"""

import torch
from torch import nn
from torch.nn import functional

STRIDES = (8, 16, 32)


def snap_to_int8(weight):
    """Rounds weights to int8 with one scale per output channel; gradients pass through unchanged (straight-through)."""
    scale = weight.detach().abs().amax((1, 2, 3), keepdim=True) / 127 + 1e-12
    return weight + (torch.round(weight / scale) * scale - weight).detach()


class ConvUnit(nn.Module):
    """Convolution, batch norm, SiLU. `snaps`: train with weights rounded as in the int8 file."""

    snaps = False

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1, padding=None):
        super().__init__()
        padding = (kernel - 1) // 2 if padding is None else padding
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03)

    def forward(self, x):
        if self.training and self.snaps:
            conv = self.conv
            y = functional.conv2d(x, snap_to_int8(conv.weight), None, conv.stride, conv.padding, 1, conv.groups)
        else:
            y = self.conv(x)
        return self.activate(self.norm(y))

    def activate(self, x):
        return functional.silu(x)


class Separable(nn.Module):
    """3x3 depthwise, then 1x1."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.deep = ConvUnit(inputs, inputs, 3, stride, groups=inputs)
        self.point = ConvUnit(inputs, outputs)

    def forward(self, x):
        return self.point(self.deep(x))


def add_residual(block, x, y):
    """Returns the output of a residual block; in training the share `drops` of the pictures skips it (stochastic depth)."""
    if block.training and block.drops:
        y = y * (torch.rand(len(y), 1, 1, 1, device=y.device) >= block.drops) / (1 - block.drops)
    return x + y


class Bottleneck(nn.Module):
    drops = 0.0

    def __init__(self, channels, shortcut):
        super().__init__()
        self.reduce = ConvUnit(channels, channels)
        self.expand = Separable(channels, channels)
        self.shortcut = shortcut

    def forward(self, x):
        y = self.expand(self.reduce(x))
        return add_residual(self, x, y) if self.shortcut else y


class CrossStage(nn.Module):
    """CSP layer: half of the channels go through bottlenecks, the others skip them."""

    def __init__(self, inputs, outputs, depth, shortcut=True):
        super().__init__()
        self.through = ConvUnit(inputs, outputs // 2)
        self.around = ConvUnit(inputs, outputs // 2)
        self.blocks = nn.Sequential(*(Bottleneck(outputs // 2, shortcut) for _ in range(depth)))
        self.merge = ConvUnit(outputs, outputs)

    def forward(self, x):
        # Order of the two branches matters: it is the order in which the COCO file lists their weights.
        through = self.through(x)
        around = self.around(x)
        return self.merge(torch.cat([self.blocks(through), around], 1))


class PyramidPool(nn.Module):
    """Max over 5, 9 and 13 cells, as 5x5 pools in a row."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.reduce = ConvUnit(inputs, inputs // 2)
        self.expand = ConvUnit(inputs * 2, outputs)

    def forward(self, x):
        first = self.reduce(x)
        pools = [first]
        for _ in range(3):
            pools.append(functional.max_pool2d(pools[-1], 5, 1, 2))
        return self.expand(torch.cat(pools, 1))


class Head(nn.Module):
    """One pyramid level: type logits, box side distributions, mask coefficients, concatenated on channels."""

    def __init__(self, inputs, hidden, classes, bins, prototypes):
        super().__init__()
        self.stem = ConvUnit(inputs, hidden)
        self.type_tower = nn.Sequential(Separable(hidden, hidden), Separable(hidden, hidden))
        self.types = nn.Conv2d(hidden, classes, 1)
        self.box_tower = nn.Sequential(Separable(hidden, hidden), Separable(hidden, hidden))
        self.sides = nn.Conv2d(hidden, 4 * bins, 1)
        self.coefficients = nn.Conv2d(hidden, prototypes, 1)
        nn.init.constant_(self.types.bias, -5.0)
        nn.init.constant_(self.sides.bias, 1.0)

    def forward(self, x):
        x = self.stem(x)
        types = self.type_tower(x)
        boxes = self.box_tower(x)
        return torch.cat([self.types(types), self.sides(boxes), self.coefficients(boxes)], 1)


class Prototypes(nn.Module):
    """Mask prototypes at a quarter of the input's resolution."""

    def __init__(self, inputs, hidden, prototypes):
        super().__init__()
        self.before = Separable(inputs, hidden)
        self.after = Separable(hidden, hidden)
        self.last = nn.Conv2d(hidden, prototypes, 1)

    def forward(self, x):
        x = functional.interpolate(self.before(x), scale_factor=2.0, mode="nearest")
        return self.last(self.after(x))


class Detector(nn.Module):
    def __init__(self, classes, width=0.375, bins=16, prototypes=24):
        super().__init__()
        self.classes, self.bins, self.prototypes = classes, bins, prototypes
        stem, low, mid, high = (round(channels * width) for channels in (64, 256, 512, 1024))
        self.make_backbone(stem, low, mid, high)
        self.lateral5 = ConvUnit(high, mid)
        self.top4 = CrossStage(mid * 2, mid, 1, shortcut=False)
        self.lateral4 = ConvUnit(mid, low)
        self.top3 = CrossStage(low * 2, low, 1, shortcut=False)
        self.down3 = Separable(low, low, 2)
        self.out4 = CrossStage(low * 2, mid, 1, shortcut=False)
        self.down4 = Separable(mid, mid, 2)
        self.out5 = CrossStage(mid * 2, high, 1, shortcut=False)
        self.heads = nn.ModuleList(Head(size, low, classes, bins, prototypes) for size in (low, mid, high))
        self.masks = Prototypes(low, max(low // 2, prototypes), prototypes)
        # Types per pixel: supervises the finest features in training; not exported.
        self.areas = nn.Conv2d(low, classes, 1)
        nn.init.constant_(self.areas.bias, -3.0)

    def make_backbone(self, stem, low, mid, high):
        self.stem = ConvUnit(3, stem, 6, 2, padding=2)
        self.stage2 = nn.Sequential(Separable(stem, stem * 2, 2), CrossStage(stem * 2, stem * 2, 1))
        self.stage3 = nn.Sequential(Separable(stem * 2, low, 2), CrossStage(low, low, 3))
        self.stage4 = nn.Sequential(Separable(low, mid, 2), CrossStage(mid, mid, 3))
        self.stage5 = nn.Sequential(
            Separable(mid, high, 2), PyramidPool(high, high), CrossStage(high, high, 1, shortcut=False)
        )

    def parts_to_compile(self):
        """Returns the modules to compile one by one."""
        return [*self.heads, self.masks, self.top3]

    def pyramid(self, x):
        """Computes features of stride 8, 16 and 32 with low, mid and high channels."""
        c3 = self.stage3(self.stage2(self.stem(x)))
        c4 = self.stage4(c3)
        return c3, c4, self.stage5(c4)

    def features(self, x):
        c3, c4, c5 = self.pyramid(x)
        c5 = self.lateral5(c5)
        p4 = self.lateral4(self.top4(torch.cat([functional.interpolate(c5, scale_factor=2.0), c4], 1)))
        p3 = self.top3(torch.cat([functional.interpolate(p4, scale_factor=2.0), c3], 1))
        n4 = self.out4(torch.cat([self.down3(p3), p4], 1))
        n5 = self.out5(torch.cat([self.down4(n4), c5], 1))
        return p3, n4, n5

    def forward(self, x):
        """Returns raw maps per level, prototypes, and in training the type areas."""
        levels = self.features(x)
        maps = [head(level) for head, level in zip(self.heads, levels)]
        outputs = (*maps, self.masks(levels[0]))
        return (*outputs, self.areas(levels[0])) if self.training else outputs


def snap_large(model, smallest):
    """Makes convolutions with at least `smallest` weights train with int8 weights; none for 0."""
    for unit in (module for module in model.modules() if isinstance(module, ConvUnit)):
        unit.snaps = 0 < smallest <= unit.conv.weight.numel()


def drop_paths(model, share):
    for block in (module for module in model.modules() if hasattr(module, "drops")):
        block.drops = share


def flatten_maps(maps, classes, bins):
    """Flattens level maps to (batch, anchors, ·): type logits, side distributions (…, 4, bins), mask coefficients."""
    flat = torch.cat([level.flatten(2) for level in maps], 2).transpose(1, 2).float()
    types, sides, coefficients = flat.split([classes, 4 * bins, flat.shape[2] - classes - 4 * bins], 2)
    return types, sides.unflatten(2, (4, bins)), coefficients


def anchor_points(maps):
    """Returns centres (anchors, 2) in input pixels, x first, and strides (anchors, 1)."""
    centres, strides = [], []
    for level, stride in zip(maps, STRIDES):
        height, width = level.shape[2:]
        y, x = torch.meshgrid(
            torch.arange(height, device=level.device), torch.arange(width, device=level.device), indexing="ij"
        )
        centres.append((torch.stack([x, y], 2).reshape(-1, 2).float() + 0.5) * stride)
        strides.append(torch.full((height * width, 1), float(stride), device=level.device))
    return torch.cat(centres), torch.cat(strides)


def decode_boxes(sides, centres, strides):
    """Decodes side distributions to boxes x0, y0, x1, y1: the expected distance from the centre, in strides."""
    steps = torch.arange(sides.shape[-1], device=sides.device, dtype=sides.dtype)
    distance = (sides.softmax(-1) * steps).sum(-1) * strides
    return torch.cat([centres - distance[..., :2], centres + distance[..., 2:]], -1)
