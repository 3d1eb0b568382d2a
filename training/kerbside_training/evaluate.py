"""Compare checkpoints and input sizes on the val pictures (for choosing; `npm run eval` gives the figures of record).

    python -m kerbside_training.evaluate --config configs/damage.json a.pt b.pt a.pt+b.pt --packed <folder> --areas 262144 409600

`a.pt+b.pt` is the mean of what the two answer: what a student of both would learn from.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .augment import Painter, mirror_numbers
from .config import load_config
from .distil import Teachers
from .folds import FOLDS, in_fold
from .model import STRIDES
from .validate import validate


class MeanOf:
    """Several trained detectors, asked like one."""

    def __init__(self, paths, config, device):
        self.teachers = Teachers(paths, config, device)
        self.classes, self.bins = self.teachers.classes, self.teachers.bins

    def eval(self):
        return self

    def __call__(self, pictures):
        chances, sides = self.teachers.answer(pictures)
        flat = torch.cat([chances.logit(1e-6), sides.clamp(min=1e-9).log().flatten(2)], 2).transpose(1, 2)
        height, width = pictures.shape[2:]
        shapes = [(height // stride, width // stride) for stride in STRIDES]
        levels = flat.split([rows * columns for rows, columns in shapes], 2)
        return [level.unflatten(2, shape) for level, shape in zip(levels, shapes)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--packed", required=True)
    parser.add_argument("--areas", type=int, nargs="+", default=[409600], help="pixels of the input canvas")
    parser.add_argument("--square", action="store_true", help="also on a square canvas of the same area")
    parser.add_argument(
        "--left-out", type=int, choices=range(FOLDS), help="on this fold of data.crossed, in place of the val pictures"
    )
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args()
    config = load_config(args.config)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    packed = Path(args.packed)
    labels = dict(np.load(packed / "labels.npz"))
    if args.left_out is not None:
        labels["val"] = in_fold(labels, config, args.left_out)
    keep = np.flatnonzero(labels["val"])
    images, bits = (np.load(packed / name, mmap_mode="r")[keep] for name in ("images.npy", "bits.npy"))
    labels = {name: value[keep] for name, value in labels.items()}
    painter = Painter(images, bits, labels, device, mirror_numbers(config))
    for path in args.checkpoints:
        model = MeanOf(path.split("+"), config, device)
        for area in args.areas:
            for square in (False, True) if args.square else (False,):
                report = validate(model, painter, labels, config, area, square)
                print(json.dumps({"checkpoint": path, "area": area, "square": square, **report}), flush=True)


if __name__ == "__main__":
    main()
