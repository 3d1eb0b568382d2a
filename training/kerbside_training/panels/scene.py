"""Renders a close-up of a car's body: a curved panel with creases, seams, a handle, a pane, a lamp, trim, a wheel arch, the edge of the car.

`render_panel` returns the picture and its damages. Sound and damaged panels come from the same code and differ only in the damage.
"""

import numpy as np
import torch

from .fields import log_uniform, smooth_step, soften
from .marks import break_lamp, crack, dent, peeling, scratch, scuff, shatter
from .shading import Surface, draw_paint, draw_pose, expose, shade_glass, shade_paint, shade_rough, to_world, views_of
from .surroundings import Surroundings

SIZES = ((480, 640), (426, 640), (640, 480), (480, 560))  # height, width
SOUND = 0.25  # share of the pictures without damage
ON_PAINT = {"dent": 0.36, "scratch": 0.28, "scuff": 0.14, "body_crack": 0.14, "paint_peeling": 0.08}
VISIBLE = 30  # least number of pixels of a damage
FAINT = 0.07  # least relative change of the light of a visible damage


def curve(canvas, slant):
    """Returns the signed distance (pixels) from a gently bent line across the picture; positive below it, or to its right with `slant`."""
    rng = canvas.rng
    along, across = (canvas.y, canvas.x) if slant else (canvas.x, canvas.y)
    length = canvas.height if slant else canvas.width
    other = canvas.width if slant else canvas.height
    part = along / length - 0.5
    line = other * (rng.uniform(0.08, 0.92) + rng.normal(0, 0.12) * part + rng.normal(0, 0.15) * part * part)
    return across - line


def rounded(canvas, place, half, angle, corner):
    """Returns the signed distance from a rounded box; negative inside."""
    u, v = canvas.around(place, angle)
    x, y = u.abs() - (half[0] - corner), v.abs() - (half[1] - corner)
    outside = torch.sqrt(x.clamp(min=0) ** 2 + y.clamp(min=0) ** 2)
    return outside + torch.maximum(x, y).clamp(max=0) - corner


class Body:
    """The shape of a panel (`height`), the parts on it (`regions`: name -> cover), and dark gaps (`gaps`)."""

    def __init__(self, canvas):
        rng, side = canvas.rng, canvas.side
        x, y = canvas.x / side - 0.5, canvas.y / side - 0.5 * canvas.height / side
        bent = np.abs(rng.normal(0, 0.35, 2))
        self.height = -side * (bent[0] * x * x + bent[1] * y * y + rng.normal(0, 0.1) * x * y)
        self.height = self.height + canvas.noise(2, 1) * side * rng.uniform(0, 0.015)
        self.gaps, self.regions = canvas.zeros(), {}
        for _ in range(int(rng.integers(0, 3))):
            self._add_crease(canvas)
        for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.3, 0.35, 0.25, 0.1]))):
            self._add_seam(canvas, curve(canvas, rng.random() < 0.55))
        if rng.random() < 0.2:
            self._add_handle(canvas)
        self._add_regions(canvas)

    def _add_crease(self, canvas):
        rng, away = canvas.rng, curve(canvas, canvas.rng.random() < 0.15)
        wide = log_uniform(rng, 2, 30) * canvas.side / 640
        self.height = self.height + rng.normal(0, 0.25) * wide * torch.nn.functional.softplus(away / wide)

    def _add_seam(self, canvas, away):
        wide = canvas.rng.uniform(1.0, 3.5) * canvas.side / 640
        gap = torch.exp(-((away / wide) ** 2))
        self.gaps = torch.maximum(self.gaps, gap * canvas.rng.uniform(0.75, 1))
        self.height = self.height - wide * torch.exp(-((away / (2.2 * wide)) ** 2))

    def _add_handle(self, canvas):
        rng = canvas.rng
        half = np.array([rng.uniform(0.07, 0.14), rng.uniform(0.015, 0.03)]) * canvas.side
        place = rng.uniform(0.2, 0.8, 2) * (canvas.width, canvas.height)
        away = rounded(canvas, place, half, rng.normal(0, 0.1), half[1] * 0.9)
        self.height = self.height + half[1] * rng.uniform(0.4, 1) * smooth_step(-away, 0, half[1])
        self.gaps = torch.maximum(self.gaps, torch.exp(-(((away - 2) / 2.5) ** 2)) * rng.uniform(0.3, 0.8))

    def _add_regions(self, canvas):
        rng, side = canvas.rng, canvas.side
        cover = lambda away: torch.sigmoid(-away / 0.7)

        def add(name, away):
            self.regions[name] = cover(away)
            self.gaps = torch.maximum(self.gaps * (1 - cover(away)), torch.exp(-((away / 2) ** 2)) * rng.uniform(0.4, 1))

        if rng.random() < 0.25:
            add("pane", curve(canvas, False) + rng.uniform(0, 0.35) * canvas.height)
        if rng.random() < 0.2:
            half = np.array([rng.uniform(0.08, 0.26), rng.uniform(0.05, 0.14)]) * side
            place = rng.uniform(0.15, 0.85, 2) * (canvas.width, canvas.height)
            add("lamp", rounded(canvas, place, half, rng.normal(0, 0.4), half.min() * rng.uniform(0.3, 0.95)) + canvas.noise(3, 1) * 0.02 * side)
            self.lamp = place, half.mean()
        if rng.random() < 0.2:
            away = curve(canvas, False)
            add("trim", (away.abs() - rng.uniform(0.01, 0.08) * side) if rng.random() < 0.6 else -away + rng.uniform(0, 0.3) * side)
        if rng.random() < 0.15:
            u, v = canvas.around((rng.uniform(0, 1) * canvas.width, canvas.height * rng.uniform(0.9, 1.3)), 0.0)
            add("arch", torch.sqrt(u * u + v * v) - rng.uniform(0.25, 0.5) * side)
        if rng.random() < 0.35:
            slant = rng.random() < 0.5
            away = curve(canvas, slant)
            add("outside", (away if rng.random() < 0.5 else -away) + rng.uniform(0.1, 0.4) * side)

    def painted(self, canvas):
        """Returns the cover of visible paint."""
        paint = torch.ones_like(canvas.x)
        for cover in self.regions.values():
            paint = paint * (1 - cover)
        return paint * (1 - self.gaps)


