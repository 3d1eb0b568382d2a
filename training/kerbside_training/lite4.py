"""Our neck and heads on EfficientNet-Lite4 (Tan & Le 2019; lite: no squeeze-and-excite, ReLU6), pretrained on ImageNet.

Its weights are those of ONNX's `efficientnet-lite4-11` (Apache-2.0), as stored in `webmachinelearning/test-data`: fp16, batch
norm folded (`load_lite4`). The stem and the first five blocks, up to stride 4, are not trained.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from .mobilenet import Inverted
from .model import ConvUnit, Detector
from .start import identity_norm, scale_filters

# factor, outputs, kernel, stride, count
STAGES = ((1, 24, 3, 1, 1), (6, 32, 3, 2, 4), (6, 56, 5, 2, 4), (6, 112, 3, 2, 6), (6, 160, 5, 1, 6), (6, 272, 5, 2, 8), (6, 448, 3, 1, 1))
FIXED = 5  # blocks that are not trained


class FixedLinear(nn.Module):
    """Convolution with bias, not trained."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, groups=1):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, (kernel - 1) // 2, groups=groups).requires_grad_(False)

    def forward(self, x):
        return self.conv(x)


class FixedUnit(FixedLinear):
    """Convolution with bias and ReLU6, not trained."""

    def forward(self, x):
        return self.conv(x).clamp(0, 6)


class Early(nn.Module):
    """Pictures of 0..1 to features of stride 4; without gradients."""

    def __init__(self, stem, blocks):
        super().__init__()
        self.stem, self.blocks = stem, nn.ModuleList(blocks)

    def forward(self, x):
        with torch.no_grad():
            x = self.stem(x)
            for block in self.blocks:
                x, _ = block(x)
            return x


class Lite4(nn.Module):
    """Pictures of 0..1 to features of stride 8, 16 and 32."""

    channels = (336, 960, 448)

    def __init__(self):
        super().__init__()
        blocks, inputs = [], 32
        for factor, outputs, kernel, first, count in STAGES:
            for number in range(count):
                kinds = {"unit": FixedUnit, "linear": FixedLinear} if len(blocks) < FIXED else {}
                blocks.append(Inverted(inputs, outputs, 1 if number else first, factor, kernel, **kinds))
                inputs = outputs
        self.early = Early(FixedUnit(3, 32, 3, 2), blocks[:FIXED])
        self.blocks = nn.ModuleList(blocks[FIXED:])

    def forward(self, x):
        x, before_halving = self.early(x), []
        for block in self.blocks:
            x, wide = block(x)
            if block.stride == 2:
                before_halving.append(wide)
        return *before_halving[-2:], x

    def units(self):
        """Yields every convolution with its name in the files."""
        yield "block0_conv0", self.early.stem
        for number, block in enumerate([*self.early.blocks, *self.blocks]):
            for place, unit in enumerate((block.expand, block.deep, block.project)):
                if not isinstance(unit, nn.Identity):
                    yield f"block{number}_conv{place}", unit


class Lite4Detector(Detector):
    def make_backbone(self, stem, *channels):
        self.backbone = Lite4()
        self.projections = nn.ModuleList(ConvUnit(old, new) for old, new in zip(Lite4.channels, channels))

    def parts_to_compile(self):
        return [self.backbone.early, *self.backbone.blocks, *super().parts_to_compile()]

    def pyramid(self, x):
        return [project(level) for project, level in zip(self.projections, self.backbone(x))]


@torch.no_grad()
def load_lite4(model, folder, batch):
    """Fills the backbone from the folder of .npy files; batch norm becomes an identity on `batch`, a float tensor of pictures.

    The files expect (x - 127) / 128 of 0..255, RGB. Here it is 0..1, which the first layer compensates. They pad on the far
    side before stride 2, this model on both: the same features, half a cell off.
    """
    folder, hooks = Path(folder), []
    read = lambda name: torch.from_numpy(np.load(folder / f"{name}.npy").astype(np.float32)).to(batch.device)
    for name, unit in model.backbone.units():
        kernel, bias = read(f"{name}_w"), read(f"{name}_b")
        if kernel.shape != unit.conv.weight.shape:
            raise SystemExit(f"{name}: {tuple(kernel.shape)} in the file, {tuple(unit.conv.weight.shape)} in the model")
        if unit is model.backbone.early.stem:
            kernel, bias = kernel * (255 / 128), bias - kernel.sum((1, 2, 3)) * (127 / 128)
        unit.conv.weight.copy_(kernel)
        if isinstance(unit, FixedLinear):
            unit.conv.bias.copy_(bias)
        else:
            hooks.append(identity_norm(unit, bias, scale_filters(unit.conv)))
    was_training = model.training
    model.eval()
    model.backbone(batch)
    for hook in hooks:
        hook.remove()
    return model.train(was_training)
