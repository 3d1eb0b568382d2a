"""Packs the input of training: glyphs of many fonts and random texts.

    python -m kerbside_training.text.prepare --config configs/text.json --fonts <folder of .ttf and .otf> --out text.npz
"""

import argparse
import random

import numpy as np

from .alphabet import to_glyphs
from .config import load_text_config
from .glyphs import draw_atlas
from .strings import DRAW, KINDS, SHARES


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--fonts", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    config = load_text_config(args.config)
    rng = random.Random(config.seed)
    kinds = rng.choices(range(len(KINDS)), SHARES, k=config.texts)
    glyphs = np.array([to_glyphs(DRAW[KINDS[kind]](rng)) for kind in kinds], np.int8)
    atlas = draw_atlas(args.fonts)
    np.savez_compressed(args.out, **atlas, glyphs=glyphs, kinds=np.array(kinds, np.int8))
    print(f"{len(atlas['names'])} fonts of {len(set(atlas['families']))} families, {len(glyphs)} texts -> {args.out}")


if __name__ == "__main__":
    main()
