"""Initializes a detector from YOLOX-Nano's COCO weights, at the same or a greater width.

The ONNX file has batch norm folded into its convolutions and lists them in the order of the graph, which is the
order in which our backbone and neck run them. Widening keeps the function: a new channel copies an old one and
the layers that read it split the old weight among the copies (Net2Net, Chen et al. 2016), in unequal parts so that
the copies diverge in training. Batch norm is restored as an identity from the statistics of one batch.
"""

import numpy as np
import torch
from torch import nn

from .compact import read_compact
from .model import ConvUnit

BACKBONE = ("stem", "stage2", "stage3", "stage4", "stage5")
NECK = ("lateral5", "top4", "lateral4", "top3", "down3", "out4", "down4", "out5")


def read_convolutions(path):
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    values = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    return [(values[node.input[1]], values[node.input[2]]) for node in graph.node if node.op_type == "Conv"]


def _units(model):
    """Yields the ConvUnits of backbone, neck and heads with their names, in the order of the COCO graph."""
    for name in BACKBONE + NECK:
        for path, module in getattr(model, name).named_modules():
            if isinstance(module, ConvUnit):
                yield f"{name}.{path}".rstrip("."), module
    for head in model.heads:
        for part in ("stem", "type_tower", "box_tower"):
            for path, module in getattr(head, part).named_modules():
                if isinstance(module, ConvUnit):
                    yield f"head.{part}.{path}", module


def segments_of(name):
    """Returns of how many equal parts the unit's input is concatenated: channels are copied part by part."""
    if name.endswith("stage5.1.expand"):
        return 4
    joins_levels = name.startswith(("top4", "top3", "out4", "out5")) and name.endswith(("through", "around"))
    return 2 if joins_levels or name.endswith(".merge") else 1


def copies(old, new, segments=1):
    """Returns for each new channel the old one that it copies."""
    part_old, part_new = old // segments, new // segments
    one = np.arange(part_new) % part_old
    return np.concatenate([one + part * part_old for part in range(segments)])


def widen(weight, bias, unit, segments, rng):
    outputs, inputs = unit.conv.out_channels, unit.conv.in_channels
    rows = copies(weight.shape[0], outputs)
    if unit.conv.groups > 1:
        return weight[rows], bias[rows]
    columns = copies(weight.shape[1], inputs, segments)
    share = rng.uniform(0.4, 0.6, (outputs, inputs)).astype(np.float32)
    total = np.zeros((outputs, weight.shape[1]), np.float32)
    for column, source in enumerate(columns):
        total[:, source] += share[:, column]
    share /= total[:, columns]
    return weight[rows][:, columns] * share[..., None, None], bias[rows]


def _focus_to_plain(weight):
    """Converts the 3x3 kernel over four interleaved BGR pictures to one 6x6 kernel, stride 2, over an RGB picture of 0..1."""
    plain = np.zeros((weight.shape[0], 3, 6, 6), np.float32)
    for slot, (dy, dx) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        plain[:, :, dy::2, dx::2] = weight[:, slot * 3 : slot * 3 + 3]
    return plain[:, ::-1].copy() * 255


NEW_BIN = 6.0  # the logit of a new bin lies this far below that of the last one
FILTER_SIZE = 0.06  # root mean square of the weights of a rescaled filter


def scale_filters(conv):
    """Scales the filters of a convolution to one size, in place, and returns their factors.

    Adam changes every weight by about the same amount. If batch norm was folded, the smallest filters would be lost within some
    hundred steps. The restored batch norm divides by the factor (`identity_norm`).
    """
    size = conv.weight.pow(2).mean((1, 2, 3)).sqrt()
    scale = FILTER_SIZE / size.clamp(min=size.max() / 50)
    conv.weight.mul_(scale[:, None, None, None])
    return scale


def identity_norm(unit, bias, scale=1.0):
    """Sets the batch norm, at the first batch, so that it divides by `scale`, adds `bias` and changes nothing else."""

    def measure(_, inputs):
        y = unit.conv(inputs[0])
        variance, mean = torch.var_mean(y, (0, 2, 3), unbiased=False)
        unit.norm.running_mean.copy_(mean)
        unit.norm.running_var.copy_(variance)
        unit.norm.weight.copy_((variance + unit.norm.eps).sqrt() / scale)
        unit.norm.bias.copy_(mean / scale + bias)

    return unit.register_forward_pre_hook(measure)


