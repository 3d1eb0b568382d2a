"""Draws typefaces of number plates from skeletons: similar to those of Germany, Britain, Brazil or the USA, not copies.

A skeleton is a list of lines in a box of width 1 and height 1, y down. A typeface draws all of them with one stroke, one width
and one corner radius, and chooses between the forms that differ between plates: the slashed 0, the footed 1, the open 4.
"""

import math

import numpy as np
from PIL import Image, ImageDraw

from .alphabet import GLYPHS
from .cells import BASE, CAP, HEIGHT, PAD, WIDTH

FINE = 4  # factor of the drawn size, then averaged


class Face:
    def __init__(self, rng):
        self.width = CAP * rng.uniform(0.36, 0.66)
        self.stroke = CAP * rng.uniform(0.09, 0.2)
        self.round = rng.choice((rng.uniform(0.15, 0.3), rng.uniform(0.3, 0.5), 0.5))  # radius of corners, of the width
        self.caps = rng.random() < 0.7  # round ends of strokes
        self.middle = rng.uniform(0.44, 0.54)
        self.one = rng.choice(("flag", "flag", "foot", "bar"))
        self.serif_i = rng.random() < 0.4
        self.zero = rng.choice(("same", "same", "narrow", "narrow", "slashed", "notched"))
        self.flat_three = rng.random() < 0.3
        self.open_four = rng.random() < 0.3
        self.diagonal_six = rng.random() < 0.3
        self.open_bowls = rng.random() < 0.25  # bowls of P and R that do not close
        self.square_o = rng.random() < 0.2
        self.flat_a = rng.random() < 0.3
        self.short_m = rng.uniform(0.35, 1.0)
        self.wide = {"M": rng.uniform(1.0, 1.3), "W": rng.uniform(1.0, 1.45), "I": rng.uniform(0.35, 0.7) if self.serif_i else 0.05,
                     "1": {"flag": rng.uniform(0.4, 0.65), "foot": rng.uniform(0.6, 0.9), "bar": 0.05}[self.one],
                     "0": rng.uniform(0.8, 0.95) if self.zero == "narrow" else 1.0}

    def corner(self, x, y, dx, dy, height=1.0):
        """Returns points of a rounded corner at (x, y): from the vertical side (below if dy > 0) to the horizontal one."""
        rx, ry = self.round, min(self.round * self.width / CAP, height / 2)
        steps = [math.pi / 2 * n / 6 for n in range(7)]
        return [(x + dx * rx * (1 - math.cos(a)), y + dy * ry * (1 - math.sin(a))) for a in steps]

    def ring(self, x0, y0, x1, y1):
        high = y1 - y0
        a, b = self.corner(x0, y0, 1, 1, high), self.corner(x1, y0, -1, 1, high)[::-1]
        c, d = self.corner(x1, y1, -1, -1, high), self.corner(x0, y1, 1, -1, high)[::-1]
        return [*a, *b, *c, *d, a[0]]

    def bowl(self, x0, y0, x1, y1):
        """Returns the points from (x0, y0) along the rounded right side to (x0, y1)."""
        high = y1 - y0
        return [(x0, y0), *self.corner(x1, y0, -1, 1, high)[::-1], *self.corner(x1, y1, -1, -1, high), (x0, y1)]

    def skeleton(self, character):
        m = self.middle
        arch = [*self.corner(0, 0, 1, 1), *self.corner(1, 0, -1, 1)[::-1]]  # left side, top, right side
        cup = [*self.corner(0, 1, 1, -1), *self.corner(1, 1, -1, -1)[::-1]]
        stem = [(0, 0), (0, 1)]
        p = self.bowl(0, 0, 1, m + 0.06)
        if self.open_bowls:
            p = p[:-1] + [(0.25, m + 0.06)]
        lines = {
            "A": [[(0, 1), (0.36, 0), (0.64, 0), (1, 1)] if self.flat_a else [(0, 1), (0.5, 0), (1, 1)], [(0.2, 0.68), (0.8, 0.68)]],
            "B": [stem, self.bowl(0, 0, 0.94, m), self.bowl(0, m, 1, 1)],
            "C": [[(1, 0.3), *arch[::-1], *self.corner(0, 1, 1, -1), *self.corner(1, 1, -1, -1)[::-1], (1, 0.7)]],
            "D": [stem, self.bowl(0, 0, 1, 1)],
            "E": [[(1, 0), (0, 0), (0, 1), (1, 1)], [(0, m), (0.85, m)]],
            "F": [[(1, 0), (0, 0), (0, 1)], [(0, m), (0.85, m)]],
            "G": [[(1, 0.27), *arch[::-1], *cup, (1, m + 0.06), (0.55, m + 0.06)]],
            "H": [stem, [(1, 0), (1, 1)], [(0, m), (1, m)]],
            "I": [[(0.5, 0), (0.5, 1)]] + ([[(0, 0), (1, 0)], [(0, 1), (1, 1)]] if self.serif_i else []),
            "J": [[(0.9, 0), *self.corner(0.9, 1, -1, -1), *self.corner(0, 1, 1, -1)[::-1], (0, 0.72)]]
            + ([[(0.4, 0), (0.9, 0)]] if self.serif_i else []),
            "K": [stem, [(0.95, 0), (0, 0.6)], [(0.3, 0.42), (1, 1)]],
            "L": [[(0, 0), (0, 1), (1, 1)]],
            "M": [[(0, 1), (0, 0), (0.5, self.short_m), (1, 0), (1, 1)]],
            "N": [[(0, 1), (0, 0), (1, 1), (1, 0)]],
            "O": [self.ring(0, 0, 1, 1)],
            "P": [stem, p],
            "Q": [self.ring(0, 0, 1, 1), [(0.6, 0.74), (1.05, 1.04)]],
            "R": [stem, p, [(0.45, m + 0.06), (1, 1)]],
            "S": [[(1, 0.26), *self.corner(1, 0, -1, 1, m), *self.corner(0, 0, 1, 1, m)[::-1], *self.corner(0, m, 1, -1, m),
                   *self.corner(1, m, -1, 1, 1 - m)[::-1], *self.corner(1, 1, -1, -1, 1 - m), *self.corner(0, 1, 1, -1, 1 - m)[::-1], (0, 0.76)]],
            "T": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
            "U": [[(0, 0), *cup, (1, 0)]],
            "V": [[(0, 0), (0.5, 1), (1, 0)]],
            "W": [[(0, 0), (0.25, 1), (0.5, 1 - 0.7 * self.short_m), (0.75, 1), (1, 0)]],
            "X": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
            "Y": [[(0, 0), (0.5, 0.52), (1, 0)], [(0.5, 0.52), (0.5, 1)]],
            "Z": [[(0, 0), (1, 0), (0, 1), (1, 1)]],
            "0": [self.ring(0, 0, 1, 1)],
            "1": {"flag": [[(0, 0.24), (0.8, 0), (0.8, 1)]], "foot": [[(0, 0.24), (0.5, 0), (0.5, 1)], [(0, 1), (1, 1)]],
                  "bar": [[(0.5, 0), (0.5, 1)]]}[self.one],
            "2": [[(0, 0.27), *self.corner(0, 0, 1, 1, m), *self.corner(1, 0, -1, 1, m)[::-1], (1, 0.32), (0, 1), (1, 1)]],
            "3": [[(0, 0), (1, 0), (0.45, m - 0.06), *self.bowl(0.5, m - 0.06, 1, 1)[1:-1], *self.corner(0, 1, 1, -1, m)[::-1], (0, 0.78)]]
            if self.flat_three else
            [[(0, 0.22), *self.corner(0, 0, 1, 1, m), *self.bowl(0.4, 0, 0.96, m)[1:]],
             [*self.bowl(0.4, m, 1, 1)[:-1], *self.corner(0, 1, 1, -1, m)[::-1], (0, 0.78)]],
            "4": [[(0.55, 0), (0, 0.72), (1, 0.72)], [(0.74, 0.4), (0.74, 1)]] if self.open_four else
            [[(0.74, 1), (0.74, 0), (0, 0.72), (1, 0.72)]],
            "5": [[(0.94, 0), (0.08, 0), (0.04, m - 0.04), *self.bowl(0.04, m - 0.08, 1, 1)[1:-1], *self.corner(0, 1, 1, -1, m)[::-1], (0, 0.8)]],
            "6": [self.ring(0, m - 0.06, 1, 1), [(0.8, 0), (0.04, 0.6)] if self.diagonal_six else
                  [(1, 0.24), *self.corner(1, 0, -1, 1, m), *self.corner(0, 0, 1, 1, m)[::-1], (0, 0.7)]],
            "7": [[(0, 0), (1, 0), (0.35, 1)]],
            "8": [self.ring(0.05, 0, 0.95, m), self.ring(0, m, 1, 1)],
            "9": [self.ring(0, 0, 1, m + 0.06), [(0.2, 1), (0.96, 0.4)] if self.diagonal_six else
                  [(0, 0.76), *self.corner(0, 1, 1, -1, m), *self.corner(1, 1, -1, -1, m)[::-1], (1, 0.3)]],
        }[character]
        if character == "O" and self.square_o:
            lines = [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]]
        if character == "0" and self.zero == "slashed":
            lines = [*lines, [(0.2, 0.75), (0.8, 0.25)]]
        return lines

    def draw(self, character):
        """Returns the cell of one character, and its width in pixels."""
        width = self.width * self.wide.get(character, 1.0)
        half = self.stroke / 2
        place = lambda x, y: ((PAD + half + x * (width - self.stroke)) * FINE, (BASE - CAP + half + y * (CAP - self.stroke)) * FINE)
        if width < self.stroke:
            place = lambda x, y: ((PAD + half) * FINE, (BASE - CAP + half + y * (CAP - self.stroke)) * FINE)
        cell = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
        pen = ImageDraw.Draw(cell)
        reach = half * FINE
        for line in self.skeleton(character):
            points = [place(*point) for point in line]
            pen.line(points, fill=255, width=max(1, round(self.stroke * FINE)), joint="curve")
            for x, y in points if self.caps else points[1:-1]:
                pen.ellipse([x - reach, y - reach, x + reach, y + reach], fill=255)
            if not self.caps:
                for x, y in (points[0], points[-1]):
                    pen.rectangle([x - reach, y - reach, x + reach, y + reach], fill=255)
        if character == "0" and self.zero == "notched":
            x, y = place(0.95, 0.1)
            pen.line([x - 3 * reach, y + 3 * reach, x + 2 * reach, y - 2 * reach], fill=0, width=max(2, round(reach * 0.7)))
        return np.asarray(cell.resize((WIDTH, HEIGHT), Image.BOX)), max(width, self.stroke)


def draw_strokes(rng, others):
    """Returns cells and widths like those of a font; characters without a skeleton come from `others`."""
    cells, widths = others[0].copy(), others[1].copy()
    face = Face(rng)
    for number, character in enumerate(GLYPHS):
        if character.isdigit() or character.isupper():
            cells[number], widths[number] = face.draw(character)
    return cells, widths
