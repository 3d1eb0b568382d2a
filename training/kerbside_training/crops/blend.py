"""Computes the weighted mean of the weights of analysers that were trained from the same weights; prints its figures on the val crops.

    python -m kerbside_training.crops.blend --of 0.5:runs/a/wheel-crops.pt 0.5:runs/b/wheel-crops.pt --data data --out runs/blended.pt
"""

import argparse
from dataclasses import replace
from pathlib import Path

import torch

from .analyser import make_analyser
from .calibrate import compute_metrics
from .config import parse_crop_config
from .crops import plain_views, read_crops


def mix(states, shares):
    """Returns the weighted mean of checkpoints; counters are those of the first."""
    first = states[0]["weights"]
    mean = lambda name: sum(share * state["weights"][name].float() for state, share in zip(states, shares)) / sum(shares)
    return {name: mean(name) if value.is_floating_point() else value for name, value in first.items()}


@torch.no_grad()
def measure(model, val, size):
    """Returns the logits of the val crops, and the report on them."""
    logits = torch.cat([model(plain_views(val, slice(first, first + 32), size)) for first in range(0, len(val), 32)])
    return logits, compute_metrics(logits, val.labels, val.groups, val.sets)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", nargs="+", required=True, help="share:checkpoint")
    parser.add_argument("--data", required=True)
    parser.add_argument("--out")
    parser.add_argument("--limit", type=int, default=0, help="val crops of each folder (smoke test)")
    args = parser.parse_args()
    parts = [text.split(":", 1) for text in args.of]
    states = [torch.load(path, map_location="cpu") for _, path in parts]
    raw = states[0]["config"]
    config = replace(parse_crop_config(raw), dropout=0.0)
    model = make_analyser(config).eval()
    model.load_state_dict(mix(states, [float(share) for share, _ in parts]))
    folders = [Path(args.data) / folder for folder in ("wheel_crops", "wheel_crops/s2")]
    logits, report = measure(model, read_crops(folders, "val", config.uncertain, "cpu", args.limit), config.size)
    for head, figures in report.items():
        print(head, {key: figures[key] for key in ("accuracy", "balanced", "oneOrNot", "recallAtAlarms", "calibrationError") if key in figures})
    if args.out:
        torch.save({"weights": model.state_dict(), "config": raw, "report": report, "measured": {"logits": logits}}, args.out)


if __name__ == "__main__":
    main()
