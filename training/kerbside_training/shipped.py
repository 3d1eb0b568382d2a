"""Start from, or learn from, a model as it is shipped, `models/<name>.fp16.onnx`: its checkpoint is not needed.

The file has batch norm folded into its convolutions; training wants it back, as an identity on one batch of pictures.
"""

import json
from pathlib import Path

import numpy as np
import torch

from .config import Model
from .detectors import make_detector
from .model import ConvUnit
from .start import fold_norms, identity_norm, load_checkpoint


def read_shipped(path):
    """The weights of an exported detector by name, and its classes, which the manifest beside it lists."""
    import onnx
    from onnx import numpy_helper

    path = Path(path)
    weights = {
        item.name: torch.from_numpy(numpy_helper.to_array(item).astype(np.float32))
        for item in onnx.load(str(path)).graph.initializer
        if item.name.endswith((".weight", ".bias"))
    }
    if "lateral5.conv.weight" not in weights:
        raise SystemExit(f"{path} does not hold a detector's plain weights: start from its .fp16.onnx")
    for model in json.loads((path.parent / "manifest.json").read_text())["models"]:
        if any(variant["file"] == path.name for variant in model["variants"]):
            return weights, [kind["name"] for kind in model["types"]]
    raise SystemExit(f"{path.parent / 'manifest.json'} does not list {path.name}, so its classes are unknown")


def shape_of(weights):
    """The `model` of the config that made the weights."""
    return Model(
        width=len(weights["heads.0.stem.conv.weight"]) / 256,
        prototypes=len(weights["masks.last.weight"]),
        bins=len(weights["heads.0.sides.weight"]) // 4,
        backbone="mobilenet" if "backbone.stem.conv.weight" in weights else "nano",
    )


def read_from_shipped(path, classes):
    """The detector of a shipped file as it is, to be asked and not trained; its classes go by name."""
    weights, known = read_shipped(path)
    model = fold_norms(make_detector(shape_of(weights), len(classes)))
    return load_checkpoint(model, {"weights": weights, "config": {"classes": known}}, classes).eval()


@torch.no_grad()
def load_shipped(model, path, classes, batch):
    """Fill the model from the file; classes go by name. `batch` is a float tensor of training pictures."""
    weights, known = read_shipped(path)
    load_checkpoint(model, {"weights": weights, "config": {"classes": known}}, classes)
    hooks = []
    for name, unit in model.named_modules():
        if isinstance(unit, ConvUnit):
            if weights[f"{name}.conv.weight"].shape != unit.conv.weight.shape:
                raise SystemExit(f"{path} is of another width: {name} does not fit")
            hooks.append(identity_norm(unit, weights[f"{name}.conv.bias"].to(batch.device)))
    model.eval()
    model(batch)
    for hook in hooks:
        hook.remove()
    return model.train()
