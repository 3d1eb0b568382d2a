"""Computes the weighted mean of the weights of models that were fine-tuned from the same weights.

    python -m kerbside_training.blend --of 0.5:../models/damage.fp16.onnx 0.5:runs/damage/damage.pt --out <file>.pt

Shipped files and checkpoints are mixed with batch norm folded, as the shipped files have them. The result is a checkpoint for
`evaluate` and `export`; training starts from its exported file, which has batch norm put back.
"""

import argparse
from dataclasses import replace

import torch

from .config import Model
from .detectors import make_detector
from .model import ConvUnit
from .shipped import read_shipped, shape_of
from .start import fold_norms, load_checkpoint, read_checkpoint, widen_sides


def read_folded(path):
    """Returns the folded weights of a shipped file or a checkpoint, its classes and its shape."""
    if path.endswith(".onnx"):
        weights, classes = read_shipped(path)
        return weights, classes, shape_of(weights)
    state = read_checkpoint(path)
    classes, shape = state["config"]["classes"], Model(**state["config"]["model"])
    return fold_norms(load_checkpoint(make_detector(shape, len(classes)), state, classes)).state_dict(), classes, shape


@torch.no_grad()
def mix_folded(parts):
    """Mixes the models of [(share, path)]; returns folded weights, classes and shape. Files lack weights that only training uses.

    The mix has as many bins as the model with the most.
    """
    read = [(share, *read_folded(path)) for share, path in parts]
    bins = max(form.bins for *_, form in read)
    widen = lambda weights: {name: widen_sides(name, value, bins) for name, value in weights.items()}
    read = [(share, widen(weights), known, replace(form, bins=bins)) for share, weights, known, form in read]
    _, _, classes, shape = read[0]
    for (_, path), (_, _, known, form) in zip(parts, read):
        if (known, form) != (classes, shape):
            raise SystemExit(f"{path} has the classes {known} and the shape {form}, the first one {classes} and {shape}")
    mixed = fold_norms(make_detector(shape, len(classes))).state_dict()
    for name, target in mixed.items():
        there = [(share, weights[name].reshape(target.shape)) for share, weights, *_ in read if name in weights]
        if there:
            target.copy_(sum(share * value for share, value in there) / sum(share for share, _ in there))
    return mixed, classes, shape


@torch.no_grad()
def unfold(mixed, classes, shape):
    """Returns the weights of an unfolded model that computes the same: its batch norm is an identity that adds the bias."""
    model = make_detector(shape, len(classes))
    result = model.state_dict()
    for name, unit in model.named_modules():
        if isinstance(unit, ConvUnit):
            result[f"{name}.norm.running_mean"].zero_()
            result[f"{name}.norm.running_var"].fill_(1 - unit.norm.eps)
            result[f"{name}.norm.weight"].fill_(1)
    for name, value in mixed.items():
        base, _, kind = name.rpartition(".")
        target = f"{base.removesuffix('.conv')}.norm.bias" if kind == "bias" and name not in result else name
        result[target].copy_(value)
    return result


def parse_part(text):
    """Parses `0.5:a.pt` to (0.5, "a.pt"). The default share is 1."""
    share, _, path = text.rpartition(":")
    return float(share or 1), path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", nargs="+", required=True, metavar="SHARE:FILE", help="checkpoints, or .onnx beside their manifest.json")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    parts = [parse_part(text) for text in args.of]
    mixed, classes, shape = mix_folded(parts)
    state = next((read_checkpoint(path) for _, path in parts if path.endswith(".pt")), None)
    if state is None:
        raise SystemExit("one of the files must be a checkpoint, which holds the config")
    torch.save({**state, "weights": unfold(mixed, classes, shape)}, args.out)


if __name__ == "__main__":
    main()
