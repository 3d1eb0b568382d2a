"""The loss of a batch: types, boxes, side distributions, outlines, type areas.

A class that a picture's source does not label counts only at anchors of a box of the class.
"""

import torch
from torch.nn import functional

from .assign import SMALLEST, assign, gaussian_share, gaussian_similarity, is_inside, pair_iou
from .model import anchor_points, decode_boxes, flatten_maps

MASK_ANCHORS = 2  # anchors per box that train the outline
MASK_STEP = 4  # input pixels per cell of the prototypes
AREA_STEP = 8


def one_hot(labels, classes):
    """Returns one-hot vectors, all zeros for a negative label. (torch's own checks the range, which waits for the GPU.)"""
    return (labels[..., None] == torch.arange(classes, device=labels.device)).float()


def complete_iou(a, b):
    """Returns the CIoU (Zheng et al. 2020) of matching boxes."""
    iou = pair_iou(a, b)
    hull = torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])
    diagonal = hull.pow(2).sum(-1) + 1e-7
    between = ((a[..., :2] + a[..., 2:] - b[..., :2] - b[..., 2:]) / 2).pow(2).sum(-1)
    size_a, size_b = ((box[..., 2:] - box[..., :2]).clamp(min=1e-3) for box in (a, b))
    skew = (torch.atan(size_b[..., 0] / size_b[..., 1]) - torch.atan(size_a[..., 0] / size_a[..., 1])).pow(2) * 0.405285
    with torch.no_grad():
        weight = skew / (1 - iou + skew + 1e-7)
    return iou - between / diagonal - weight * skew


def distance_loss(sides, distance):
    """Returns the distribution focal loss (Li et al. 2020): cross entropy to the two bins around the true distance."""
    bins = sides.shape[-1]
    distance = distance.clamp(0, bins - 1.01)
    low = distance.floor()
    logs = sides.log_softmax(-1)
    index = low.long()[..., None]
    at_low, at_high = logs.gather(-1, index)[..., 0], logs.gather(-1, index + 1)[..., 0]
    return -(at_low * (low + 1 - distance) + at_high * (distance - low)).mean(-1)


def damage_loss(outputs, painter, plan, size, classes, bins, train):
    """Returns the total loss and its parts (detached). `outputs` are the model's in training mode."""
    *maps, prototypes, areas = outputs
    targets = painter.place_boxes(plan, size, train.boxes)
    boxes, labels = targets.boxes, targets.labels
    centres, strides = anchor_points(maps)
    types, sides, coefficients = flatten_maps(maps, classes, bins)
    predicted = decode_boxes(sides, centres, strides)
    positive, owner, target, best, pairs = assign(types.detach(), predicted.detach(), centres, boxes, labels, train.small)

    own_label = labels.gather(1, owner).clamp(min=0)
    own_box = boxes.gather(1, owner[..., None].expand(-1, -1, 4))
    target = target * positive
    total = target.sum().clamp(min=1.0)

    wanted = one_hot(own_label, classes) * target[..., None]
    ignored = (is_inside(centres, boxes, SMALLEST) & (labels == -2)[..., None]).any(1)
    counted = painter.labelled_at(plan, centres) & ~ignored[..., None] | (wanted > 0)
    type_loss = (functional.binary_cross_entropy_with_logits(types, wanted, reduction="none") * counted).sum() / total

    likeness = complete_iou(predicted, own_box)
    if train.small:
        likeness = likeness + gaussian_share(own_box, train.small) * (gaussian_similarity(predicted, own_box) - likeness)
    box_loss = ((1 - likeness) * target).sum() / total
    distance = torch.cat([centres - own_box[..., :2], own_box[..., 2:] - centres], -1) / strides
    side_loss = (distance_loss(sides, distance) * target).sum() / total

    bitmap = painter.paint_bits(plan, size, MASK_STEP)
    mask_loss = outline_loss(prototypes.float(), coefficients, targets, bitmap, best, pairs, train.masks)
    area_loss = type_area_loss(areas.float(), targets, bitmap, painter, plan, classes)
    parts = {"type": type_loss, "box": box_loss, "distance": side_loss, "mask": mask_loss, "area": area_loss}
    loss = sum(train.weights[name] * value for name, value in parts.items())
    return loss, torch.stack([value.detach() for value in parts.values()])


