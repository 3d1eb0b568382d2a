"""Draws the glyphs of many fonts into one array; training composes lines of them.

Every glyph is in a cell of the same size, capitals 32 pixels high on one base line, so that a line of any font
is laid out by adding up widths.
"""

import math
import random
import re
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .alphabet import GLYPHS, CHARACTERS
from .cells import BASE, CAP, HEIGHT, PAD, WIDTH
from .segments import draw_segments
from .strokes import draw_strokes

STYLES = 6  # maximum number of fonts of one family
SEGMENT_FORMS = 40  # displays of seven segments to draw
PLATE_FACES = 72  # typefaces of plates to draw

SEGMENT = re.compile(r"DSEG", re.I)
SERIF = re.compile(r"serif|slab|roman|times|tinos|courier|schola|bonum|pagella|termes|nimbusroman|c059|p052|"
                   r"typewriter|bookman|lmroman|lmmono.*prop|mekanus", re.I)
# Typefaces similar to those of plates, road signs and stamps.
SIGNAGE = re.compile(r"RG2014|DIN|osifont|routed|tiresias_sign|bebas|OCR|nationalpark|narrow|condensed|roadgeek", re.I)
# Icons, scripts, handwriting and typefaces that are not used on cars; styles that only repeat others.
UNFIT = re.compile(r"dingbat|symbol|math|icon|emoji|chorus|z003|script|caps|unslanted|cursive|lmdunh|quot|thin|hairline|"
                   r"extralight|ultralight|engadget|dustin|aenigma|eurofurence|freakfont|calligr|fallback|musica|marx|"
                   r"vietnam|funky|DSEG(Weather|7.*MINI|14.*MINI|7SEGG)", re.I)

# The usual 5 x 7 dots, one byte per column, lowest bit on top: for dot-peened marks and dot displays.
DOTS = {
    "0": "3E5149453E", "1": "00427F4000", "2": "4261514946", "3": "2141454B31", "4": "1814127F10", "5": "2745454539",
    "6": "3C4A494930", "7": "0171090503", "8": "3649494936", "9": "064949291E", "A": "7E1111117E", "B": "7F49494936",
    "C": "3E41414122", "D": "7F4141221C", "E": "7F49494941", "F": "7F09090901", "G": "3E4149497A", "H": "7F0808087F",
    "I": "00417F4100", "J": "2040413F01", "K": "7F08142241", "L": "7F40404040", "M": "7F020C027F", "N": "7F0408107F",
    "O": "3E4141413E", "P": "7F09090906", "Q": "3E4151215E", "R": "7F09192946", "S": "4649494931", "T": "01017F0101",
    "U": "3F4040403F", "V": "1F2040201F", "W": "3F4038403F", "X": "6314081463", "Y": "0708700807", "Z": "6151494543",
    ".": "0060600000", "-": "0808080808", "*": "14083E0814",
}


def family_of(path):
    return re.split(r"[-_]", Path(path).stem)[0].lower()


