"""Draws seven-segment digits of displays: in all free fonts the 7 has four segments, on most odometers three."""

import numpy as np
from PIL import Image, ImageDraw

from .alphabet import GLYPHS
from .cells import BASE, CAP, HEIGHT, PAD, WIDTH

# Segments that are lit: a on top, then clockwise b to f, g in the middle. Digits that differ between displays have two forms.
LIT = {
    "0": ("abcdef",), "1": ("bc",), "2": ("abged",), "3": ("abgcd",), "4": ("fgbc",), "5": ("afgcd",),
    "6": ("afgedc", "fgedc"), "7": ("abc", "fabc"), "8": ("abcdefg",), "9": ("abcdfg", "abcfg"),
}
FINE = 4  # factor of the drawn size, then averaged


def draw_segments(rng, others):
    """Returns cells and widths like those of a font, in a random form; characters other than digits come from `others`."""
    cells, widths = others[0].copy(), others[1].copy()
    width, thick = CAP * rng.uniform(0.42, 0.64), CAP * rng.uniform(0.08, 0.19)
    gap, pointed, lean = CAP * rng.uniform(0, 0.03), rng.random() < 0.6, max(0.0, rng.uniform(-0.1, 0.2))
    forms = {digit: rng.choice(forms) if rng.random() < 0.4 else forms[0] for digit, forms in LIT.items()}
    for number, character in enumerate(GLYPHS):
        if character not in LIT:
            continue
        cell = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
        pen = ImageDraw.Draw(cell)
        for segment in forms[character]:
            corners = outline(segment, width, thick, gap, pointed)
            pen.polygon([((PAD + x + lean * (CAP - y)) * FINE, (BASE - CAP + y) * FINE) for x, y in corners], fill=255)
        cells[number] = np.asarray(cell.resize((WIDTH, HEIGHT), Image.BOX))
        widths[number] = width
    return cells, widths


def outline(segment, width, thick, gap, pointed):
    """Returns corners of one segment of a digit that is `width` wide and CAP high."""
    half = thick / 2
    left, right, top, middle, low = half, width - half, half, CAP / 2, CAP - half
    x0, y0, x1, y1 = {
        "a": (left, top, right, top), "g": (left, middle, right, middle), "d": (left, low, right, low),
        "f": (left, top, left, middle), "b": (right, top, right, middle),
        "e": (left, middle, left, low), "c": (right, middle, right, low),
    }[segment]
    cut = half if pointed else -half * 0.2
    if y0 == y1:
        x0, x1 = x0 + gap, x1 - gap
        return [(x0, y0), (x0 + cut, y0 - half), (x1 - cut, y0 - half), (x1, y0), (x1 - cut, y0 + half), (x0 + cut, y0 + half)]
    y0, y1 = y0 + gap, y1 - gap
    return [(x0, y0), (x0 + half, y0 + cut), (x0 + half, y1 - cut), (x0, y1), (x0 - half, y1 - cut), (x0 - half, y0 + cut)]