def _truth(bitmap, slots, bits):
    """Returns the true masks (batch, boxes, h, w) of boxes given by slot and bit."""
    cells, cell_slots = bitmap
    lit = (cells[:, None] >> bits[..., None, None].int()) & 1
    return (lit * (cell_slots[:, None] == slots[..., None, None])).float()


def _crop(boxes, height, width, step):
    """Returns a grid of cells that is 1 inside the boxes."""
    x = (torch.arange(width, device=boxes.device) + 0.5) * step
    y = (torch.arange(height, device=boxes.device) + 0.5) * step
    in_x = (x >= boxes[..., :1] - step) & (x <= boxes[..., 2:3] + step)
    in_y = (y >= boxes[..., 1:2] - step) & (y <= boxes[..., 3:] + step)
    return (in_y[..., :, None] & in_x[..., None, :]).float()


def outline_loss(prototypes, coefficients, targets, bitmap, best, pairs, limit):
    """Returns cross entropy and Dice loss inside the box, for the best anchors of boxes that have an outline."""
    usable = (targets.outlined & (targets.labels >= 0)).float()
    order = usable.topk(limit, 1).indices
    pick = lambda value: value.gather(1, order)
    wide = lambda value: value.gather(1, order[..., None].expand(-1, -1, value.shape[2]))
    usable, boxes = pick(usable), wide(targets.boxes)
    anchors = wide(best)[..., :MASK_ANCHORS]
    # `best` may name anchors that another box won; those do not count here.
    weight = wide(pairs).gather(2, anchors) * usable[..., None]
    chosen = coefficients.gather(1, anchors.flatten(1)[..., None].expand(-1, -1, coefficients.shape[2]))
    height, width = prototypes.shape[2:]
    logits = torch.bmm(chosen, prototypes.flatten(2)).view(len(boxes), limit, MASK_ANCHORS, height, width)
    truth = _truth(bitmap, pick(targets.slots), pick(targets.bits))[:, :, None]
    crop = _crop(boxes, height, width, MASK_STEP)[:, :, None]
    inside = crop.sum((-1, -2)).clamp(min=1)
    entropy = functional.binary_cross_entropy_with_logits(logits, truth.expand_as(logits), reduction="none") * crop
    lit = logits.sigmoid() * crop
    shared = (lit * truth).sum((-1, -2))
    dice = 1 - (2 * shared + 1) / (lit.sum((-1, -2)) + (truth * crop).sum((-1, -2)) + 1)
    each = entropy.sum((-1, -2)) / inside + 0.5 * dice
    return (each * weight).sum() / weight.sum().clamp(min=1)


def type_area_loss(areas, targets, bitmap, painter, plan, classes):
    """Returns the loss of per-pixel types at stride 8. Pixels inside boxes without an outline are unknown and do not count."""
    boxes, labels, slots, bits, outlined = targets
    step = AREA_STEP // MASK_STEP
    coarse = [layer[:, ::step, ::step] for layer in bitmap]
    height, width = areas.shape[2:]
    kinds = one_hot(labels, classes)
    masks = _truth(coarse, slots, bits).flatten(2)
    covered = torch.bmm((kinds * outlined[..., None]).transpose(1, 2), masks).clamp(max=1)
    hidden = _crop(boxes, height, width, AREA_STEP).flatten(2)
    unknown = torch.bmm((kinds * ~outlined[..., None]).transpose(1, 2), hidden) > 0
    ignored = (hidden * (labels == -2)[..., None]).amax(1, keepdim=True) > 0
    y, x = torch.meshgrid(
        torch.arange(height, device=areas.device), torch.arange(width, device=areas.device), indexing="ij"
    )
    points = (torch.stack([x, y], 2).reshape(-1, 2) + 0.5) * AREA_STEP
    known = painter.labelled_at(plan, points).transpose(1, 2) & ~unknown & ~ignored | (covered > 0)
    logits = areas.flatten(2)
    probability = logits.sigmoid()
    focus = (covered - probability).abs().pow(1.5).detach()
    entropy = functional.binary_cross_entropy_with_logits(logits, covered, reduction="none") * focus * known
    return entropy.sum() / (covered * known).sum().clamp(min=100.0)