def draw_mark(canvas, name, place, reach, paint):
    if name == "dent":
        return dent(canvas, place, reach)
    if name == "body_crack":
        return crack(canvas, place, reach)
    return {"scratch": scratch, "scuff": scuff, "paint_peeling": peeling}[name](canvas, place, reach, paint)


def draw_marks(canvas, area, paint, limit=3, reaches=(0.05, 0.38)):
    """Draws damages on the painted area (h, w; 0 to 1), each with its part on that area; a dent may have scratches on it."""
    rng = canvas.rng
    inner = (soften(area, 0.02 * canvas.side) > 0.9).cpu().numpy()
    ys, xs = np.nonzero(inner[::4, ::4])
    marks = []
    for _ in range(int(rng.integers(1, limit + 1)) if len(ys) > 40 else 0):
        pick = rng.integers(len(ys))
        place = np.array([xs[pick], ys[pick]]) * 4.0 + 2
        name = rng.choice(list(ON_PAINT), p=list(ON_PAINT.values()))
        reach = log_uniform(rng, *reaches) * canvas.side
        marks.append(draw_mark(canvas, name, place, reach, paint))
        if name == "dent" and rng.random() < 0.35:
            other = rng.choice(["scratch", "scuff", "paint_peeling"], p=[0.55, 0.35, 0.1])
            near = place + rng.normal(0, 0.3, 2) * reach
            marks.append(draw_mark(canvas, other, near, reach * rng.uniform(0.15, 0.8), paint))
    on_area = lambda mark: mark._replace(
        height=mark.height * area, layers=[layer._replace(cover=layer.cover * area) for layer in mark.layers], mask=mark.mask & (area > 0.5)
    )
    return [mark for mark in map(on_area, marks) if int(mark.mask.sum()) >= VISIBLE]


def visible(marks, before, after):
    """Returns the marks with a visible change of the light."""
    change = ((after - before).abs().mean(0) / (before.mean(0) + 0.02)).clamp(max=1)
    return [mark for mark in marks if float(change[mark.mask].mean()) >= FAINT]


def lay_over(light, layers, irradiance):
    """Composites layers over light; `irradiance` is the light that falls on them."""
    for layer in layers:
        colour = torch.as_tensor(np.asarray(layer.colour, np.float32), device=light.device)[:, None, None]
        light = light + layer.cover * (colour * irradiance - light)
    return light


