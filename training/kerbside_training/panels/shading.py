"""Shades surfaces for a camera: paint under clear coat that reflects its surroundings.

Heights are in pixels towards the camera, so that slopes have no unit. Directions are (3, h, w): right, up, towards the camera.
"""

from typing import NamedTuple

import numpy as np
import torch

from .fields import slopes


class Pose(NamedTuple):
    """The pose of camera and panel."""

    across: float  # slope of the panel to the right
    upwards: float  # slope of the panel upwards
    pitch: float  # radians by which the camera looks down
    turn: float  # radians by which the surroundings are turned
    view: float  # half of the angle that the picture spans, as a slope


class Paint(NamedTuple):
    colour: np.ndarray  # (3,) linear, 0 to 1
    metallic: float  # share of the light that the flakes mirror
    gloss: float  # reflectance of the clear coat, 0 to 1


def draw_pose(rng):
    flat = rng.random() < 0.3  # bonnet, roof, boot lid: photographed from above
    pitch = rng.uniform(0.2, 0.9) if flat else rng.uniform(-0.1, 0.4)
    return Pose(rng.normal(0, 0.3), rng.normal(0.4 if flat else 0.0, 0.2), pitch, rng.uniform(-np.pi, np.pi), rng.uniform(0.1, 0.5))


def draw_paint(rng):
    kind = rng.random()
    if kind < 0.3:
        colour = np.full(3, rng.uniform(0.55, 0.9))  # white, light grey
    elif kind < 0.5:
        colour = np.full(3, rng.uniform(0.12, 0.5))  # silver, grey
    elif kind < 0.68:
        colour = np.full(3, rng.uniform(0.005, 0.05))  # black
    else:
        bright = rng.uniform(0, 1, 3) ** 2 * rng.uniform(0.1, 0.7)
        colour = bright.mean() + (bright - bright.mean()) * rng.uniform(0.4, 1)
    colour = np.clip(colour * rng.uniform(0.92, 1.08, 3), 0.003, 0.95)
    return Paint(colour, rng.uniform(0.2, 0.7) if rng.random() < 0.55 else 0.0, rng.uniform(0.5, 1.0))


def normals_of(canvas, height, pose):
    right, down = slopes(height)
    normal = torch.stack([pose.across - right, pose.upwards + down, torch.ones_like(right)])
    return normal / normal.norm(dim=0)


def views_of(canvas, pose):
    """Returns directions from the surface to the camera."""
    x = (canvas.x / canvas.width - 0.5) * 2 * pose.view
    y = (0.5 - canvas.y / canvas.height) * 2 * pose.view * canvas.height / canvas.width
    view = torch.stack([-x, -y, torch.ones_like(x)])
    return view / view.norm(dim=0)


def to_world(direction, pose):
    """Converts directions from the camera's axes to those of the surroundings."""
    right, up, near = direction
    cos, sin = np.cos(pose.pitch), np.sin(pose.pitch)
    up, near = up * cos + near * sin, near * cos - up * sin
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    return torch.stack([right * cos + near * sin, up, near * cos - right * sin])


class Surface:
    """Normals and mirrored directions of a height field."""

    def __init__(self, canvas, height, pose):
        normal, view = normals_of(canvas, height, pose), views_of(canvas, pose)
        facing = (normal * view).sum(0).clamp(0, 1)
        self.normal = to_world(normal, pose)
        self.mirrored = to_world(2 * facing * normal - view, pose)
        self.grazing = (1 - facing) ** 5

    def fresnel(self, straight):
        """Returns the share of the light that a surface mirrors (Schlick); `straight`: at normal incidence."""
        return straight + (1 - straight) * self.grazing


def shade_paint(canvas, surface, paint, surroundings):
    """Returns light (3, h, w) that comes from painted metal."""
    colour = canvas.tensor(paint.colour)[:, None, None]
    light = colour * surroundings.diffuse(surface.normal) * (1 - paint.metallic)
    if paint.metallic:
        light = light + colour * paint.metallic * surroundings.radiance(surface.mirrored, rough=0.22)
    return light + paint.gloss * surface.fresnel(0.045) * surroundings.radiance(surface.mirrored)


def shade_rough(canvas, surface, colour, surroundings, shine=0.03):
    """Returns light from matt plastic, primer, rubber."""
    light = canvas.tensor(colour)[:, None, None] * surroundings.diffuse(surface.normal)
    return light + surface.fresnel(shine) * surroundings.radiance(surface.mirrored, rough=0.3)


def shade_glass(canvas, surface, inside, surroundings):
    """Returns light from a pane: its reflections, and a dark inside."""
    return inside + surface.fresnel(0.08) * surroundings.radiance(surface.mirrored)


def expose(light, level):
    """Returns pixels (0 to 1) of a photo whose mean light is exposed to `level`."""
    light = light * (level / light.mean().clamp(min=1e-4))
    bright = 1 - torch.exp(-light.clamp(min=0) * 1.6)
    return bright.clamp(1e-5, 1) ** (1 / 2.0)
