"""The environment that a panel reflects: colour by direction. Sky, clouds and sun, a skyline of trees or houses, the ground; lamps in a hall."""

import numpy as np
import torch
from torch.nn import functional

from .fields import smooth_step

TABLE = 256  # number of directions of the skyline table


def _tint(rng, spread):
    return 1 + rng.uniform(-spread, spread, 3) * 0.5


def _smooth_table(rng, cells):
    places = np.linspace(0, cells, TABLE, endpoint=False)
    values = rng.uniform(0, 1, cells)
    return np.interp(places, np.arange(cells + 1), np.append(values, values[0]))


def _skyline(rng, kind):
    """Returns the elevation (sine) of the skyline and its brightness, by direction."""
    if kind == "street":
        count = int(rng.integers(5, 16))
        edges = np.sort(rng.integers(0, TABLE, count))
        owner = np.searchsorted(edges, np.arange(TABLE))
        return rng.uniform(0.02, 0.75, count + 1)[owner], rng.uniform(0.08, 0.7, count + 1)[owner]
    if kind == "hall":
        return np.full(TABLE, rng.uniform(0.3, 0.8)), 0.15 + 0.5 * _smooth_table(rng, 12)
    rough = 0.6 * _smooth_table(rng, 9) + 0.3 * _smooth_table(rng, 40) + 0.1 * _smooth_table(rng, 120)
    return 0.02 + rough * rng.uniform(0.05, 0.45), 0.05 + 0.3 * _smooth_table(rng, 24)


class Surroundings:
    """Radiance by direction; directions are (3, h, w): to the right, up, towards the camera."""

    def __init__(self, rng, device):
        kind = rng.choice(["open", "street", "hall"], p=[0.45, 0.35, 0.2])
        tensor = lambda values: torch.from_numpy(np.asarray(values, np.float32)).to(device)
        high = rng.uniform(0.35, 1.3)
        blue = np.array([0.62, 0.8, 1.15]) if rng.random() < 0.5 and kind != "hall" else _tint(rng, 0.06)
        self.high = tensor(high * blue)[:, None, None]
        self.low = tensor(rng.uniform(0.7, 1.6) * _tint(rng, 0.1))[:, None, None]
        self.ground = tensor(rng.uniform(0.06, 0.55) * _tint(rng, 0.12))[:, None, None]
        self.near = tensor(rng.uniform(0.03, 0.3) * _tint(rng, 0.1))[:, None, None]
        line, light = _skyline(rng, kind)
        green = np.array([0.8, 1.05, 0.6]) if kind == "open" else _tint(rng, 0.2)
        self.line, self.things = tensor(line), tensor(light[None] * green[:, None])
        self.clouds = tensor(rng.uniform(-1, 1, (1, 1, 12, 24)) * rng.uniform(0, 0.5))
        self.sun, self.sun_power = self._direction(rng, tensor), rng.uniform(2, 14) * (rng.random() < 0.55) * (kind != "hall")
        self.sun_size = 10 ** rng.uniform(2.0, 3.6)
        lamps = rng.integers(2, 9) if kind == "hall" else 0
        self.lamps = [(rng.uniform(-3.1, 3.1), rng.uniform(0.1, 0.98), *rng.uniform(0.03, 0.5, 2), rng.uniform(2, 8)) for _ in range(lamps)]
        self.light = float(0.5 * (self.high.mean() + self.low.mean()) + 0.05 * self.sun_power)

    def _direction(self, rng, tensor):
        around, up = rng.uniform(-np.pi, np.pi), rng.uniform(0.15, 0.95)
        flat = np.sqrt(1 - up * up)
        return tensor([flat * np.sin(around), up, flat * np.cos(around)])[:, None, None]

    def radiance(self, direction, rough=0.0):
        """Returns the colour (3, h, w) in each direction; `rough` blurs it, as brushed metal or matt plastic does."""
        right, up, near = direction
        around = torch.atan2(right, near)
        place = (around / (2 * np.pi) % 1) * TABLE
        first = place.long() % TABLE
        part = place - place.floor()
        take = lambda table: table[..., first] * (1 - part) + table[..., (first + 1) % TABLE] * part
        grid = torch.stack([around / np.pi, up.clamp(-1, 1)], -1)[None]
        clouds = functional.grid_sample(self.clouds, grid, mode="bicubic", padding_mode="border", align_corners=True)[0]
        rise = up.clamp(0, 1).sqrt()
        sky = (self.low + (self.high - self.low) * rise) * (1 + clouds)
        fall = (-up).clamp(0, 1).sqrt()
        ground = self.ground + (self.near - self.ground) * fall
        edge = 0.012 + rough
        above = torch.sigmoid((up - take(self.line)) / edge)
        below = torch.sigmoid(-up / edge)
        colour = sky * above + take(self.things) * (1 - above) * (1 - below) + ground * below
        if self.sun_power:
            size = self.sun_size / (1 + self.sun_size * rough * rough)
            glow = ((direction * self.sun).sum(0).clamp(-1, 1) - 1) * size
            colour = colour + self.sun_power * glow.exp() * above / (1 + 60 * rough)
        for centre, height, wide, high, power in self.lamps:
            away = (around - centre + np.pi) % (2 * np.pi) - np.pi
            inside = smooth_step(wide - away.abs(), -edge, edge) * smooth_step(high / 3 - (up - height).abs(), -edge, edge)
            colour = colour + power * inside / (1 + 8 * rough)
        return colour

    def diffuse(self, normal):
        """Returns the light (3, h, w) that falls on surfaces of these normals."""
        part = (normal[1] * 0.5 + 0.5).clamp(0, 1)
        light = (self.low + self.high) * 0.5 * part + self.ground * (1 - part)
        return light + 0.12 * self.sun_power * (normal * self.sun).sum(0).clamp(min=0)
