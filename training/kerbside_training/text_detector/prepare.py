"""Packs the input of training: lines of text in many fonts, and photos to paste them on.

    python -m kerbside_training.text_detector.prepare --data ../../shared/data --fonts /usr/share/fonts --out runs/scenes

Photos are those of damage, parts and wheels with an open licence (CC BY). They are copied as they are.
"""

import argparse
import json
import random
import shutil
import string
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ..text.glyphs import find_fonts
from ..text.strings import DRAW, KINDS
from .scenes import STRIP_HEIGHT, STRIP_WIDTH

SHARDS = ("damage/s1", "damage/s2", "damage/s3", "damage/s4", "parts/s1", "wheels/s1")
SYLLABLES = "ba co de fi gra in ka lo mi ne or pre qui ra sto ta un ver wi ex ys zo tion ment er al és ie ou ö ü".split()


def draw_words(rng):
    """Returns a piece of a line of print: words, numbers, dates, prices, labels."""
    word = lambda: "".join(rng.choices(SYLLABLES, k=rng.randint(1, 4)))
    pieces = []
    for _ in range(rng.randint(1, 7)):
        draw = rng.random()
        if draw < 0.7:
            pieces.append(rng.choice((str, str, str.capitalize, str.upper))(word()))
        elif draw < 0.85:
            pieces.append("".join(rng.choices(string.digits, k=rng.randint(1, 8))))
        elif draw < 0.92:
            pieces.append(f"{rng.randint(1, 31):02}{rng.choice('./-')}{rng.randint(1, 12):02}{rng.choice('./-')}{rng.randint(1990, 2030)}")
        else:
            pieces.append(rng.choice(("(a)", "B.1", "€ 12,50", "N°", "&", "Tel.:", "no.", "D.3", "%", "kg", "1:2", "<<<<", "www.")))
    return rng.choice((" ", " ", " ", ": ", ", ")).join(pieces)


def draw_strip(rng, font_path):
    """Returns the ink of a line of text, 0..255, or None if the font cannot draw it."""
    text = draw_words(rng) if rng.random() < 0.5 else DRAW[rng.choice(KINDS)](rng)
    try:
        font = ImageFont.truetype(str(font_path), 44)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
    except (OSError, ValueError):
        return None
    if right - left < 4 or bottom - top < 8:
        return None
    picture = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(picture).text((-left, -top), text, 255, font, anchor="ls")
    width = round(picture.width * STRIP_HEIGHT / picture.height)
    if width > STRIP_WIDTH or not picture.getbbox():
        return None
    return np.asarray(picture.resize((width, STRIP_HEIGHT), Image.BILINEAR))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--fonts", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--strips", type=int, default=6000, help="how many lines of text to draw")
    parser.add_argument("--photos", type=int, default=1500, help="how many photos to copy")
    args = parser.parse_args()
    rng = random.Random(1)
    out = Path(args.out)
    (out / "photos").mkdir(parents=True, exist_ok=True)
    fonts = find_fonts(args.fonts)
    strips = []
    while len(strips) < args.strips:
        strip = draw_strip(rng, rng.choice(fonts))
        if strip is not None:
            strips.append(strip)
    widths = np.array([strip.shape[1] for strip in strips])
    np.savez_compressed(out / "strips.npz", ink=np.concatenate(strips, 1), widths=widths)
    photos = [
        Path(args.data, shard, record["file"])
        for shard in SHARDS
        for record in json.loads(Path(args.data, shard, "index.json").read_text())
        if record["licence"] == "ccby-stated" and record["split"] == "train"
    ]
    for number, photo in enumerate(rng.sample(photos, min(args.photos, len(photos)))):
        shutil.copy(photo, out / "photos" / f"{number:05}{photo.suffix}")
    print(f"{len(strips)} strips in {len(fonts)} fonts, {min(args.photos, len(photos))} of {len(photos)} photos -> {out}")


if __name__ == "__main__":
    main()
