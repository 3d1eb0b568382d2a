"""From ink on a plane to what a camera sees: stamping, drums, frames, light, dirt, glare, blur, low resolution, noise.

All random numbers come from a generator on the painter's device, seeded by the plan. They are drawn before anything is
painted, so that `draw_scene`, which does most of the work, can be compiled into a few kernels (30 ms a batch become 3).
"""

import math

import torch
from torch.nn import functional

from .alphabet import GLYPHS
from .lines import FINE, SIZE

EMBLEM = GLYPHS.index("•")

EVENS, NORMALS = 128, 3600  # random numbers of a line, more than draw_scene takes


class Dice:
    """Random numbers per line, shaped to multiply pictures (batch, h, w), handed out one after the other."""

    def __init__(self, even, normal):
        self.even, self.normal = even, normal
        self.evens = self.normals = 0

    @staticmethod
    def draw(seed, batch, device):
        """The arguments of a Dice: uniform and normal random numbers."""
        source = torch.Generator(device=device).manual_seed(seed)
        even = torch.rand(EVENS, batch, 1, 1, generator=source, device=device)
        return even, torch.randn(batch, NORMALS, generator=source, device=device)

    def uniform(self, low, high):
        self.evens += 1
        return self.even[self.evens - 1] * (high - low) + low

    def chance(self, share):
        return (self.uniform(0, 1) < share).float()

    def clouds(self, rows, columns, size):
        """Smooth noise of about -1..1 with so many waves down and across."""
        first = self.normals
        self.normals += rows * columns
        coarse = self.normal[:, first : self.normals].unflatten(1, (1, rows, columns))
        return functional.interpolate(coarse, size=size, mode="bilinear", align_corners=True)[:, 0]


