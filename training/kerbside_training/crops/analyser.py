"""The analyser: a detector's backbone, its last two levels averaged over the crop, one linear layer per head."""

import torch
from torch import nn

from .heads import HEADS, UNTAUGHT, split_heads

LABELS = sum(len(labels) for labels in HEADS.values())


class Analyser(nn.Module):
    def __init__(self, detector, dropout=0.0):
        """`detector`: a model.Detector whose backbone is taken over, weights included."""
        super().__init__()
        self.stem, self.stage2, self.stage3 = detector.stem, detector.stage2, detector.stage3
        self.stage4, self.stage5 = detector.stage4, detector.stage5
        channels = self.stage4[1].merge.conv.out_channels + self.stage5[2].merge.conv.out_channels
        self.dropout = nn.Dropout(dropout)
        self.heads = nn.Conv2d(channels, LABELS, 1)

    def forward(self, x):
        """Logits (batch, labels of all heads)."""
        fine = self.stage4(self.stage3(self.stage2(self.stem(x))))
        pooled = torch.cat([fine.mean((2, 3), keepdim=True), self.stage5(fine).mean((2, 3), keepdim=True)], 1)
        return self.heads(self.dropout(pooled)).flatten(1)


def head_weights(labels):
    """Per head the weights of its labels: rarer ones count more, by the square root of how rare."""
    weights = {}
    for column, (head, names) in enumerate(HEADS.items()):
        count = torch.stack([(labels[:, column] == number).sum() for number in range(len(names))]).clamp(min=1).float()
        weights[head] = (count.mean() / count).sqrt()
    return weights


def heads_loss(logits, labels, weights, config):
    """Cross entropy of every head that a crop has a label for."""
    total = 0.0
    for column, (head, scores) in enumerate(split_heads(logits).items()):
        wanted = labels[:, column]
        entropy = nn.functional.cross_entropy(
            scores.float(), wanted.clamp(min=0), reduction="none", label_smoothing=config.smoothing
        )
        weight = (wanted != UNTAUGHT).float() * weights[head][wanted.clamp(min=0)]
        total = total + config.heads.get(head, 1.0) * (entropy * weight).sum() / weight.sum().clamp(min=1)
    return total
