"""Exports one network with the backbone of `damage` and a head each for damages, parts and wheels, to measure its time.

    python -m kerbside_training.shared --out ../runs/shared
    KERBSIDE_SHARED_MODEL=runs/shared npm run bench -- models   # in commit 246af82e

Its weights are random: the time of a run does not depend on them. `shared.int8.onnx` has all heads, `shared-damage.int8.onnx`
the damage head alone, for the second scale. Backbone and neck are those of `damage`.
"""

import argparse
import json
from pathlib import Path

import onnx
import torch

from .config import Model
from .detectors import make_detector
from .export import LARGE, OUTPUTS, simplify_resize
from .onnx_files import export_graph
from .onnx_variants import to_int8
from .start import fold_norms

CONFIGS = Path(__file__).parent.parent / "configs"
HEADS = {"damage": "damage-marks.json", "parts": "parts.json", "wheels": "wheels.json"}


class Shared(torch.nn.Module):
    """The features of the first detector with the heads and mask prototypes of all detectors."""

    def __init__(self, detectors):
        super().__init__()
        self.first = detectors[0]
        self.heads = torch.nn.ModuleList(detector.heads for detector in detectors)
        self.masks = torch.nn.ModuleList(detector.masks for detector in detectors)

    def forward(self, x):
        levels = self.first.features(x)
        outputs = []
        for heads, masks in zip(self.heads, self.masks):
            outputs += [head(level) for head, level in zip(heads, levels)] + [masks(levels[0])]
        return tuple(outputs)


def make_heads(names):
    """Returns one detector per head, all with the shape of `damage`."""
    shape = Model(**json.loads((CONFIGS / HEADS["damage"]).read_text())["model"])
    counts = [len(json.loads((CONFIGS / HEADS[name]).read_text())["classes"]) for name in names]
    return [fold_norms(make_detector(shape, count).eval()) for count in counts]


def export_shared(names, path):
    outputs = [f"{name}_{output}" for name in names for output in OUTPUTS]
    free = {name: {2: f"h_{name}", 3: f"w_{name}"} for name in ["image", *outputs]}
    model = Shared(make_heads(names)).eval()
    graph = simplify_resize(export_graph(model, torch.zeros(1, 3, 256, 320), ["image"], outputs, free))
    onnx.save(to_int8(graph, LARGE), str(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    out = Path(parser.parse_args().out)
    out.mkdir(parents=True, exist_ok=True)
    export_shared(list(HEADS), out / "shared.int8.onnx")
    export_shared(["damage"], out / "shared-damage.int8.onnx")


if __name__ == "__main__":
    main()
