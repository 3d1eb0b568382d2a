"""Renders ink on a plane as a camera picture: stamping, drums, frames, light, dirt, glare, blur, low resolution, noise.

All random numbers come from a generator on the painter's device, seeded by the plan. They are drawn before anything is
painted, so that `draw_scene`, which takes most of the time, can be compiled into a few kernels (3 ms a batch instead of 30).
"""

import math

import torch
from torch.nn import functional

from .alphabet import GLYPHS
from .lines import FINE, SIZE

EMBLEM = GLYPHS.index("•")

UNIFORMS, NORMALS = 128, 3600  # random numbers of a line, more than draw_scene takes


class RandomNumbers:
    """Random numbers per line, shaped to multiply pictures (batch, h, w), consumed in order."""

    def __init__(self, uniforms, normals):
        self.uniforms, self.normals = uniforms, normals
        self.uniforms_used = self.normals_used = 0

    @staticmethod
    def draw(seed, batch, device):
        """Returns the arguments of RandomNumbers: uniform and normal ones."""
        source = torch.Generator(device=device).manual_seed(seed)
        uniforms = torch.rand(UNIFORMS, batch, 1, 1, generator=source, device=device)
        return uniforms, torch.randn(batch, NORMALS, generator=source, device=device)

    def uniform(self, low, high):
        self.uniforms_used += 1
        return self.uniforms[self.uniforms_used - 1] * (high - low) + low

    def bernoulli(self, probability):
        return (self.uniform(0, 1) < probability).float()

    def clouds(self, rows, columns, size):
        """Returns smooth noise of about -1..1 on a grid of rows x columns."""
        first = self.normals_used
        self.normals_used += rows * columns
        coarse = self.normals[:, first : self.normals_used].unflatten(1, (1, rows, columns))
        return functional.interpolate(coarse, size=size, mode="bilinear", align_corners=True)[:, 0]