@torch.no_grad()
def load_start(model, path, batch, seed=1):
    """Fills backbone, neck and head towers from the file; `batch` is a float tensor of training pictures."""
    rng = np.random.default_rng(seed)
    # The last convolution of each head branch (types, box, objectness) has no counterpart here.
    folded = [pair for pair in read_convolutions(path) if pair[0].shape[0] not in (80, 4, 1)]
    units = list(_units(model))
    if len(folded) != len(units):
        raise ValueError(f"{path}: {len(folded)} convolutions, the model has {len(units)} to fill")
    hooks = []
    for number, ((name, unit), (weight, bias)) in enumerate(zip(units, folded)):
        if number == 0:
            weight = _focus_to_plain(weight)
            unit.conv.weight.copy_(torch.from_numpy(weight[copies(len(weight), unit.conv.out_channels)]))
            bias = bias[copies(len(bias), unit.conv.out_channels)]
        else:
            weight, bias = widen(weight, bias, unit, segments_of(name), rng)
            unit.conv.weight.copy_(torch.from_numpy(np.ascontiguousarray(weight)))
        hooks.append(identity_norm(unit, torch.from_numpy(bias.copy()).to(batch.device)))
    model.eval()
    model(batch)
    for hook in hooks:
        hook.remove()
    for unit in (module for module in model.modules() if isinstance(module, ConvUnit)):
        noise = torch.randn_like(unit.conv.weight) * unit.conv.weight.std() * 0.02
        unit.conv.weight.add_(noise)
    model.train()
    return model


def read_checkpoint(*paths):
    """Returns a checkpoint; of several, with the mean of their weights (all must be trained from the same weights)."""
    states = [read_compact(path) if path.endswith(".npz") else torch.load(path, map_location="cpu") for path in paths]
    weights = {
        name: sum(state["weights"][name].float() for state in states) / len(states) if value.is_floating_point() else value
        for name, value in states[0]["weights"].items()
    }
    return {**states[0], "weights": weights}


def widen_sides(name, value, bins):
    """Returns a weight as it is for `bins` bins per box side. New bins copy the last one with a probability so low that boxes stay."""
    if ".sides." not in name:
        return value
    sides = value.unflatten(0, (4, -1))
    new = sides[:, -1:].repeat_interleave(max(0, bins - sides.shape[1]), 1)
    return torch.cat([sides, new - NEW_BIN if name.endswith("bias") else new], 1).flatten(0, 1)


@torch.no_grad()
def load_checkpoint(model, state, classes):
    """Fills the model from a checkpoint of the same width; in layers with one row per class, rows are matched by class name.

    The model may have more bins.
    """
    known = state["config"]["classes"]
    rows = [(row, known.index(name)) for row, name in enumerate(classes) if name in known]
    for name, value in model.state_dict().items():
        source = state["weights"].get(name)
        if source is None:
            continue
        if ".types." in name or name.startswith("areas."):
            for row, old in rows:
                value[row] = source[old].to(value.device)
            continue
        source = widen_sides(name, source, len(value) // 4 if value.ndim else 0)
        if source.shape == value.shape:
            value.copy_(source)
    return model


def fold_pair(conv, norm):
    """Returns a convolution with bias that replaces a convolution without bias and its batch norm."""
    factor = norm.weight / (norm.running_var + norm.eps).sqrt()
    folded = nn.Conv2d(
        conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, groups=conv.groups
    )
    folded.weight.data = conv.weight.data * factor.data[:, None, None, None]
    folded.bias.data = norm.bias.data - norm.running_mean * factor.data
    return folded


def fold_norms(model):
    """Folds the batch norm of every ConvUnit into its convolution, in place."""
    for unit in (module for module in model.modules() if isinstance(module, ConvUnit)):
        unit.conv, unit.norm = fold_pair(unit.conv, unit.norm), nn.Identity()
    return model
