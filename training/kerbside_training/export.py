"""Exports a trained detector as ONNX: weight-only int8 and fp16.

    python -m kerbside_training.export --checkpoint runs/damage/damage.pt --out ../models

Of several checkpoints the mean of their weights is exported. With --only <config> it exports only the classes of that config,
under its name.

Batch norm is folded. The graph has the operators named in model.py and, in the int8 file, DequantizeLinear on
weights alone. Height and width of the input are free (multiples of 32); inputs and outputs are fp32 in both files.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from onnx import numpy_helper

from .config import Model
from .detectors import make_detector
from .onnx_files import drop_unused, export_graph
from .onnx_variants import save_variants
from .start import fold_norms, load_checkpoint, read_checkpoint

# Convolutions with fewer weights stay fp16 (default of --large): the others hold most of the weights and cause
# little of the error.
LARGE = 80_000
OUTPUTS = ["level8", "level16", "level32", "prototypes"]


def load_detector(checkpoints, only=None):
    """Returns the trained model and its name; with a config `only`, with the classes of that config."""
    state = read_checkpoint(*checkpoints)
    trained = state["config"]
    wanted = json.loads(Path(only).read_text()) if only else trained
    unknown = set(wanted["classes"]) - set(trained["classes"])
    if unknown:
        raise SystemExit(f"{' '.join(checkpoints)} lacks the classes {', '.join(sorted(unknown))} of {only}")
    shape = Model(**trained.get("model", {}))
    model = make_detector(shape, len(wanted["classes"]))
    return load_checkpoint(model, state, wanted["classes"]).eval(), wanted["name"]


def export_float(model):
    free = {name: {2: f"h_{name}", 3: f"w_{name}"} for name in ["image", *OUTPUTS]}
    return simplify_resize(export_graph(model, torch.zeros(1, 3, 256, 320), ["image"], OUTPUTS, free))


def simplify_resize(model):
    """Replaces computed upsampling factors of maps by constants, and removes the nodes that computed them."""
    graph = model.graph
    for node in graph.node:
        modes = [item.s for item in node.attribute if item.name == "mode"]
        if node.op_type == "Resize" and b"nearest" in modes:
            name = f"{node.name}_scales"
            graph.initializer.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), name))
            node.input[:] = [node.input[0], "", name]
            for attribute in list(node.attribute):
                if attribute.name not in ("mode", "nearest_mode", "coordinate_transformation_mode"):
                    node.attribute.remove(attribute)
    return drop_unused(model)


def count_macs(model, height, width):
    total = 0

    def add(module, _, output):
        nonlocal total
        total += output.shape[2] * output.shape[3] * module.weight.numel()

    hooks = [m.register_forward_hook(add) for m in model.modules() if isinstance(m, torch.nn.Conv2d)]
    with torch.no_grad():
        model(torch.zeros(1, 3, height, width))
    for hook in hooks:
        hook.remove()
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True, nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--only", help="a config: export its classes alone")
    parser.add_argument("--large", type=int, default=LARGE, help="least number of weights of a convolution that is stored as int8")
    args = parser.parse_args()
    model, name = load_detector(args.checkpoint, args.only)
    model = fold_norms(model)
    print(f"{count_macs(model, 640, 640) / 1e9:.2f} GMACs at 640 x 640")
    save_variants(export_float(model), args.out, name, args.large)


if __name__ == "__main__":
    main()
