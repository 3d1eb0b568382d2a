"""Initializes an analyser from a shipped one of the same or a smaller width, or from the backbone of a detector."""

import numpy as np
import torch

from ..model import ConvUnit, Detector
from ..shipped import load_folded, read_weights
from ..start import copies, load_checkpoint, load_start, read_checkpoint, segments_of, widen


def load_analyser_start(model, path, batch):
    """Fills the analyser with the matching weights of the file."""
    if not path.endswith(".onnx"):
        return load_checkpoint(model, {"config": {"classes": []}, **read_checkpoint(path)}, [])
    shipped = read_weights(path)
    if "heads.weight" in shipped:
        shipped = widen_analyser(shipped, model)
    elif "lateral5.conv.weight" not in shipped:
        detector = Detector(1, len(model.stem.conv.weight) / 64).to(batch.device)
        load_start(detector, path, batch)
        return load_checkpoint(model, {"weights": detector.state_dict(), "config": {"classes": []}}, [])
    return load_folded(model, shipped, batch)


def widen_analyser(shipped, model):
    """Returns the folded weights of a shipped analyser, widened to the model without a change of its outputs."""
    rng, weights = np.random.default_rng(1), {}
    for name, unit in model.named_modules():
        if isinstance(unit, ConvUnit):
            old = (shipped[f"{name}.conv.{kind}"].numpy() for kind in ("weight", "bias"))
            new = widen(*old, unit, segments_of(name), rng)
            weights.update({f"{name}.conv.{kind}": torch.from_numpy(np.ascontiguousarray(value)) for kind, value in zip(("weight", "bias"), new)})
    widening = len(model.stem.conv.weight) / len(shipped["stem.conv.weight"])
    weights["heads.weight"] = widen_heads(shipped["heads.weight"].flatten(1), model, widening)
    weights["heads.bias"] = shipped["heads.bias"]
    return weights


def widen_heads(known, model, widening):
    """Splits the weight of a feature among its copies. Features that the shipped analyser lacks start at 0."""
    widened, read, written = torch.zeros(model.heads.weight.shape[:2]), 0, 0
    for new in model.pooled:
        old = round(new / widening)
        if read + old > known.shape[1]:
            break
        source = torch.from_numpy(copies(old, new))
        widened[:, written : written + new] = known[:, read + source] / torch.bincount(source)[source]
        read, written = read + old, written + new
    return widened[..., None, None]
