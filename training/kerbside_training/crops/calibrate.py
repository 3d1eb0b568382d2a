"""Confidence that means something: one slope per head and one offset per label, fitted on validation crops."""

import numpy as np
import torch

from .heads import HEADS, UNTAUGHT, split_heads

BINS = 5


def fit_head(scores, labels):
    """Slope and offsets with the least entropy; pulled towards 1 and 0, since rare labels have a dozen crops."""
    slope = torch.zeros(1, requires_grad=True)
    offsets = torch.zeros(scores.shape[1], requires_grad=True)
    optimizer = torch.optim.LBFGS([slope, offsets], max_iter=100)

    def evaluate():
        optimizer.zero_grad()
        entropy = torch.nn.functional.cross_entropy(scores * slope.exp() + offsets, labels)
        loss = entropy + (slope.pow(2).sum() + offsets.pow(2).sum()) * 2 / len(labels)
        loss.backward()
        return loss

    optimizer.step(evaluate)
    return float(slope.exp()), (offsets - offsets.mean()).tolist()


def apply(scores, slope, offsets):
    return (scores * slope + torch.tensor(offsets)).softmax(1)


def reliability(chances, labels):
    """Per bin of confidence: how many, mean confidence, share that is right; and the expected error."""
    confidence, said = chances.max(1)
    right = (said == labels).float()
    rows, error = [], 0.0
    for low in np.linspace(0, 1, BINS, endpoint=False):
        chosen = (confidence > low) & (confidence <= low + 1 / BINS)
        if chosen.any():
            mean, share = float(confidence[chosen].mean()), float(right[chosen].mean())
            rows.append([int(chosen.sum()), round(mean, 3), round(share, 3)])
            error += abs(mean - share) * float(chosen.float().mean())
    return rows, round(error, 3)


def balanced_accuracy(chances, labels):
    said = chances.argmax(1)
    return float(np.mean([float((said[labels == number] == number).float().mean()) for number in labels.unique()]))


def recall_at_alarms(chances, is_rare, alarms=0.1):
    """Share of the rare crops above the score that so many of the others exceed."""
    others = chances[~is_rare].sort(descending=True).values
    threshold = others[min(len(others) - 1, int(alarms * len(others)))]
    return float((chances[is_rare] > threshold).float().mean())


def one_or_not(chances, labels, names):
    """Per label, whether it is right that a crop has it: accuracy, plain and balanced."""
    said = torch.nn.functional.one_hot(chances.argmax(1), len(names))
    pairs = {name: (said[:, number], (labels == number).long()) for number, name in enumerate(names)}
    return {
        name: [round(float((mine == wanted).float().mean()), 3), round(balanced_accuracy(torch.stack([1 - mine, mine], 1).float(), wanted), 3)]
        for name, (mine, wanted) in pairs.items()
    }


def judge(logits, labels, groups, sets):
    """Per head: calibration, accuracy plain and balanced, within CarDD and elsewhere, and reliability.

    The expected error is measured on one half of the groups with the calibration of the other half.
    """
    half = torch.tensor([sum(map(ord, group)) % 2 == 0 for group in groups])
    cardd = torch.tensor(["cardd" in name or "ivan" in name for name in sets])
    report = {}
    for column, (head, scores) in enumerate(split_heads(logits.float().cpu()).items()):
        wanted = labels[:, column].cpu()
        taught = wanted != UNTAUGHT
        slope, offsets = fit_head(scores[taught], wanted[taught])
        crossed = torch.zeros_like(scores)
        for part in (half, ~half):
            other = taught & ~part
            if (part & taught).any() and other.any():
                crossed[part] = apply(scores[part], *fit_head(scores[other], wanted[other]))
        table, error = reliability(crossed[taught], wanted[taught])
        chances = apply(scores, slope, offsets)
        parts = {"all": taught, "cardd": taught & cardd, "elsewhere": taught & ~cardd}
        report[head] = {
            "crops": int(taught.sum()),
            "counts": {name: int((wanted == number).sum()) for number, name in enumerate(HEADS[head])},
            "accuracy": round(float((chances[taught].argmax(1) == wanted[taught]).float().mean()), 3),
            "balanced": {name: round(balanced_accuracy(chances[rows], wanted[rows]), 3) for name, rows in parts.items() if rows.any()},
            **({"oneOrNot": one_or_not(chances[taught], wanted[taught], HEADS[head])} if len(HEADS[head]) > 2 else {}),
            "calibration": {"slope": round(slope, 4), "offsets": [round(value, 4) for value in offsets]},
            "recallAtAlarms": {
                name: round(recall_at_alarms(chances[taught][:, number], wanted[taught] == number), 3)
                for number, name in enumerate(HEADS[head]) if (wanted[taught] == number).any() and (wanted[taught] != number).any()
            },
            "calibrationError": error,
            "reliability": table,
        }
    return report