def find_fonts(folder):
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in (".ttf", ".otf"))
    families = {}
    for path in paths:
        if not UNFIT.search(path.name) and not UNFIT.search(path.parent.name):
            families.setdefault(family_of(path), []).append(path)
    return [path for family in families.values() for path in family[:: -(-len(family) // STYLES)]]


def draw_font(path):
    """Returns cells (glyphs, HEIGHT, WIDTH) of 0..255 and widths in pixels, or None if the font lacks characters or is unfit."""
    try:
        probe = ImageFont.truetype(str(path), 100)
        tall = lambda character: probe.getbbox(character, anchor="ls")
        cap = -tall("H")[1]
        if cap < 20 or any(-tall(digit)[1] < 0.86 * cap or tall(digit)[3] > 0.12 * cap for digit in "0123456789"):
            return None  # missing characters, or digits of unequal height
        missing = bytes(probe.getmask("\uffff"))
        needed = "0123456789" if SEGMENT.search(path.name) else CHARACTERS
        if any(bytes(probe.getmask(character)) == missing for character in needed):
            return None
        font = ImageFont.truetype(str(path), max(8, round(100 * CAP / cap)))
    except (OSError, ValueError, ZeroDivisionError):
        return None
    cells, widths = [], []
    for character in GLYPHS:
        mark = random.Random(path.name)
        side = mark.uniform(5, 20)  # of the emblem between a plate's characters: a dot, a star or a state's outline
        width = {"•": side + 8, "*": CAP * 0.45}.get(character) or font.getlength(character)
        if width < 3 and SEGMENT.search(path.name):  # points of these fonts have no width
            width = CAP * 0.25
        if not 3 <= width <= WIDTH - 2 * PAD:
            return None
        cell = Image.new("L", (WIDTH, HEIGHT))
        pen = ImageDraw.Draw(cell)
        if character == "•":
            draw_emblem(pen, mark, PAD + 4 + side / 2, BASE - CAP * mark.uniform(0.4, 0.65), side / 2)
        elif character == "*":
            for dx, dy in ((0, 5), (5, 3), (5, -3)):
                x, y = PAD + 7, BASE - 17
                pen.line([x - dx, y - dy, x + dx, y + dy], fill=255, width=2)
        else:
            pen.text((PAD, BASE), character, fill=255, font=font, anchor="ls")
        cells.append(np.asarray(cell))
        widths.append(width)
    return np.stack(cells), np.array(widths, np.float32)


def draw_emblem(pen, rng, x, y, reach):
    """Draws a disc, a ring, or a polygon."""
    box = [x - reach, y - reach, x + reach, y + reach]
    shape = rng.choice(("disc", "disc", "ring", "corners", "corners"))
    if shape != "corners":
        pen.ellipse(box, fill=255 if shape == "disc" else None, outline=255, width=2)
        return
    count, turn = rng.randint(3, 12), rng.uniform(0, math.tau)
    places = [(turn + math.tau * n / count, reach * rng.uniform(0.5, 1.1)) for n in range(count)]
    pen.polygon([(x + far * math.cos(angle), y + far * math.sin(angle)) for angle, far in places], fill=255)


def draw_dots(radius):
    """Returns the 5 x 7 dots as a font; `radius` in pixels, at a pitch of 5."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    cells = np.zeros((len(GLYPHS), HEIGHT, WIDTH), np.float32)
    for number, character in enumerate(GLYPHS):
        columns = bytes.fromhex(DOTS.get(character.upper(), "0" * 10))
        for column in range(5):
            for row in range(7):
                if columns[column] >> row & 1:
                    distance = np.hypot(x - (PAD + 2.5 + column * 5), y - (BASE - CAP + 1 + row * 5))
                    cells[number] = np.maximum(cells[number], np.clip(radius + 0.5 - distance, 0, 1))
    return (cells * 255).astype(np.uint8), np.full(len(GLYPHS), 30, np.float32)


def draw_atlas(folder):
    """Returns arrays: cells (fonts, glyphs, h, w), widths (fonts, glyphs), and per font its name, family and style."""
    entries = []
    for path in find_fonts(folder):
        drawn = draw_font(path)
        if drawn is not None:
            patterns = {"segment": SEGMENT, "serif": SERIF, "signage": SIGNAGE}
            style = next((name for name, pattern in patterns.items() if pattern.search(path.name)), "plain")
            entries.append((*drawn, path.name, family_of(path), style))
    plain = [entry[:2] for entry in entries if entry[4] == "plain"]
    for number in range(SEGMENT_FORMS):
        rng = random.Random(number)
        entries.append((*draw_segments(rng, rng.choice(plain)), f"segments {number}", f"segments {number % 8}", "segment"))
    for number in range(PLATE_FACES):
        rng = random.Random(f"plate {number}")
        entries.append((*draw_strokes(rng, rng.choice(plain)), f"plate {number}", f"plate {number}", "plate"))
    entries += [(*draw_dots(radius), f"dots {radius}", "dots", "dots") for radius in (1.2, 1.8, 2.4)]
    cells, widths, names, families, styles = zip(*entries)
    return {
        "cells": np.stack(cells), "widths": np.stack(widths),
        "names": np.array(names), "families": np.array(families), "looks": np.array(styles),
    }
