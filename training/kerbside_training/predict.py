"""Predictions of a model over packed pictures, for model selection."""

import numpy as np
import torch
from torch.nn import functional
from torchvision.ops import batched_nms

from .model import anchor_points, decode_boxes, flatten_maps

OVERLAP = 0.5  # of two boxes of a class that overlap more, the better one stays
MOST = 100


def canvas_of(width, height, area, step=32):
    """Scale and canvas for a picture: the largest scale whose canvas, in whole steps, has at most `area` pixels."""
    best = (0.0, step, step)
    for columns in range(1, area // (step * step) + 1):
        rows = area // (step * step) // columns
        scale = min(columns * step / width, rows * step / height)
        if scale > best[0] + 1e-9:
            best = (scale, columns * step, rows * step)
    scale, canvas_width, canvas_height = best
    fit = lambda side: max(step, int(np.ceil(side * scale / step - 1e-6)) * step)
    return scale, min(canvas_width, fit(width)), min(canvas_height, fit(height))


def letterbox(picture, scale, width, height):
    """A (3, h, w) tensor of 0..1, scaled, at the top left of a grey canvas."""
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[2] * scale)))
    small = functional.interpolate(picture[None], size=size, mode="bilinear", align_corners=False)[0]
    canvas = torch.full((3, height, width), 114 / 255, device=picture.device)
    canvas[:, : min(size[0], height), : min(size[1], width)] = small[:, :height, :width]
    return canvas


@torch.no_grad()
def predict(model, painter, numbers, area, square=False, threshold=0.01, autocast=True):
    """Per picture (boxes in its own pixels, scores, classes), as numpy arrays."""
    device = painter.pixels.device
    sizes = painter.sizes[torch.as_tensor(numbers, device=device)].long().cpu().numpy()
    groups = {}
    for position, (width, height) in enumerate(sizes):
        scale, columns, rows = canvas_of(width, height, area)
        if square:
            side = int(area**0.5)
            scale, columns, rows = side / max(width, height), side, side
        groups.setdefault((columns, rows), []).append((position, float(scale)))
    results = [None] * len(numbers)
    model.eval()
    for (columns, rows), members in groups.items():
        for first in range(0, len(members), 32):
            part = members[first : first + 32]
            batch = torch.stack(
                [_picture(painter, numbers[place], sizes[place], scale, columns, rows) for place, scale in part]
            )
            # No search for the fastest kernels here: there are many shapes and few pictures of each.
            tuning = torch.backends.cudnn.flags(enabled=True, benchmark=False)
            with tuning, torch.autocast(device.type, torch.bfloat16, enabled=autocast and device.type == "cuda"):
                outputs = model(batch.to(memory_format=torch.channels_last))
            types, sides, _ = flatten_maps(outputs[:3], model.classes, model.bins)
            boxes = decode_boxes(sides, *anchor_points(outputs[:3]))
            for row, (place, scale) in enumerate(part):
                results[place] = _collect(types[row].sigmoid(), boxes[row] / scale, sizes[place], threshold)
    return results


def _picture(painter, number, size, scale, columns, rows):
    packed = painter.pixels[number, : size[1], : size[0]]
    picture = torch.stack([(packed >> shift) & 255 for shift in (0, 8, 16)]).float() / 255
    return letterbox(picture, scale, columns, rows)


def _collect(scores, boxes, size, threshold):
    anchor, kind = torch.nonzero(scores > threshold, as_tuple=True)
    values = scores[anchor, kind]
    values, order = values.topk(min(2000, len(values)))
    limit = torch.tensor([size[0], size[1], size[0], size[1]], device=boxes.device, dtype=boxes.dtype)
    chosen = torch.minimum(boxes[anchor[order]].clamp(min=0), limit)
    kept = batched_nms(chosen, values, kind[order], OVERLAP)[:MOST]
    return tuple(value[kept].cpu().numpy() for value in (chosen, values, kind[order]))
