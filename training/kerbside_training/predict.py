"""Detections of a detector on photos: at one scale of the whole photo, or on overlapping tiles of it; several scales merged.

Follows the library (src/analysis/detection): canvas in the photo's shape, non-maximum suppression within a type, boxes
tightened to their masks, several scales merged by the mean of their scores. The resizing of photos differs slightly.
"""

import numpy as np
import torch
from torch.nn import functional

from .model import anchor_points, decode_boxes, flatten_maps

OVERLAP = 0.5  # IoU threshold of non-maximum suppression
TIGHTEN = 0.25  # part of the way that the sides of a box move to its mask
TILE_OVERLAP = 0.2  # of neighbouring tiles, relative to a tile's side
EDGE = 0.01  # a detection this near to a tile's inner border, relative to the tile's side, counts as cut and is dropped
CANDIDATES, LIMIT = 300, 100  # boxes of a type on a photo before and after suppression
PIXELS = 32 * 262144  # of the canvases of one batch
STEP = 4  # canvas pixels per cell of the prototypes


def canvas_of(width, height, area, step=32):
    """Returns scale and canvas for a picture: the largest scale whose canvas, in whole steps, has at most `area` pixels."""
    best = (0.0, step, step)
    for columns in range(1, area // (step * step) + 1):
        rows = area // (step * step) // columns
        scale = min(columns * step / width, rows * step / height)
        if scale > best[0] + 1e-9:
            best = (scale, columns * step, rows * step)
    scale, canvas_width, canvas_height = best
    fit = lambda side: max(step, int(np.ceil(side * scale / step - 1e-6)) * step)
    return scale, min(canvas_width, fit(width)), min(canvas_height, fit(height))


def tiles_of(width, height, count):
    """Returns windows (x0, y0, x1, y1) of `count` x `count` tiles that cover a photo and overlap."""

    def starts(length):
        side = length / (count - (count - 1) * TILE_OVERLAP)
        return [(round(number * side * (1 - TILE_OVERLAP)), round(number * side * (1 - TILE_OVERLAP) + side)) for number in range(count)]

    return [(x0, y0, min(x1, width), min(y1, height)) for y0, y1 in starts(height) for x0, x1 in starts(width)]


def parse_scale(text):
    """Parses `409600x2m` to (409600, 2, True): pixels of the canvas, tiles per side, whether the photo is mirrored."""
    area, _, tiles = text.rstrip("m").partition("x")
    return int(area), int(tiles or 1), text.endswith("m")


def suppress(boxes, scores):
    """Returns which of boxes (…, n, 4), best first, are kept: greedy suppression as a fixed point, in whole tensors."""
    low = torch.maximum(boxes[..., :, None, :2], boxes[..., None, :, :2])
    high = torch.minimum(boxes[..., :, None, 2:], boxes[..., None, :, 2:])
    both = (high - low).clamp(min=0).prod(-1)
    area = (boxes[..., 2:] - boxes[..., :2]).clamp(min=0).prod(-1)
    iou = both / (area[..., :, None] + area[..., None, :] - both + 1e-9)
    suppresses = torch.triu((iou > OVERLAP).float(), 1)
    valid = scores > 0
    keep = valid
    for _ in range(boxes.shape[-2]):
        new = valid & ~((keep.float()[..., None, :] @ suppresses)[..., 0, :] > 0)
        if torch.equal(new, keep):
            break
        keep = new
    return keep


def mask_extents(prototypes, coefficients, boxes):
    """Returns the extent of the masks in boxes (b, n, 4), in canvas pixels; the box itself if its mask is empty."""
    height, width = prototypes.shape[2:]
    lit = torch.bmm(coefficients, prototypes.flatten(2)).unflatten(2, (height, width)) > 0
    x, y = torch.arange(width, device=boxes.device), torch.arange(height, device=boxes.device)
    first, last = (boxes[..., :2] / STEP).floor(), (boxes[..., 2:] / STEP).ceil()
    in_x = (x >= first[..., :1]) & (x < last[..., :1])
    in_y = (y >= first[..., 1:]) & (y < last[..., 1:])
    lit = lit & in_x[..., None, :] & in_y[..., :, None]
    columns, rows = lit.any(-2), lit.any(-1)
    extent = lambda line: (line.int().argmax(-1), line.shape[-1] - line.flip(-1).int().argmax(-1))
    (x0, x1), (y0, y1) = extent(columns), extent(rows)
    tight = torch.stack([x0, y0, x1, y1], -1).to(boxes.dtype) * STEP
    low, high = boxes[..., :2], boxes[..., 2:]
    clipped = torch.cat([tight[..., :2].clamp(low, high), tight[..., 2:].clamp(low, high)], -1)
    return torch.where(columns.any(-1)[..., None], clipped, boxes)


def lay_out(photo, window, scale, columns, rows, mirrored):
    """Returns a window of a photo (h, w, 3), scaled, at the top left of a grey canvas."""
    x0, y0, x1, y1 = window
    picture = photo[y0:y1, x0:x1].permute(2, 0, 1)[None].float() / 255
    picture = picture.flip(3) if mirrored else picture
    size = max(1, round((y1 - y0) * scale)), max(1, round((x1 - x0) * scale))
    small = functional.interpolate(picture, size=size, mode="bilinear", align_corners=False, antialias=scale < 1)[0].clamp(0, 1)
    canvas = torch.full((3, rows, columns), 114 / 255, device=photo.device)
    canvas[:, : min(size[0], rows), : min(size[1], columns)] = small[:, :rows, :columns]
    return canvas


@torch.no_grad()
def detect(model, photos, area, tiles=1, mirrored=False, threshold=1e-3, windows=None):
    """Returns per photo (uint8, h, w, 3) an array (n, 10): box, extent of its mask, score, type.

    `windows`: per photo the parts of it (x0, y0, x1, y1) to run on, instead of tiles that cover it.
    """
    groups, results = {}, [[] for _ in photos]
    parted = tiles > 1 or windows is not None
    for place, photo in enumerate(photos):
        for window in windows[place] if windows is not None else tiles_of(photo.shape[1], photo.shape[0], tiles):
            scale, columns, rows = canvas_of(window[2] - window[0], window[3] - window[1], area)
            groups.setdefault((columns, rows), []).append((place, window, scale))
    for (columns, rows), views in groups.items():
        count = max(1, PIXELS // (columns * rows))
        for first in range(0, len(views), count):
            part = views[first : first + count]
            canvas = torch.stack([lay_out(photos[place], window, scale, columns, rows, mirrored) for place, window, scale in part])
            # cuDNN would take seconds to choose its kernels for each new shape.
            with torch.backends.cudnn.flags(enabled=False):
                outputs = [value.float() for value in model(canvas)[:4]]
            for row, (place, window, scale) in zip(_decode(model, outputs, part, mirrored, threshold), part):
                results[place].append(_drop_cut(row, window, photos[place].shape) if parted else row)
    merged = [np.concatenate([np.zeros((0, 10), np.float32), *rows]) for rows in results]
    return [_suppress_across(rows) for rows in merged] if parted else merged


def _decode(model, outputs, views, mirrored, threshold):
    """Returns arrays (n, 10), in pixels of the photo, for each canvas of a batch."""
    device, classes = outputs[0].device, model.classes
    types, distances, coefficients = flatten_maps(outputs[:3], classes, model.bins)
    windows = torch.tensor([window for _, window, _ in views], device=device, dtype=torch.float32)
    scale = torch.tensor([scale for *_, scale in views], device=device)[:, None, None]
    extent = (windows[:, 2:] - windows[:, :2])[:, None]
    boxes = torch.minimum(decode_boxes(distances, *anchor_points(outputs[:3])).clamp(min=0), extent.repeat(1, 1, 2) * scale)
    scores = types.sigmoid().transpose(1, 2)
    scores, index = scores.topk(min(CANDIDATES, scores.shape[2]), 2)
    chosen = boxes[:, None].expand(-1, classes, -1, -1).gather(2, index[..., None].expand(-1, -1, -1, 4))
    large = ((chosen[..., 2:] - chosen[..., :2]) >= scale[..., None]).all(-1)
    scores = torch.where((scores >= threshold) & large, scores, torch.zeros_like(scores))
    scores, order = torch.sort(scores, dim=2, descending=True, stable=True)
    index, chosen = index.gather(2, order), chosen.gather(2, order[..., None].expand(-1, -1, -1, 4))
    scores = scores * suppress(chosen, scores)
    scores, order = scores.topk(min(LIMIT, scores.shape[2]), 2)
    index, chosen = index.gather(2, order), chosen.gather(2, order[..., None].expand(-1, -1, -1, 4))
    tables = []
    for row in range(len(views)):
        kind, place = torch.nonzero(scores[row] > 0, as_tuple=True)
        if not len(kind):
            tables.append(np.zeros((0, 10), np.float32))
            continue
        box = chosen[row, kind, place]
        extents = box
        if len(outputs) > 3:
            mine = coefficients[row, index[row, kind, place]]
            extents = mask_extents(outputs[3][row : row + 1], mine[None], box[None])[0]
        both = torch.stack([box, extents], 1) / scale[row]
        if mirrored:
            both = torch.stack([extent[row, 0, 0] - both[..., 2], both[..., 1], extent[row, 0, 0] - both[..., 0], both[..., 3]], -1)
        both = both + windows[row, :2].repeat(2)
        tables.append(torch.cat([both.flatten(1), scores[row, kind, place, None], kind[:, None].float()], 1).cpu().numpy())
    return tables


def _drop_cut(rows, window, shape):
    """Removes detections that touch a border of their tile that is not the photo's."""
    (x0, y0, x1, y1), (height, width) = window, shape[:2]
    near_x, near_y = EDGE * (x1 - x0), EDGE * (y1 - y0)
    cut = (rows[:, 0] < x0 + near_x) & (x0 > 0) | (rows[:, 2] > x1 - near_x) & (x1 < width)
    cut |= (rows[:, 1] < y0 + near_y) & (y0 > 0) | (rows[:, 3] > y1 - near_y) & (y1 < height)
    return rows[~cut]


def pair_iou(a, b):
    """Returns the IoU (n, m) of boxes (n, 4) and (m, 4)."""
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.clip(high - low, 0, None).prod(2)
    area = lambda box: (box[:, 2:] - box[:, :2]).prod(1)
    return both / (area(a)[:, None] + area(b)[None] - both + 1e-9)


def _suppress_across(rows):
    """Suppresses duplicates across the tiles of a photo."""
    kept = []
    for kind in np.unique(rows[:, 9]):
        mine = rows[rows[:, 9] == kind]
        mine = mine[np.argsort(-mine[:, 8], kind="stable")]
        suppresses, free = pair_iou(mine[:, :4], mine[:, :4]) > OVERLAP, np.ones(len(mine), bool)
        for place in range(len(mine)):
            if free[place]:
                free[place + 1 :] &= ~suppresses[place, place + 1 :]
        kept.append(mine[free][:LIMIT])
    return np.concatenate([rows[:0], *kept])


def tighten_boxes(rows):
    return rows[:, :4] + TIGHTEN * (rows[:, 4:8] - rows[:, :4])


def merge_scales(scales, weights=None):
    """Merges the detections of one type that several scales have on one photo: returns mean boxes and mean scores.

    A scale that lacks a detection counts as 0. `weights`: of each scale (sum 1; default: equal).
    """
    if len(scales) == 1:
        return tighten_boxes(scales[0]), scales[0][:, 8]
    weights = weights or [1 / len(scales)] * len(scales)
    rows = np.concatenate(scales)
    origin = np.concatenate([np.full(len(part), number) for number, part in enumerate(scales)])
    order = np.argsort(-rows[:, 8], kind="stable")
    rows, origin = rows[order], origin[order]
    overlaps, tight, free = pair_iou(rows[:, :4], rows[:, :4]) > OVERLAP, tighten_boxes(rows), np.ones(len(rows), bool)
    boxes, scores = [], []
    for place in range(len(rows)):
        if not free[place] or len(boxes) >= LIMIT:
            continue
        members = np.union1d(np.flatnonzero(free & overlaps[place]), [place])
        free[members] = False
        best = members[np.unique(origin[members], return_index=True)[1]]
        share = np.array([weights[number] for number in origin[best]]) * rows[best, 8]
        scores.append(share.sum())
        boxes.append((tight[best] * share[:, None]).sum(0) / share.sum())
    return np.array(boxes).reshape(-1, 4), np.array(scores)


def merge_photos(scales, weights=None):
    """Returns (boxes, scores, types) per photo. `scales`: per scale the rows of each photo."""
    results = []
    for photo in zip(*scales):
        kinds = np.unique(np.concatenate([rows[:, 9] for rows in photo]))
        merged = [merge_scales([rows[rows[:, 9] == kind] for rows in photo], weights) for kind in kinds]
        boxes = np.concatenate([np.zeros((0, 4)), *(boxes for boxes, _ in merged)])
        scores = np.concatenate([np.zeros(0), *(scores for _, scores in merged)])
        results.append((boxes, scores, np.concatenate([np.zeros(0, int), *(np.full(len(s), int(k)) for k, (_, s) in zip(kinds, merged))])))
    return results


def predict(model, photos, scales, threshold=1e-3):
    """Returns (boxes in its own pixels, scores, types) per photo; `scales` as text, see parse_scale."""
    return merge_photos([detect(model, photos, *parse_scale(text), threshold=threshold) for text in scales])
