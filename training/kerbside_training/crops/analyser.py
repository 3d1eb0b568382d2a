"""The analyser: a detector's backbone, its features averaged over the crop and their peaks, one linear layer per head.

The mean describes what covers the rim. The peak keeps small marks: a kerb mark of a few pixels is lost in a mean.
"""

import torch
from torch import nn

from ..lite4 import Lite4
from ..model import Detector
from .heads import HEADS, UNLABELLED, split_heads

LABELS = sum(len(labels) for labels in HEADS.values())


class Analyser(nn.Module):
    def __init__(self, detector, dropout=0.0, peaks=False):
        """Takes over the backbone of `detector`, a model.Detector, with its weights. `peaks`: also use the peaks."""
        super().__init__()
        self.stem, self.stage2, self.stage3 = detector.stem, detector.stage2, detector.stage3
        self.stage4, self.stage5 = detector.stage4, detector.stage5
        low, mid, high = (stage[-1].merge.conv.out_channels for stage in (self.stage3, self.stage4, self.stage5))
        self.peaks = peaks
        self.dropout = nn.Dropout(dropout)
        self.pooled = [mid, high, *((low, mid, high) if peaks else ())]  # channels of the heads' input, in order
        self.heads = nn.Conv2d(sum(self.pooled), LABELS, 1)

    def forward(self, x):
        """Returns logits (batch, labels of all heads)."""
        finest = self.stage3(self.stage2(self.stem(x)))
        fine = self.stage4(finest)
        coarse = self.stage5(fine)
        pooled = [level.mean((2, 3), keepdim=True) for level in (fine, coarse)]
        if self.peaks:
            pooled += [level.amax((2, 3), keepdim=True) for level in (finest, fine, coarse)]
        return self.heads(self.dropout(torch.cat(pooled, 1))).flatten(1)


class LargeAnalyser(nn.Module):
    """A teacher that is never exported: the backbone of the large damage model."""

    def __init__(self, dropout=0.0):
        super().__init__()
        self.backbone = Lite4()
        self.dropout = nn.Dropout(dropout)
        self.heads = nn.Conv2d(2 * sum(Lite4.channels), LABELS, 1)

    def forward(self, x):
        levels = self.backbone(x)
        pooled = [level.mean((2, 3), keepdim=True) for level in levels] + [level.amax((2, 3), keepdim=True) for level in levels]
        return self.heads(self.dropout(torch.cat(pooled, 1))).flatten(1)


def make_analyser(config):
    """Returns the untrained analyser of a CropConfig."""
    if config.backbone == "lite4":
        return LargeAnalyser(config.dropout)
    return Analyser(Detector(1, config.width), config.dropout, config.peaks)


def head_weights(labels):
    """Returns per head the weights of its labels: the square root of the inverse frequency."""
    weights = {}
    for column, (head, names) in enumerate(HEADS.items()):
        count = torch.stack([(labels[:, column] == number).sum() for number in range(len(names))]).clamp(min=1).float()
        weights[head] = (count.mean() / count).sqrt()
    return weights


def heads_loss(logits, labels, weights, config):
    """Returns the cross entropy of every head that a crop has a label for."""
    total = 0.0
    for column, (head, scores) in enumerate(split_heads(logits).items()):
        wanted = labels[:, column]
        entropy = nn.functional.cross_entropy(
            scores.float(), wanted.clamp(min=0), reduction="none", label_smoothing=config.smoothing
        )
        weight = (wanted != UNLABELLED).float() * weights[head][wanted.clamp(min=0)]
        total = total + config.heads.get(head, 1.0) * (entropy * weight).sum() / weight.sum().clamp(min=1)
    return total


def distillation_loss(logits, predictions, config):
    """Returns the cross entropy with the teachers' predictions (probabilities by head), on every crop."""
    total, scores = 0.0, split_heads(logits)
    for head, wanted in predictions.items():
        total = total - config.heads.get(head, 1.0) * (wanted * scores[head].float().log_softmax(1)).sum(1).mean()
    return total
