"""Which anchor learns which box: task-aligned assignment (TOOD, Feng et al. 2021), in fixed shapes."""

import torch

CANDIDATES = 10
REACH = 24.0  # pixels: distance of boxes at which their Gaussian similarity is 1/e
SMALLEST = 20.0  # pixels: thinner boxes are widened to this when anchors are sought, so that every box finds some


def _area(low, high):
    # Not prod(): its gradient waits for the GPU, which a CUDA graph forbids.
    size = (high - low).clamp(min=0)
    return size[..., 0] * size[..., 1]


def pair_iou(a, b):
    """Returns ioU of broadcast boxes (…, 4)."""
    low = torch.maximum(a[..., :2], b[..., :2])
    high = torch.minimum(a[..., 2:], b[..., 2:])
    both = _area(low, high)
    total = _area(a[..., :2], a[..., 2:]) + _area(b[..., :2], b[..., 2:])
    return both / (total - both + 1e-7)


def gaussian_similarity(a, b):
    """Returns how near broadcast boxes are as Gaussians: NWD (Wang et al. 2022). Unlike IoU it falls slowly for small boxes."""
    between = ((a[..., :2] + a[..., 2:] - b[..., :2] - b[..., 2:]) / 2).pow(2).sum(-1)
    sizes = ((a[..., 2:] - a[..., :2] - b[..., 2:] + b[..., :2]) / 2).pow(2).sum(-1)
    return torch.exp(-(between + sizes + 1e-6).sqrt() / REACH)


def gaussian_share(boxes, small):
    """Returns the weight of `gaussian_similarity` beside IoU: from 1 for a point to 0 for a box as large as a square of `small` pixels."""
    return (1 - _area(boxes[..., :2], boxes[..., 2:]).clamp(min=1).sqrt() / small).clamp(min=0) if small else 0.0


def is_inside(points, boxes, smallest=0.0):
    """Returns (batch, boxes, points): whether the box, at least `smallest` wide and high, contains the point."""
    middle = (boxes[..., :2] + boxes[..., 2:]) / 2
    half = ((boxes[..., 2:] - boxes[..., :2]) / 2).clamp(min=smallest / 2)
    return ((points[None, None] - middle[:, :, None]).abs() < half[:, :, None]).all(-1)


@torch.no_grad()
def assign(type_logits, predicted, points, boxes, labels, small=0.0):
    """Returns for each anchor whether it is positive, its box's number, its target score; for each box its best anchors.

    type_logits (b, a, c), predicted (b, a, 4), points (a, 2), boxes (b, m, 4), labels (b, m) with < 0 for none. `small`: side in
    pixels below which boxes are also compared as Gaussians.
    """
    valid = (labels >= 0)[..., None]
    index = labels.clamp(min=0)[..., None].expand(-1, -1, type_logits.shape[1])
    score = type_logits.sigmoid().transpose(1, 2).gather(1, index)
    allowed = is_inside(points, boxes, SMALLEST) & valid
    overlap = pair_iou(boxes[:, :, None], predicted[:, None])
    if small:
        share = gaussian_share(boxes, small)[:, :, None]
        overlap = overlap + share * (gaussian_similarity(boxes[:, :, None], predicted[:, None]) - overlap)
    overlap = overlap * allowed
    metric = score.sqrt() * overlap.pow(6)
    best = (metric + allowed * 1e-9).topk(CANDIDATES, 2).indices
    positive = torch.zeros_like(metric).scatter_(2, best, 1.0) * allowed
    # An anchor chosen by several boxes goes to the one it overlaps most.
    several = positive.sum(1, keepdim=True) > 1
    winner = torch.zeros_like(metric).scatter_(1, (overlap + positive).argmax(1, keepdim=True), 1.0)
    positive = torch.where(several, positive * winner, positive)
    metric = metric * positive
    peak = metric.amax(2, keepdim=True)
    peak_overlap = (overlap * positive).amax(2, keepdim=True)
    target = (metric / (peak + 1e-9) * peak_overlap).amax(1)
    return positive.sum(1) > 0, positive.argmax(1), target, best, positive
