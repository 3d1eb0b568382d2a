"""The reader: a convolutional network with one column of class scores for every 4 pixels of the line.

Input: grey (or, after export, RGB) pictures of 32 x 256, values 0..1. Each picture is first normalized to
mean 0 and standard deviation 1, so that faint stamps and black ink have the same scale.
"""

import torch
from torch import nn
from torch.nn import functional

from ..model import ConvUnit
from ..start import fold_norms, fold_pair
from .alphabet import CHARACTERS

CLASSES = len(CHARACTERS) + 1
FAINTEST = 0.02  # added to the standard deviation: limits the amplification of faint pictures
LUMA = (0.299, 0.587, 0.114)


class Mixer(nn.Module):
    """Residual block: a wide depthwise convolution, then twice the channels and back."""

    def __init__(self, channels, kernel):
        super().__init__()
        padding = tuple((side - 1) // 2 for side in kernel)
        self.look = nn.Conv2d(channels, channels, kernel, padding=padding, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.widen = nn.Conv2d(channels, channels * 2, 1)
        self.narrow = nn.Conv2d(channels * 2, channels, 1)
        nn.init.zeros_(self.narrow.weight)
        nn.init.zeros_(self.narrow.bias)

    def forward(self, x):
        return x + self.narrow(functional.silu(self.widen(self.norm(self.look(x)))))


class Block(nn.Module):
    """Residual block of two convolutions. Not depthwise: it trains 3 times as fast on a GPU."""

    def __init__(self, channels):
        super().__init__()
        self.first = ConvUnit(channels, channels, 3)
        self.second = ConvUnit(channels, channels, 3)

    def forward(self, x):
        return x + self.second(self.first(x))


class Reader(nn.Module):
    def __init__(self, width=1.0):
        super().__init__()
        small, middle, large, line = (int(channels * width) for channels in (32, 64, 128, 192))
        self.grey = nn.Conv2d(1, 1, 1, bias=False)  # becomes RGB to grey in the exported file
        nn.init.ones_(self.grey.weight)
        self.grey.weight.requires_grad_(False)
        self.body = nn.Sequential(
            ConvUnit(1, small, 3, 2),  # 16 x 128
            Block(small),
            ConvUnit(small, middle, 3, 2),  # 8 x 64
            *(Block(middle) for _ in range(2)),
            Halve(middle, large),  # 4 x 64
            *(Block(large) for _ in range(2)),
            Collapse(large, line),  # 1 x 64
            *(Mixer(line, (1, 9)) for _ in range(3)),
        )
        self.classes = nn.Conv2d(line, CLASSES, 1)

    def forward(self, x):
        """Returns logits (batch, classes, 1, columns)."""
        x = self.grey(x)
        x = x - x.mean((1, 2, 3), keepdim=True)
        deviation = (x * x).mean((1, 2, 3), keepdim=True).sqrt()
        return self.classes(self.body(x / (deviation + FAINTEST)))


class Halve(ConvUnit):
    """Halves the height, keeps the width."""

    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, 1)
        self.conv = nn.Conv2d(inputs, outputs, (2, 1), (2, 1), bias=False)


class Collapse(ConvUnit):
    """Reduces four rows to one."""

    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, 1)
        self.conv = nn.Conv2d(inputs, outputs, (4, 1), bias=False)


class ExportedReader(nn.Module):
    """Converts RGB pictures to probabilities (batch, columns, classes); batch norms are folded."""

    def __init__(self, reader):
        super().__init__()
        self.reader = fold_norms(reader)
        for mixer in (module for module in reader.modules() if isinstance(module, Mixer)):
            mixer.look, mixer.norm = fold_pair(mixer.look, mixer.norm), nn.Identity()
        colour = nn.Conv2d(3, 1, 1, bias=False)
        colour.weight.data = torch.tensor(LUMA).view(1, 3, 1, 1)
        reader.grey = colour

    def forward(self, x):
        return self.reader(x).squeeze(2).transpose(1, 2).softmax(2)


def ctc_loss(logits, targets, lengths):
    """Returns the mean CTC loss over lines, each divided by its length. `targets`: the concatenated classes of all lines."""
    logs = logits.float().squeeze(2).permute(2, 0, 1).log_softmax(2)
    columns = torch.full((logs.shape[1],), logs.shape[0], dtype=torch.long, device=logs.device)
    return functional.ctc_loss(logs, targets, columns, lengths, blank=0, zero_infinity=True)