def _pool(picture, kernel):
    return functional.max_pool2d(picture[:, None], kernel, 1, kernel // 2)[:, 0]


def _mix(flag, there, otherwise):
    return flag * there + (1 - flag) * otherwise


def vary_strokes(dice, cover, u, v, vin):
    """Bolder or thinner strokes, or strokes made of dots."""
    bold, thin = dice.chance(0.25), dice.chance(0.12)
    cover = _mix(bold, _pool(cover, 3), cover)
    cover = _mix(bold * dice.chance(0.3), _pool(cover, 5), cover)  # as lit digits run in a long exposure
    cover = _mix(thin * (1 - bold), -_pool(-cover, 3), cover)
    pitch = dice.uniform(0.09, 0.16)
    wave = torch.cos(2 * math.pi * u / pitch) * torch.cos(2 * math.pi * v / pitch)
    dots = (wave.abs() * dice.uniform(2.0, 4.0) - dice.uniform(0.3, 1.0)).clamp(0, 1)
    return cover * _mix(dice.chance(0.1 + 0.06 * vin), dots, torch.ones_like(cover))


def paint_emblems(dice, cover, slot, lines):
    """The emblem between the groups of a plate: often of another colour than its signs, and of several."""
    is_emblem = (lines["main_glyphs"].gather(1, slot.flatten(1)).view_as(slot) == EMBLEM).float()
    colours = dice.uniform(0.2, 0.9) + dice.clouds(16, 48, cover.shape[1:]) * dice.uniform(0, 0.5)
    return cover * _mix(is_emblem * dice.chance(0.6), colours.clamp(0, 1), torch.ones_like(cover))


def ink(dice, cover, u, v, slot, lines):
    """Grey values of ink on its ground: printed, raised, stamped, lit, on drums, in frames."""
    vin = lines["vin"][:, None, None].float()
    ground = dice.uniform(0.05, 0.95)
    contrast = _mix(dice.chance(0.25), dice.uniform(0.14, 0.3), dice.uniform(0.3, 0.85))
    sign = torch.where(ground + contrast > 1.0, -1.0, torch.where(ground - contrast < 0.0, 1.0, dice.chance(0.5) * 2 - 1))
    stamped = dice.chance(0.07 + 0.1 * vin)  # no ink at all, only relief
    tone = ground + sign * contrast * cover * (1 - stamped * dice.uniform(0.75, 1.0))
    angle = dice.uniform(0, 2 * math.pi)
    moved = cover.roll(2, 1) - cover.roll(-2, 1), cover.roll(2, 2) - cover.roll(-2, 2)
    relief = moved[0] * torch.sin(angle) + moved[1] * torch.cos(angle)
    depth = _mix(stamped, dice.uniform(0.25, 0.5), dice.chance(0.4) * dice.uniform(0, 0.3))
    tone = tone + relief * depth
    glow = functional.avg_pool2d(cover[:, None], 13, 1, 6)[:, 0]
    tone = tone + sign * glow * dice.chance(0.25) * dice.uniform(0, 0.6)

    drum = lines["drum"][:, None, None].float()
    edge = torch.minimum(
        (u - lines["main_starts"].gather(1, slot.flatten(1)).view_as(u)).abs(),
        (lines["main_starts"].gather(1, slot.flatten(1) + 1).view_as(u) - u).abs(),
    )
    tone = tone - drum * (edge < dice.uniform(0.01, 0.06)).float() * dice.uniform(-0.2, 0.3)
    tone = tone * (1 - drum * dice.uniform(0, 0.5) * (v - 0.5).abs().clamp(max=1))
    tone = _mix(drum * dice.chance(0.25) * _is_last(slot, lines), 1 - tone, tone)
    return stripes(dice, frame(dice, tone, u, v, lines), u, v, vin)


def _is_last(slot, lines):
    count = (lines["main_glyphs"] >= 0).sum(1)[:, None, None]
    return (slot == count - 1).float()


def frame(dice, tone, u, v, lines):
    """Borders of a plate or window, and another ground beyond them or left of the text."""
    total = lines["total"][:, None, None]
    room = dice.uniform(0.12, 0.5)
    beyond = torch.maximum(torch.maximum(-v, v - 1), torch.maximum(-u, u - total)) - room
    line = (beyond.abs() < dice.uniform(0.02, 0.07)).float() * dice.chance(0.35)
    tone = _mix(line, dice.uniform(0, 1), tone)
    tone = _mix((beyond > 0).float() * dice.chance(0.35), dice.uniform(0, 1) + 0 * tone, tone)
    band = (u < -dice.uniform(0.1, 0.3)).float() * dice.chance(0.12)
    return _mix(band, dice.uniform(0, 1) + 0 * tone, tone)


def plate_bands(dice, tone, beside, u, lines):
    """Bands of another colour at the ends of a plate, with small letters in them."""
    total = lines["total"][:, None, None]
    left, right = (lines["ends"][:, side, None, None] for side in range(2))
    gap = dice.uniform(0.06, 0.12)
    there = ((left > 0) & (u < -gap)).float() + ((right > 0) & (u > total + gap)).float()
    there = there.clamp(max=1) * dice.chance(0.85)
    ground, ink = dice.uniform(0.05, 0.6), dice.uniform(0.6, 1.0)
    return _mix(there, ground + (ink - ground) * beside, tone)


def screws(dice, tone, u, v, lines):
    """Two bolts or stickers: small discs with a rim, most often above or below the signs."""
    total = lines["total"][:, None, None]
    there = dice.chance(0.25)
    for _ in range(2):
        place = _mix(dice.chance(0.7), _mix(dice.chance(0.5), dice.uniform(-0.35, 0.0), dice.uniform(1.0, 1.35)), dice.uniform(0, 1))
        away = ((u - dice.uniform(-0.5, 1.0) * (total + 0.5)) ** 2 + (v - place) ** 2).sqrt()
        radius = dice.uniform(0.04, 0.16)
        disc, rim = (away < radius).float(), (away < radius * 0.7).float()
        tone = _mix(disc * there, _mix(rim, dice.uniform(0, 1), dice.uniform(0, 1)), tone)
    return tone


def stripes(dice, tone, u, v, vin):
    """A bar code above or below the line, closest and most often beside a VIN."""
    bars = (torch.sin(u * dice.uniform(9, 45)) + torch.sin(u * dice.uniform(5, 60)) > dice.uniform(-0.6, 0.6)).float()
    edge = dice.uniform(0.02, 0.3)
    away = _mix(dice.chance(0.65), v - 1, -v) - edge
    there = ((away > 0) & (away < dice.uniform(0.3, 1.2))).float() * dice.chance(0.04 + 0.2 * vin)
    return _mix(there, _mix(bars, dice.uniform(0.5, 1), dice.uniform(0, 0.5)), tone)


def expose(dice, tone):
    """Infrared and flash: the ground of a plate is white, everything else dark. At night: almost no light."""
    harsh = dice.chance(0.08)
    middle = tone.mean((1, 2), keepdim=True) + dice.uniform(-0.15, 0.15)
    tone = _mix(harsh, (tone - middle) * dice.uniform(1.5, 4.0) + 0.5, tone).clamp(0, 1)
    return tone * _mix(dice.chance(0.1), dice.uniform(0.25, 0.6), 1.0)


def light(dice, tone):
    """Uneven light, texture, dirt, glare."""
    size = tone.shape[1:]
    tone = tone * (1 + dice.clouds(2, 3, size) * dice.uniform(0, 0.35))
    tone = tone + dice.clouds(16, 96, size) * dice.chance(0.4) * dice.uniform(0, 0.09)
    tone = tone + dice.clouds(32, 4, size) * dice.chance(0.2) * dice.uniform(0, 0.08)  # brushed metal
    dirt = torch.sigmoid((dice.clouds(6, 30, size) - dice.uniform(1.1, 2.2)) * 6) * dice.chance(0.3)
    tone = _mix(dirt * dice.uniform(0.3, 0.95), dice.uniform(0.1, 0.7), tone)
    y = torch.linspace(0, 1, size[0], device=tone.device)[None, :, None]
    x = torch.linspace(0, 8, size[1], device=tone.device)[None, None, :]
    spot = ((x - dice.uniform(0, 8)) / dice.uniform(0.4, 3)) ** 2 + ((y - dice.uniform(0, 1)) / dice.uniform(0.3, 1.2)) ** 2
    tone = tone + torch.exp(-spot) * dice.chance(0.25) * dice.uniform(0.1, 0.6)
    # A camera turns the light down until little is white; not always.
    return tone / _mix(dice.chance(0.7), tone.amax((1, 2), keepdim=True).clamp(min=1), 1.0)


def blur(dice, picture, most):
    """Gaussian, with its own width across and down: out of focus, or moved."""
    reach = torch.arange(-4, 5, device=picture.device)[None, None, :]
    across, down = dice.uniform(0.05, most), dice.uniform(0.05, most * 0.7)
    across = across * _mix(dice.chance(0.1), 2.0, 1.0)
    kernel = lambda width: functional.normalize(torch.exp(-(reach**2) / (2 * width**2)), p=1, dim=2)
    rows = functional.pad(picture[None], (4, 4, 4, 4), mode="replicate")
    count = len(picture)
    rows = functional.conv2d(rows, kernel(across)[:, :, None, :], groups=count)
    return functional.conv2d(rows, kernel(down)[:, :, :, None], groups=count)[0]


def lose_resolution(picture, sizes):
    """Each part of the batch goes through a picture of its own, smaller size and back."""
    parts = []
    for part, down in zip(picture.tensor_split(len(sizes)), sizes):
        small = functional.interpolate(part[:, None], size=down, mode="area")
        parts.append(functional.interpolate(small, size=picture.shape[1:], mode="bilinear", align_corners=False)[:, 0])
    return torch.cat(parts)


def sharpen(dice, picture):
    """The halos that phones and enlarged pictures have around edges."""
    soft = functional.avg_pool2d(functional.pad(picture[:, None], (3, 3, 1, 1), mode="replicate"), (3, 7), 1)[:, 0]
    return picture + (picture - soft) * dice.chance(0.3) * dice.uniform(0.2, 1.6)


def compress(dice, picture):
    """What JPEG does to blocks of eight pixels: coarse steps for fine waves."""
    n = torch.arange(8, device=picture.device, dtype=torch.float32)
    waves = torch.cos(math.pi * (2 * n[None] + 1) * n[:, None] / 16) * torch.where(n == 0, 0.5**0.5, 1.0)[:, None] / 2
    blocks = picture.unflatten(1, (-1, 8)).unflatten(3, (-1, 8)).transpose(2, 3)
    values = waves @ blocks @ waves.T
    step = (dice.uniform(0.005, 0.05)[..., None, None] * (1 + n[:, None] + n[None]))
    coarse = waves.T @ (torch.round(values / step) * step) @ waves
    restored = coarse.transpose(2, 3).flatten(3).flatten(1, 2)
    return _mix(dice.chance(0.35), restored, picture)


@torch.no_grad()
def draw_scene(painter, lines, even, normal, worn):
    """The line in its surroundings, before a camera sees it: (batch, 32, 256)."""
    dice = Dice(even, normal)
    u, v = painter.places(lines)
    cover, slot = painter.cover(lines, "main", u, v, lines["turn"])
    side = lines["other_scale"][:, None, None]
    beside, _ = painter.cover(
        lines, "next", (u - lines["other_shift"][:, None, None]) / side, (v - lines["other_top"][:, None, None]) / side
    )
    cover = paint_emblems(dice, cover, slot, lines)
    away = lines["far_scale"][:, None, None]
    beyond, _ = painter.cover(
        lines, "next", (u - lines["far_shift"][:, None, None]) / away, (v - lines["far_top"][:, None, None]) / away
    )
    cover = torch.maximum(cover, beside * lines["other"][:, None, None].float())
    cover = torch.maximum(cover, beyond * lines["far"][:, None, None].float())
    vin = lines["vin"][:, None, None].float()
    tone = ink(dice, vary_strokes(dice, cover, u, v, vin), u, v, slot, lines)
    tone = screws(dice, plate_bands(dice, tone, beside, u, lines), u, v, lines)
    if worn:
        tone = light(dice, expose(dice, tone))
    return functional.avg_pool2d(tone[:, None], FINE)[:, 0].clamp(0, 1)


@torch.no_grad()
def paint_lines(painter, plan, worn=True, draw_scene=draw_scene):
    """Grey pictures (batch, 1, 32, 256) of 0..1. Not `worn`: without dirt, blur, noise and low resolution."""
    batch = len(plan.kinds)
    picture = draw_scene(painter, plan.lines, *Dice.draw(plan.seed, batch, painter.device), worn)
    if worn:
        dice = Dice(*Dice.draw(plan.seed + 1, batch, painter.device))
        picture = sharpen(dice, lose_resolution(picture, plan.sizes))
        picture = compress(dice, blur(dice, picture, 1.6))
        picture = picture + torch.randn_like(picture) * dice.uniform(0, 0.035)
    assert picture.shape[1:] == SIZE
    return picture.clamp(0, 1)[:, None]
