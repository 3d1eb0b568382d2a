"""Average precision and operating points, for choosing among models.

The reported figures come from `npm run eval`, which runs the shipped file. Both agree except for the resizing of pictures.

predictions: per picture (boxes, scores, classes); truths: per picture a dictionary with `boxes`, `labels`
(-2 ignore) and `labelled` (mask).
"""

import numpy as np

from .predict import pair_iou


def match(predictions, truths, class_number, threshold=0.5):
    """Returns scores and hits of one class, best first, and the number of true boxes. Leaves out detections in ignored regions."""
    scores, hits, total = [np.zeros(0)], [np.zeros(0, bool)], 0
    for (boxes, score, kinds), truth in zip(predictions, truths):
        if not truth["labelled"][class_number]:
            continue
        real = truth["boxes"][truth["labels"] == class_number]
        ignored = truth["boxes"][truth["labels"] == -2]
        total += len(real)
        mine = np.flatnonzero(kinds == class_number)
        mine = mine[np.argsort(-score[mine], kind="stable")]
        hit, counted = np.zeros(len(mine), bool), np.ones(len(mine), bool)
        if len(real):
            overlap, free = pair_iou(boxes[mine], real), np.ones(len(real), bool)
            for row in np.flatnonzero(overlap.max(1) >= threshold):
                best = int(np.argmax(overlap[row] * free))
                if free[best] and overlap[row, best] >= threshold:
                    free[best], hit[row] = False, True
        if len(ignored):
            counted = hit | (_covered(boxes[mine], ignored) < threshold)
        scores.append(score[mine][counted])
        hits.append(hit[counted])
    scores, hits = np.concatenate(scores), np.concatenate(hits)
    order = np.argsort(-scores, kind="stable")
    return scores[order], hits[order], total


def precision_curve(predictions, truths, class_number, threshold=0.5):
    """Returns recall and precision of one class by falling score, or None if the data has no box of the class."""
    _, hits, total = match(predictions, truths, class_number, threshold)
    if not total:
        return None
    return np.cumsum(hits) / total, np.cumsum(hits) / np.arange(1, len(hits) + 1)


def average_precision(predictions, truths, class_number, threshold=0.5):
    """Returns the average precision as COCO defines it: the mean precision at 101 recalls."""
    curve = precision_curve(predictions, truths, class_number, threshold)
    if curve is None:
        return None
    recall, precision = curve
    best = np.maximum.accumulate(precision[::-1])[::-1]
    place = np.searchsorted(recall, np.linspace(0, 1, 101) - 1e-9)
    return float(np.append(best, 0.0)[place].mean())


def recall_at_precision(predictions, truths, class_number, wanted=0.9):
    """Returns the highest recall at a precision of at least `wanted`."""
    curve = precision_curve(predictions, truths, class_number)
    if curve is None:
        return None
    recall, precision = curve
    return float(recall[precision >= wanted].max(initial=0.0))


def recall_at_alarms(predictions, truths, classes, per_photo):
    """Returns the highest recall of all `classes` together with at most `per_photo` false alarms per photo."""
    parts = [match(predictions, truths, number) for number in classes]
    scores, hits = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    hits = hits[np.argsort(-scores, kind="stable")]
    allowed = np.cumsum(~hits) <= per_photo * len(truths)
    return float((hits & allowed).sum() / max(1, sum(part[2] for part in parts)))


GROWN = 0.2  # part of its width and height by which a mark is widened before a detection must point into it
TOUCHES = 0.1  # IoU from which a detection points at a mark wherever its centre lies


def point_at(predictions, truths, classes):
    """Returns the best score that points at each mark of `classes` (0: none does), and the scores of the detections on no mark.

    Types need not agree: an inspector is shown where to look. A detection points at a mark if its centre lies in the mark, grown by a
    fifth, or if their IoU is 0.1. Several on one mark count once. Left out are detections in ignored regions and, off the marks, those
    of types that the photo does not label.
    """
    marks, alarms = [np.zeros(0)], [np.zeros(0)]
    for (boxes, scores, kinds), truth in zip(predictions, truths):
        chosen = np.isin(kinds, classes)
        boxes, scores, kinds = boxes[chosen].reshape(-1, 4), scores[chosen], kinds[chosen]
        real = truth["boxes"][np.isin(truth["labels"], classes)]
        ignored = truth["boxes"][truth["labels"] == -2]
        points = _points_at(boxes, real)
        marks.append(np.where(points, scores[:, None], 0).max(0, initial=0))
        off = ~points.any(1) & np.asarray(truth["labelled"])[kinds.astype(int)] & ~_points_at(boxes, ignored).any(1)
        alarms.append(scores[off])
    return np.concatenate(marks), np.concatenate(alarms)


def pointed_at_recall(predictions, truths, classes, per_photo):
    """Returns the highest share of marks that are pointed at with at most `per_photo` detections on no mark per photo."""
    marks, alarms = point_at(predictions, truths, classes)
    alarms, allowed = np.sort(alarms)[::-1], int(per_photo * len(truths))
    least = alarms[allowed] if len(alarms) > allowed else 0.0
    return float((marks > least).mean()) if len(marks) else 0.0


def _points_at(boxes, marks):
    middle = (boxes[:, None, :2] + boxes[:, None, 2:]) / 2
    grown = (marks[:, 2:] - marks[:, :2]) * (GROWN / 2)
    inside = (middle >= marks[None, :, :2] - grown) & (middle <= marks[None, :, 2:] + grown)
    return inside.all(2) | (pair_iou(boxes, marks) >= TOUCHES)


def _covered(boxes, regions):
    """Returns the largest part of each box that one region covers."""
    low, high = np.maximum(boxes[:, None, :2], regions[None, :, :2]), np.minimum(boxes[:, None, 2:], regions[None, :, 2:])
    area = np.maximum(1e-9, (boxes[:, 2:] - boxes[:, :2]).prod(1))
    return (np.clip(high - low, 0, None).prod(2) / area[:, None]).max(1)
