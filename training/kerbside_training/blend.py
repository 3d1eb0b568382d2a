"""Mix a checkpoint with the shipped model that its run started from: the mean of two ends of one run keeps what each knows.

    python -m kerbside_training.blend --shipped ../models/damage.fp16.onnx --checkpoint runs/damage/damage.pt --share 0.5 --out <file>.pt

The weights are mixed with batch norm folded, as the shipped file has them. The result is a checkpoint for `evaluate` and `export`.
"""

import argparse

import torch

from .config import Model
from .detectors import make_detector
from .model import ConvUnit
from .shipped import read_shipped
from .start import fold_norms, load_checkpoint, read_checkpoint


@torch.no_grad()
def blend(shipped, checkpoint, share):
    """Returns the checkpoint with `share` of its own weights; batch norm is an identity."""
    state = read_checkpoint(checkpoint)
    classes, shape = state["config"]["classes"], Model(**state["config"]["model"])
    weights, known = read_shipped(shipped)
    if known != classes:
        raise SystemExit(f"{shipped} has the classes {known}, {checkpoint} has {classes}")
    trained = fold_norms(load_checkpoint(make_detector(shape, len(classes)), state, classes)).state_dict()
    mixed = make_detector(shape, len(classes))
    result = mixed.state_dict()
    for name, unit in mixed.named_modules():
        if isinstance(unit, ConvUnit):
            result[f"{name}.norm.running_mean"].zero_()
            result[f"{name}.norm.running_var"].fill_(1 - unit.norm.eps)
            result[f"{name}.norm.weight"].fill_(1)
    for name, value in trained.items():
        # What the file lacks serves training alone.
        old = weights[name].reshape(value.shape) if name in weights else value
        base, _, kind = name.rpartition(".")
        target = f"{base.removesuffix('.conv')}.norm.bias" if kind == "bias" and name not in result else name
        result[target].copy_(share * value + (1 - share) * old)
    return {**state, "weights": result}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shipped", required=True, help="a .onnx beside its manifest.json")
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--share", type=float, default=0.5, help="of the checkpoint")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    torch.save(blend(args.shipped, args.checkpoint, args.share), args.out)


if __name__ == "__main__":
    main()
