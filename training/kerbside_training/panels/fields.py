"""Fields over a picture, (h, w) tensors on one device: coordinates, smooth noise, lines, slopes.

Random numbers come from numpy, so a seed fixes a picture on every device.
"""

import numpy as np
import torch
from PIL import Image, ImageDraw
from torch.nn import functional

PERIOD = 64  # cells after which `noise_at` repeats
FINE = 2  # lines are drawn at this factor of the size, for smooth edges


def smooth_step(value, low, high):
    """Returns 0 below `low`, 1 above `high`, smooth between them."""
    part = ((value - low) / (high - low)).clamp(0, 1)
    return part * part * (3 - 2 * part)


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def soften(field, pixels):
    """Blurs a field (h, w) or picture (3, h, w) over about `pixels` pixels."""
    values = field[None, None] if field.ndim == 2 else field[None]
    reach = max(1, round(pixels))
    for _ in range(2):
        for pad, window in (([reach, reach, 0, 0], (1, 2 * reach + 1)), ([0, 0, reach, reach], (2 * reach + 1, 1))):
            values = functional.avg_pool2d(functional.pad(values, pad, mode="replicate"), window, 1)
    return values[0, 0] if field.ndim == 2 else values[0]


def slopes(height):
    """Returns the slopes of a height field (pixels), to the right and downwards."""
    down, right = torch.gradient(height)
    return right, down


def sample(picture, x, y):
    """Returns the pixels of a picture (c, h, w) at the coordinates x, y (pixels)."""
    height, width = picture.shape[1:]
    grid = torch.stack([2 * x / width - 1, 2 * y / height - 1], -1)
    return functional.grid_sample(picture[None], grid[None], mode="bilinear", padding_mode="border", align_corners=False)[0]


class Canvas:
    """The coordinates of a picture's pixels, and fields over them that are drawn at random."""

    def __init__(self, height, width, rng, device):
        self.height, self.width, self.side = height, width, max(height, width)
        self.rng, self.device = rng, device
        y, x = np.mgrid[:height, :width].astype(np.float32) + 0.5
        self.x, self.y = self.tensor(x), self.tensor(y)

    def tensor(self, values):
        return torch.from_numpy(np.ascontiguousarray(values, np.float32)).to(self.device)

    def zeros(self):
        return torch.zeros_like(self.x)

    def noise(self, cells, octaves=2):
        """Returns smooth noise of about -1 to 1; the longer side has `cells` cells."""
        total = 0
        for octave in range(octaves):
            count = cells * 2**octave
            shape = [max(2, round(count * length / self.side)) + 2 for length in (self.height, self.width)]
            grid = self.tensor(self.rng.uniform(-1, 1, (1, 1, *shape)))
            total = total + 0.5**octave * functional.interpolate(grid, size=(self.height, self.width), mode="bicubic", align_corners=True)
        return total[0, 0] * 1.2

    def noise_at(self, u, v):
        """Returns noise at coordinates in units of its cells: streaks if u and v have different units."""
        grid = self.rng.uniform(-1, 1, (PERIOD, PERIOD))
        grid = self.tensor(np.pad(grid, (0, 1), mode="wrap"))[None, None]
        at = torch.stack([u % PERIOD, v % PERIOD], -1)[None] * (2 / PERIOD) - 1
        return functional.grid_sample(grid, at, mode="bilinear", align_corners=True)[0, 0]

    def around(self, centre, angle):
        """Returns coordinates (pixels) from a centre, along an angle and across it."""
        x, y = self.x - float(centre[0]), self.y - float(centre[1])
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        return x * cos + y * sin, y * cos - x * sin

    def lines(self, lines):
        """Returns cover (0 to 1) of lines, each (points (n, 2), width in pixels, strength 0 to 1); the strongest counts."""
        image = Image.new("L", (self.width * FINE, self.height * FINE))
        pen = ImageDraw.Draw(image)
        for points, width, strength in sorted(lines, key=lambda line: line[2]):
            corners = [(float(x) * FINE, float(y) * FINE) for x, y in points]
            thin = min(1.0, width * FINE)  # a line thinner than a fine pixel is fainter
            pen.line(corners, fill=int(255 * strength * thin), width=max(1, round(width * FINE)), joint="curve")
        return self.tensor(np.asarray(image.reduce(FINE), np.float32) / 255)

    def polygon(self, points):
        """Returns cover of a polygon (n, 2)."""
        image = Image.new("L", (self.width * FINE, self.height * FINE))
        ImageDraw.Draw(image).polygon([(float(x) * FINE, float(y) * FINE) for x, y in points], fill=255)
        return self.tensor(np.asarray(image.reduce(FINE), np.float32) / 255)


def wander(rng, start, angle, length, bend, count=24):
    """Returns a path (n, 2) from `start` that keeps its direction apart from `bend` (radians over its length)."""
    turns = angle + np.cumsum(rng.normal(0, 1, count)) * bend / np.sqrt(count)
    steps = np.stack([np.cos(turns), np.sin(turns)], 1) * length / count
    return np.concatenate([[start], start + np.cumsum(steps, 0)])