def _pool(picture, kernel):
    return functional.max_pool2d(picture[:, None], kernel, 1, kernel // 2)[:, 0]


def _mix(flag, there, otherwise):
    return flag * there + (1 - flag) * otherwise


def vary_strokes(rng, cover, u, v, vin):
    """Makes strokes bolder, thinner or dotted."""
    bold, thin = rng.bernoulli(0.25), rng.bernoulli(0.12)
    cover = _mix(bold, _pool(cover, 3), cover)
    cover = _mix(bold * rng.bernoulli(0.3), _pool(cover, 5), cover)  # as lit digits in a long exposure
    cover = _mix(thin * (1 - bold), -_pool(-cover, 3), cover)
    pitch = rng.uniform(0.09, 0.16)
    wave = torch.cos(2 * math.pi * u / pitch) * torch.cos(2 * math.pi * v / pitch)
    dots = (wave.abs() * rng.uniform(2.0, 4.0) - rng.uniform(0.3, 1.0)).clamp(0, 1)
    return cover * _mix(rng.bernoulli(0.1 + 0.06 * vin), dots, torch.ones_like(cover))


def paint_emblems(rng, cover, slot, lines):
    """Colours the emblem between the groups of a plate: often with another colour than its characters, or several."""
    is_emblem = (lines["main_glyphs"].gather(1, slot.flatten(1)).view_as(slot) == EMBLEM).float()
    colours = rng.uniform(0.2, 0.9) + rng.clouds(16, 48, cover.shape[1:]) * rng.uniform(0, 0.5)
    return cover * _mix(is_emblem * rng.bernoulli(0.6), colours.clamp(0, 1), torch.ones_like(cover))


def ink(rng, cover, u, v, slot, lines):
    """Returns grey values of ink on its ground: printed, raised, stamped, lit, on drums, in frames."""
    vin = lines["vin"][:, None, None].float()
    ground = rng.uniform(0.05, 0.95)
    contrast = _mix(rng.bernoulli(0.25), rng.uniform(0.14, 0.3), rng.uniform(0.3, 0.85))
    sign = torch.where(ground + contrast > 1.0, -1.0, torch.where(ground - contrast < 0.0, 1.0, rng.bernoulli(0.5) * 2 - 1))
    stamped = rng.bernoulli(0.07 + 0.1 * vin)  # no ink at all, only relief
    tone = ground + sign * contrast * cover * (1 - stamped * rng.uniform(0.75, 1.0))
    angle = rng.uniform(0, 2 * math.pi)
    moved = cover.roll(2, 1) - cover.roll(-2, 1), cover.roll(2, 2) - cover.roll(-2, 2)
    relief = moved[0] * torch.sin(angle) + moved[1] * torch.cos(angle)
    depth = _mix(stamped, rng.uniform(0.25, 0.5), rng.bernoulli(0.4) * rng.uniform(0, 0.3))
    tone = tone + relief * depth
    glow = functional.avg_pool2d(cover[:, None], 13, 1, 6)[:, 0]
    tone = tone + sign * glow * rng.bernoulli(0.25) * rng.uniform(0, 0.6)

    drum = lines["drum"][:, None, None].float()
    edge = torch.minimum(
        (u - lines["main_starts"].gather(1, slot.flatten(1)).view_as(u)).abs(),
        (lines["main_starts"].gather(1, slot.flatten(1) + 1).view_as(u) - u).abs(),
    )
    tone = tone - drum * (edge < rng.uniform(0.01, 0.06)).float() * rng.uniform(-0.2, 0.3)
    tone = tone * (1 - drum * rng.uniform(0, 0.5) * (v - 0.5).abs().clamp(max=1))
    tone = _mix(drum * rng.bernoulli(0.25) * _is_last(slot, lines), 1 - tone, tone)
    return stripes(rng, frame(rng, tone, u, v, lines), u, v, vin)


def _is_last(slot, lines):
    count = (lines["main_glyphs"] >= 0).sum(1)[:, None, None]
    return (slot == count - 1).float()


def frame(rng, tone, u, v, lines):
    """Draws borders of a plate or window, and another ground outside of them or left of the text."""
    total = lines["total"][:, None, None]
    margin = rng.uniform(0.12, 0.5)
    beyond = torch.maximum(torch.maximum(-v, v - 1), torch.maximum(-u, u - total)) - margin
    line = (beyond.abs() < rng.uniform(0.02, 0.07)).float() * rng.bernoulli(0.35)
    tone = _mix(line, rng.uniform(0, 1), tone)
    tone = _mix((beyond > 0).float() * rng.bernoulli(0.35), rng.uniform(0, 1) + 0 * tone, tone)
    band = (u < -rng.uniform(0.1, 0.3)).float() * rng.bernoulli(0.12)
    return _mix(band, rng.uniform(0, 1) + 0 * tone, tone)


def plate_bands(rng, tone, beside, u, lines):
    """Draws bands of another colour at the ends of a plate, with small letters in them."""
    total = lines["total"][:, None, None]
    left, right = (lines["ends"][:, side, None, None] for side in range(2))
    gap = rng.uniform(0.06, 0.12)
    there = ((left > 0) & (u < -gap)).float() + ((right > 0) & (u > total + gap)).float()
    there = there.clamp(max=1) * rng.bernoulli(0.85)
    ground, ink = rng.uniform(0.05, 0.6), rng.uniform(0.6, 1.0)
    return _mix(there, ground + (ink - ground) * beside, tone)


def screws(rng, tone, u, v, lines):
    """Draws two bolts or stickers: small discs with a rim, most often above or below the characters."""
    total = lines["total"][:, None, None]
    there = rng.bernoulli(0.25)
    for _ in range(2):
        place = _mix(rng.bernoulli(0.7), _mix(rng.bernoulli(0.5), rng.uniform(-0.35, 0.0), rng.uniform(1.0, 1.35)), rng.uniform(0, 1))
        away = ((u - rng.uniform(-0.5, 1.0) * (total + 0.5)) ** 2 + (v - place) ** 2).sqrt()
        radius = rng.uniform(0.04, 0.16)
        disc, rim = (away < radius).float(), (away < radius * 0.7).float()
        tone = _mix(disc * there, _mix(rim, rng.uniform(0, 1), rng.uniform(0, 1)), tone)
    return tone


def stripes(rng, tone, u, v, vin):
    """Draws a bar code above or below the line, closest and most often beside a VIN."""
    bars = (torch.sin(u * rng.uniform(9, 45)) + torch.sin(u * rng.uniform(5, 60)) > rng.uniform(-0.6, 0.6)).float()
    edge = rng.uniform(0.02, 0.3)
    away = _mix(rng.bernoulli(0.65), v - 1, -v) - edge
    there = ((away > 0) & (away < rng.uniform(0.3, 1.2))).float() * rng.bernoulli(0.04 + 0.2 * vin)
    return _mix(there, _mix(bars, rng.uniform(0.5, 1), rng.uniform(0, 0.5)), tone)


def expose(rng, tone):
    """Simulates infrared and flash (the ground of a plate is white, everything else dark), and underexposure at night."""
    harsh = rng.bernoulli(0.08)
    middle = tone.mean((1, 2), keepdim=True) + rng.uniform(-0.15, 0.15)
    tone = _mix(harsh, (tone - middle) * rng.uniform(1.5, 4.0) + 0.5, tone).clamp(0, 1)
    return tone * _mix(rng.bernoulli(0.1), rng.uniform(0.25, 0.6), 1.0)


def light(rng, tone):
    """Adds uneven light, texture, dirt, glare."""
    size = tone.shape[1:]
    tone = tone * (1 + rng.clouds(2, 3, size) * rng.uniform(0, 0.35))
    tone = tone + rng.clouds(16, 96, size) * rng.bernoulli(0.4) * rng.uniform(0, 0.09)
    tone = tone + rng.clouds(32, 4, size) * rng.bernoulli(0.2) * rng.uniform(0, 0.08)  # brushed metal
    dirt = torch.sigmoid((rng.clouds(6, 30, size) - rng.uniform(1.1, 2.2)) * 6) * rng.bernoulli(0.3)
    tone = _mix(dirt * rng.uniform(0.3, 0.95), rng.uniform(0.1, 0.7), tone)
    y = torch.linspace(0, 1, size[0], device=tone.device)[None, :, None]
    x = torch.linspace(0, 8, size[1], device=tone.device)[None, None, :]
    spot = ((x - rng.uniform(0, 8)) / rng.uniform(0.4, 3)) ** 2 + ((y - rng.uniform(0, 1)) / rng.uniform(0.3, 1.2)) ** 2
    tone = tone + torch.exp(-spot) * rng.bernoulli(0.25) * rng.uniform(0.1, 0.6)
    # Most cameras reduce the exposure until few pixels are white.
    return tone / _mix(rng.bernoulli(0.7), tone.amax((1, 2), keepdim=True).clamp(min=1), 1.0)


def blur(rng, picture, maximum):
    """Applies a Gaussian blur with separate widths across and down: out of focus, or motion."""
    reach = torch.arange(-4, 5, device=picture.device)[None, None, :]
    across, down = rng.uniform(0.05, maximum), rng.uniform(0.05, maximum * 0.7)
    across = across * _mix(rng.bernoulli(0.1), 2.0, 1.0)
    kernel = lambda width: functional.normalize(torch.exp(-(reach**2) / (2 * width**2)), p=1, dim=2)
    rows = functional.pad(picture[None], (4, 4, 4, 4), mode="replicate")
    count = len(picture)
    rows = functional.conv2d(rows, kernel(across)[:, :, None, :], groups=count)
    return functional.conv2d(rows, kernel(down)[:, :, :, None], groups=count)[0]


def lose_resolution(picture, sizes):
    """Downsamples each part of the batch to its own size, and enlarges it again."""
    parts = []
    for part, down in zip(picture.tensor_split(len(sizes)), sizes):
        small = functional.interpolate(part[:, None], size=down, mode="area")
        parts.append(functional.interpolate(small, size=picture.shape[1:], mode="bilinear", align_corners=False)[:, 0])
    return torch.cat(parts)


def sharpen(rng, picture):
    """Adds the halos around edges of sharpened pictures."""
    soft = functional.avg_pool2d(functional.pad(picture[:, None], (3, 3, 1, 1), mode="replicate"), (3, 7), 1)[:, 0]
    return picture + (picture - soft) * rng.bernoulli(0.3) * rng.uniform(0.2, 1.6)


def compress(rng, picture):
    """Simulates JPEG compression: quantizes the DCT of blocks of 8 pixels."""
    n = torch.arange(8, device=picture.device, dtype=torch.float32)
    waves = torch.cos(math.pi * (2 * n[None] + 1) * n[:, None] / 16) * torch.where(n == 0, 0.5**0.5, 1.0)[:, None] / 2
    blocks = picture.unflatten(1, (-1, 8)).unflatten(3, (-1, 8)).transpose(2, 3)
    values = waves @ blocks @ waves.T
    step = (rng.uniform(0.005, 0.05)[..., None, None] * (1 + n[:, None] + n[None]))
    coarse = waves.T @ (torch.round(values / step) * step) @ waves
    restored = coarse.transpose(2, 3).flatten(3).flatten(1, 2)
    return _mix(rng.bernoulli(0.35), restored, picture)


@torch.no_grad()
def draw_scene(painter, lines, uniforms, normals, worn):
    """Paints the line in its surroundings, without camera effects: (batch, 32, 256)."""
    rng = RandomNumbers(uniforms, normals)
    u, v = painter.places(lines)
    cover, slot = painter.cover(lines, "main", u, v, lines["turn"])
    side = lines["other_scale"][:, None, None]
    beside, _ = painter.cover(
        lines, "next", (u - lines["other_shift"][:, None, None]) / side, (v - lines["other_top"][:, None, None]) / side
    )
    cover = paint_emblems(rng, cover, slot, lines)
    away = lines["far_scale"][:, None, None]
    beyond, _ = painter.cover(
        lines, "next", (u - lines["far_shift"][:, None, None]) / away, (v - lines["far_top"][:, None, None]) / away
    )
    cover = torch.maximum(cover, beside * lines["other"][:, None, None].float())
    cover = torch.maximum(cover, beyond * lines["far"][:, None, None].float())
    vin = lines["vin"][:, None, None].float()
    tone = ink(rng, vary_strokes(rng, cover, u, v, vin), u, v, slot, lines)
    tone = screws(rng, plate_bands(rng, tone, beside, u, lines), u, v, lines)
    if worn:
        tone = light(rng, expose(rng, tone))
    return functional.avg_pool2d(tone[:, None], FINE)[:, 0].clamp(0, 1)


@torch.no_grad()
def paint_lines(painter, plan, worn=True, draw_scene=draw_scene):
    """Paints grey pictures (batch, 1, 32, 256) of 0..1. Not `worn`: without dirt, blur, noise and low resolution."""
    batch = len(plan.kinds)
    picture = draw_scene(painter, plan.lines, *RandomNumbers.draw(plan.seed, batch, painter.device), worn)
    if worn:
        rng = RandomNumbers(*RandomNumbers.draw(plan.seed + 1, batch, painter.device))
        picture = sharpen(rng, lose_resolution(picture, plan.sizes))
        picture = compress(rng, blur(rng, picture, 1.6))
        picture = picture + torch.randn_like(picture) * rng.uniform(0, 0.035)
    assert picture.shape[1:] == SIZE
    return picture.clamp(0, 1)[:, None]
