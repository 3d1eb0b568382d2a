"""Augmentation of training pictures beside colours: shade, blur, grain, holes. It reduces overfitting to a small set of photos.

Uses tensor operations of fixed shape and torch's own generator only, so that a CUDA graph can hold them.
"""

import torch
from torch.nn import functional

HOLES = 3


def disturb(pictures, strength):
    """Disturbs `pictures` (batch, 3, h, w) of 0..1: each disturbance is applied to half of them, up to `strength`."""
    batch, size = len(pictures), pictures.shape[2:]

    def amount(maximum):
        """Returns 0 for half of the pictures, up to `maximum` for the others."""
        draw = torch.rand(batch, 1, 1, 1, device=pictures.device)
        return (draw - 0.5).clamp(min=0) * 2 * maximum * strength

    shade = torch.randn(batch, 1, 4, 4, device=pictures.device)
    pictures = pictures * (1 + functional.interpolate(shade, size=size, mode="bilinear") * amount(0.3))
    soft = functional.avg_pool2d(pictures, 3, 1, 1, count_include_pad=False)
    pictures = pictures + (soft - pictures) * amount(1.0)
    pictures = pictures + torch.randn_like(pictures) * amount(0.06)
    return cut_holes(pictures, strength).clamp(0, 1)


def cut_holes(pictures, strength):
    """Replaces boxes of up to a sixth of the side by one colour, in half of the pictures."""
    batch, (height, width) = len(pictures), pictures.shape[2:]
    draw = lambda *shape: torch.rand(batch, HOLES, *shape, device=pictures.device)
    used = draw(1) < 0.25 * strength
    centre, reach = draw(2), draw(2) * used / 12
    near = lambda count, axis: (
        ((torch.arange(count, device=pictures.device) + 0.5) / count - centre[..., axis, None]).abs() < reach[..., axis, None]
    )
    hole = (near(height, 0)[..., :, None] & near(width, 1)[..., None, :]).any(1)[:, None]
    return torch.where(hole, torch.rand(batch, 3, 1, 1, device=pictures.device), pictures)
