"""Converts the shipped reader to a checkpoint to continue training from: its own checkpoint is not needed.

    python -m kerbside_training.text.start --pack text.npz --model ../models/code-reader.fp16.onnx --out start.pt

The file has batch norm folded into its convolutions; it is restored as an identity on one batch of painted lines.
"""

import argparse

import numpy as np
import torch

from ..model import ConvUnit
from ..shipped import read_weights
from ..start import identity_norm
from .lines import LinePainter, draw_plan, font_weights, to_device
from .reader import Mixer, Reader
from .wear import paint_lines

LINES = 1024


class DepthwiseUnit:
    """A Mixer's depthwise convolution and its norm, with the interface that `identity_norm` needs."""

    def __init__(self, mixer):
        self.mixer, self.conv, self.norm = mixer, mixer.look, mixer.norm

    def register_forward_pre_hook(self, hook):
        return self.mixer.register_forward_pre_hook(hook)


@torch.no_grad()
def load_shipped_reader(path, pictures):
    """Returns the trainable reader of an exported file; `pictures` is a batch of painted lines."""
    weights = {name.removeprefix("reader."): value for name, value in read_weights(path).items()}
    model = Reader(len(weights["body.0.conv.weight"]) / 32)
    for name, value in model.named_parameters():
        if name in weights and name != "grey.weight":
            value.copy_(weights[name].reshape(value.shape))
    hooks = []
    for name, unit in model.named_modules():
        if isinstance(unit, ConvUnit):
            hooks.append(identity_norm(unit, weights[f"{name}.conv.bias"]))
        elif isinstance(unit, Mixer):
            hooks.append(identity_norm(DepthwiseUnit(unit), weights[f"{name}.look.bias"]))
    model.eval()(pictures)
    for hook in hooks:
        hook.remove()
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pack", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    pack = dict(np.load(args.pack))
    plan = draw_plan(np.random.default_rng(1), pack, LINES, font_weights(pack, []))
    device = torch.device("cpu")
    pictures = paint_lines(LinePainter(pack, device), to_device(plan, device))
    model = load_shipped_reader(args.model, pictures)
    torch.save({"weights": model.state_dict(), "config": {"name": "code-reader"}, "steps": 0}, args.out)


if __name__ == "__main__":
    main()
