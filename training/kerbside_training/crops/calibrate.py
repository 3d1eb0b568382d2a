"""Calibration: one slope per head and one offset per label, fitted on validation crops."""

import numpy as np
import torch

from .heads import HEADS, UNLABELLED, split_heads

BINS = 5


def fit_head(scores, labels):
    """Returns slope and offsets with the least cross entropy, regularized towards 1 and 0: rare labels have about 12 crops."""
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


def reliability(confidences, labels):
    """Returns per bin of confidence: count, mean confidence, accuracy; and the expected calibration error."""
    confidence, predicted = confidences.max(1)
    right = (predicted == labels).float()
    rows, error = [], 0.0
    for low in np.linspace(0, 1, BINS, endpoint=False):
        chosen = (confidence > low) & (confidence <= low + 1 / BINS)
        if chosen.any():
            mean, share = float(confidence[chosen].mean()), float(right[chosen].mean())
            rows.append([int(chosen.sum()), round(mean, 3), round(share, 3)])
            error += abs(mean - share) * float(chosen.float().mean())
    return rows, round(error, 3)


def balanced_accuracy(confidences, labels):
    predicted = confidences.argmax(1)
    return float(np.mean([float((predicted[labels == number] == number).float().mean()) for number in labels.unique()]))


def recall_at_alarms(confidences, is_rare, alarms=0.1):
    """Returns the recall of the rare crops at the threshold that the share `alarms` of the others exceeds."""
    others = confidences[~is_rare].sort(descending=True).values
    threshold = others[min(len(others) - 1, int(alarms * len(others)))]
    return float((confidences[is_rare] > threshold).float().mean())


def one_vs_rest(confidences, labels, names):
    """Returns per label the accuracy of the label against all others, plain and balanced."""
    predicted = torch.nn.functional.one_hot(confidences.argmax(1), len(names))
    pairs = {name: (predicted[:, number], (labels == number).long()) for number, name in enumerate(names)}
    return {
        name: [round(float((mine == wanted).float().mean()), 3), round(balanced_accuracy(torch.stack([1 - mine, mine], 1).float(), wanted), 3)]
        for name, (mine, wanted) in pairs.items()
    }


def compute_metrics(logits, labels, groups, sets):
    """Returns per head: calibration, accuracy plain and balanced, within CarDD and elsewhere, and reliability.

    The calibration error is measured on one half of the groups with the calibration of the other half.
    """
    half = torch.tensor([sum(map(ord, group)) % 2 == 0 for group in groups])
    cardd = torch.tensor(["cardd" in name or "ivan" in name for name in sets])
    report = {}
    for column, (head, scores) in enumerate(split_heads(logits.float().cpu()).items()):
        wanted = labels[:, column].cpu()
        labelled = wanted != UNLABELLED
        slope, offsets = fit_head(scores[labelled], wanted[labelled])
        held_out = torch.zeros_like(scores)
        for part in (half, ~half):
            other = labelled & ~part
            if (part & labelled).any() and other.any():
                held_out[part] = apply(scores[part], *fit_head(scores[other], wanted[other]))
        table, error = reliability(held_out[labelled], wanted[labelled])
        confidences = apply(scores, slope, offsets)
        parts = {"all": labelled, "cardd": labelled & cardd, "elsewhere": labelled & ~cardd}
        report[head] = {
            "crops": int(labelled.sum()),
            "counts": {name: int((wanted == number).sum()) for number, name in enumerate(HEADS[head])},
            "accuracy": round(float((confidences[labelled].argmax(1) == wanted[labelled]).float().mean()), 3),
            "balanced": {name: round(balanced_accuracy(confidences[rows], wanted[rows]), 3) for name, rows in parts.items() if rows.any()},
            **({"oneOrNot": one_vs_rest(confidences[labelled], wanted[labelled], HEADS[head])} if len(HEADS[head]) > 2 else {}),
            "calibration": {"slope": round(slope, 4), "offsets": [round(value, 4) for value in offsets]},
            "recallAtAlarms": {
                name: round(recall_at_alarms(confidences[labelled][:, number], wanted[labelled] == number), 3)
                for number, name in enumerate(HEADS[head]) if (wanted[labelled] == number).any() and (wanted[labelled] != number).any()
            },
            "calibrationError": error,
            "reliability": table,
        }
    return report
