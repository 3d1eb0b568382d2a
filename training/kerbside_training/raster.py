"""Converts polygons to bitmaps without an imaging library: the even-odd rule at cell centres."""

import numpy as np


def fill_polygon(points, size):
    """Returns a boolean array (size, size): cells whose centre lies inside the ring `points`, an (n, 2) array of cells."""
    mask = np.zeros((size, size), bool)
    low = np.clip(np.floor(points.min(0)).astype(int), 0, size)
    high = np.clip(np.ceil(points.max(0)).astype(int) + 1, 0, size)
    if (high <= low).any():
        return mask
    x = np.arange(low[0], high[0])[None, :] + 0.5
    y = np.arange(low[1], high[1])[:, None] + 0.5
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), bool)
    for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, 0)):
        if y0 == y1:
            continue
        crosses = (y0 <= y) != (y1 <= y)
        inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    mask[low[1] : high[1], low[0] : high[0]] = inside
    return mask
