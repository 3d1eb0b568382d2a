"""Average precision for model selection while training.

The figures of record come from `npm run eval`, which runs the shipped file; this agrees with it up to the
resizing of pictures.
"""

import numpy as np


def _iou(boxes, others):
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    both = np.clip(high - low, 0, None).prod(2)
    area = lambda b: (b[:, 2:] - b[:, :2]).prod(1)
    return both / (area(boxes)[:, None] + area(others)[None] - both + 1e-9)


def precision_curve(predictions, truths, class_number, threshold=0.5):
    """Recall and precision of one class as its score falls; None when the data has no box of the class.

    predictions: per picture (boxes, scores, classes); truths: per picture a dictionary with `boxes`, `labels`
    (-2 ignore) and `labelled` (mask).
    """
    scores, hits, total = [], [], 0
    for (boxes, score, kinds), truth in zip(predictions, truths):
        if not truth["labelled"][class_number]:
            continue
        real = truth["boxes"][truth["labels"] == class_number]
        ignored = truth["boxes"][truth["labels"] == -2]
        total += len(real)
        mine = np.flatnonzero(kinds == class_number)
        mine = mine[np.argsort(-score[mine], kind="stable")]
        overlap = _iou(boxes[mine], real) if len(real) else np.zeros((len(mine), 0))
        free = np.ones(len(real), bool)
        for row, position in enumerate(mine):
            match = int(np.argmax(overlap[row] * free)) if free.any() else -1
            hit = match >= 0 and overlap[row, match] * free[match] >= threshold
            if hit:
                free[match] = False
            elif len(ignored) and _covered(boxes[position], ignored) >= threshold:
                continue
            scores.append(score[position])
            hits.append(hit)
    if not total:
        return None
    order = np.argsort(-np.array(scores), kind="stable")
    hits = np.array(hits, bool)[order]
    recall = np.cumsum(hits) / total
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return recall, precision


def average_precision(predictions, truths, class_number, threshold=0.5):
    """COCO's: the mean precision at 101 recalls."""
    curve = precision_curve(predictions, truths, class_number, threshold)
    if curve is None:
        return None
    recall, precision = curve
    best = np.maximum.accumulate(precision[::-1])[::-1]
    place = np.searchsorted(recall, np.linspace(0, 1, 101) - 1e-9)
    return float(np.append(best, 0.0)[place].mean())


def recall_at_precision(predictions, truths, class_number, wanted=0.9):
    """The most that is found while at least `wanted` of the findings are right."""
    curve = precision_curve(predictions, truths, class_number)
    if curve is None:
        return None
    recall, precision = curve
    return float(recall[precision >= wanted].max(initial=0.0))




def _covered(box, regions):
    low, high = np.maximum(box[:2], regions[:, :2]), np.minimum(box[2:], regions[:, 2:])
    return (np.clip(high - low, 0, None).prod(1) / max(1e-9, (box[2:] - box[:2]).prod())).max()
