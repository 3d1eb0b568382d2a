"""Loads a shipped model, `models/<name>.fp16.onnx` or `.int8.onnx`, as start or teacher: its checkpoint is not needed.

The file has batch norm folded into its convolutions. For training it is restored as an identity on one batch of pictures.
"""

import json
from pathlib import Path

import numpy as np
import torch

from .config import Model
from .detectors import make_detector
from .lite4 import Lite4
from .model import ConvUnit
from .start import fold_norms, identity_norm, load_checkpoint, scale_filters


BACKBONES = {  # first layer -> name
    "backbone.stem.conv.weight": "mobilenet",
    "backbone.early.stem.conv.weight": "lite4",
    "backbone.patch_embed.proj.weight": "hiera",
}


def read_weights(path):
    """Returns the weights of an exported detector by name; int8 weights times their scales.

    The scales are those of output channels. Matrices lie in the file as MatMul reads them, inputs first.
    """
    import onnx
    from onnx import numpy_helper

    values = {item.name: numpy_helper.to_array(item) for item in onnx.load(str(path)).graph.initializer}
    weights = {}
    for name, value in values.items():
        base, _, kind = name.rpartition(".")
        if kind in ("weight", "bias") or kind.startswith("pos_embed"):
            weights[name] = value.astype(np.float32)
        elif kind == "half":
            weights[base] = value.astype(np.float32)
        elif kind == "int8":
            scale = values[f"{base}.scale"]
            weights[base] = value.astype(np.float32) * (scale if value.ndim == 2 else scale[:, None, None, None])
    return {name: torch.from_numpy(value.T.copy() if value.ndim == 2 else value) for name, value in weights.items()}


def read_shipped(path):
    """Returns the weights of an exported detector by name, and its classes, from the manifest beside it."""
    path = Path(path)
    weights = read_weights(path)
    if "lateral5.conv.weight" not in weights:
        raise SystemExit(f"{path} is not an exported detector")
    for model in json.loads((path.parent / "manifest.json").read_text())["models"]:
        if any(variant["file"] == path.name for variant in model["variants"]):
            return weights, [kind["name"] for kind in model["types"]]
    raise SystemExit(f"{path.parent / 'manifest.json'} does not list {path.name}, so its classes are unknown")


def shape_of(weights):
    """Returns the `model` section of the config that the weights were trained with."""
    return Model(
        width=len(weights["heads.0.stem.conv.weight"]) / 256,
        prototypes=len(weights["masks.last.weight"]),
        bins=len(weights["heads.0.sides.weight"]) // 4,
        backbone=next((name for key, name in BACKBONES.items() if key in weights), "nano"),
    )


def read_from_shipped(path, classes):
    """Returns the detector of a shipped file for inference; classes are matched by name."""
    weights, known = read_shipped(path)
    model = fold_norms(make_detector(shape_of(weights), len(classes)))
    return load_checkpoint(model, {"weights": weights, "config": {"classes": known}}, classes).eval()


@torch.no_grad()
def load_shipped(model, path, classes, batch):
    """Fills the model from the file; classes are matched by name. `batch` is a float tensor of training pictures."""
    weights, known = read_shipped(path)
    load_checkpoint(model, {"weights": weights, "config": {"classes": known}}, classes)
    return restore_norms(model, weights, batch)


@torch.no_grad()
def load_folded(model, weights, batch):
    """Fills a model of any kind from its folded weights by name."""
    for name, value in model.named_parameters():
        if name in weights:
            value.copy_(weights[name].reshape(value.shape))
    return restore_norms(model, weights, batch)


@torch.no_grad()
def restore_norms(model, weights, batch):
    hooks, is_lite4 = [], isinstance(getattr(model, "backbone", None), Lite4)
    for name, unit in model.named_modules():
        if isinstance(unit, ConvUnit):
            if weights[f"{name}.conv.weight"].shape != unit.conv.weight.shape:
                raise SystemExit(f"the shipped file is of another width: {name} does not fit")
            scale = scale_filters(unit.conv) if is_lite4 and name.startswith("backbone.") else 1.0
            hooks.append(identity_norm(unit, weights[f"{name}.conv.bias"].to(batch.device), scale))
    model.eval()
    model(batch)
    for hook in hooks:
        hook.remove()
    return model.train()