def shade_body(canvas, body, marks, paint, pose, surroundings):
    """Returns the light of the panel with its marks and regions, its irradiance, and the visible marks."""
    rng = canvas.rng
    height = body.height + canvas.noise(140, 1) * 0.02 * rng.uniform(0, 1)  # orange peel
    sound = Surface(canvas, height, pose)
    surface = Surface(canvas, height + sum(mark.height for mark in marks), pose) if marks else sound
    light = shade_paint(canvas, surface, paint, surroundings)
    irradiance = surroundings.diffuse(surface.normal)
    light = lay_over(light, [layer for mark in marks for layer in mark.layers], irradiance)
    shown = visible(marks, shade_paint(canvas, sound, paint, surroundings), light) if marks else []
    light = light * (1 - body.gaps) + 0.02 * surroundings.light * body.gaps
    for name, cover in body.regions.items():
        light = light + cover * (_shade_region(canvas, name, sound, pose, surroundings) - light)
    return light, irradiance, shown


def _shade_region(canvas, name, surface, pose, surroundings):
    rng = canvas.rng
    if name == "pane":
        return shade_glass(canvas, surface, surroundings.light * rng.uniform(0.0, 0.15) * (1 + 0.5 * canvas.noise(5)).clamp(min=0), surroundings)
    if name == "lamp":
        colour = rng.choice(np.array([[0.5, 0.02, 0.02], [0.6, 0.6, 0.6], [0.3, 0.3, 0.32], [0.7, 0.3, 0.02]]))
        u, v = canvas.around((0, 0), rng.uniform(0, np.pi))
        ribs = 1 + rng.uniform(0, 0.5) * torch.sin(u * (6.3 / rng.uniform(4, 30))) + 0.6 * canvas.noise(8)
        return shade_rough(canvas, surface, colour, surroundings) * ribs.clamp(0.1, 2.5) + surface.fresnel(0.05) * surroundings.radiance(surface.mirrored)
    if name == "outside":
        ahead = to_world(-views_of(canvas, pose), pose)
        behind = soften(surroundings.radiance(ahead, rough=0.03), 0.01 * canvas.side)
        return behind * (1 + 0.35 * canvas.noise(int(rng.integers(6, 60)), 3)).clamp(min=0.05)
    dark = rng.uniform(0.01, 0.09) if name == "trim" else rng.uniform(0.003, 0.02)
    return shade_rough(canvas, surface, np.full(3, dark), surroundings, 0.02) * (1 + 0.15 * canvas.noise(60)).clamp(min=0)


def finish(canvas, light):
    """Applies the camera: exposure, colour, shade, blur, grain."""
    rng = canvas.rng
    picture = expose(light, log_uniform(rng, 0.07, 0.42)) * canvas.tensor(rng.uniform(0.94, 1.06, 3))[:, None, None]
    u, v = canvas.around((canvas.width / 2, canvas.height / 2), 0.0)
    picture = picture * (1 - rng.uniform(0, 0.3) * (u * u + v * v) / canvas.side**2)
    if rng.random() < 0.5:
        picture = picture + rng.uniform(0.3, 1) * (soften(picture, 1) - picture)
    grain = torch.from_numpy(rng.standard_normal((canvas.height, canvas.width), np.float32)).to(picture.device)
    return (picture + rng.uniform(0.002, 0.03) * grain).clamp(0, 1)


def render_panel(canvas):
    """Returns a picture (3, h, w; 0 to 1) and its marks."""
    rng = canvas.rng
    pose, paint, surroundings, body = draw_pose(rng), draw_paint(rng), Surroundings(rng, canvas.device), Body(canvas)
    damaged = rng.random() >= SOUND
    marks = draw_marks(canvas, body.painted(canvas), paint) if damaged else []
    light, irradiance, marks = shade_body(canvas, body, marks, paint, pose, surroundings)
    outside = 1 - body.regions.get("outside", 0)
    for name, draw in (("pane", shatter), ("lamp", break_lamp)):
        region = body.regions.get(name)
        if region is None or not damaged or rng.random() < 0.4:
            continue
        region = region * outside
        ys, xs = np.nonzero((region > 0.9).cpu().numpy())
        if len(ys) < 400:
            continue
        pick = rng.integers(len(ys))
        place, reach = (np.array([xs[pick], ys[pick]], float), log_uniform(rng, 0.15, 0.6) * canvas.side) if name == "pane" else body.lamp
        mark = draw(canvas, place, reach, region)
        light = lay_over(light, mark.layers, irradiance)
        marks += [mark] if int(mark.mask.sum()) >= VISIBLE else []
    return finish(canvas, light), marks
