"""PP-OCR's text detector, and a network with its backbone and less than a third of the multiplications after it."""

import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

# The last map of each stage of the backbone in PP-OCR's file, at 1/4, 1/8, 1/16 and 1/32 of the picture, and its channels.
STAGES = {"elementwise_add_1": 16, "elementwise_add_3": 24, "elementwise_add_7": 56, "hardswish_19.tmp_0": 480}
WIDTH = 24
HEAD_WIDTH = 32
CELL = 4  # a cell of the last map decides CELL x CELL pixels


class OnnxGraph(nn.Module):
    """Computes maps of a graph that `export_text.export_detector` made. Its convolutions can be trained."""

    def __init__(self, model, outputs):
        super().__init__()
        self.outputs = list(outputs)
        self.values = {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}
        self.layers = nn.ModuleDict()
        self.constants, self.settings = {}, {}
        self.steps = list(self._list_steps(list(model.graph.node)))

    def _list_steps(self, nodes):
        """Yields the steps that the outputs depend on: what to compute, of which maps, with which name."""
        producers = {node.output[0]: node for node in nodes}
        needed, waiting = set(), list(self.outputs)
        while waiting:
            node = producers.get(waiting.pop())
            if node is None or node.output[0] in needed:
                continue
            needed.add(node.output[0])
            waiting.extend(node.input)
        for node in nodes:
            if node.output[0] in needed:
                yield self._read_step(node)

    def _read_step(self, node):
        attributes = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
        name = node.output[0].replace(".", "_")
        if node.op_type in ("Conv", "ConvTranspose") and node.input[1] in self.values:
            self.layers[name] = self._read_convolution(node, attributes)
            return self.layers[name], [node.input[0]], node.output[0]
        sources = list(node.input)
        for place, source in enumerate(sources):
            if source not in self.values:
                continue
            value = torch.from_numpy(self.values[source].copy())
            if place > 0 and node.op_type in SETTINGS:
                sources[place] = f"setting {source}"
                self.settings[sources[place]] = value
            elif source not in self.constants:
                self.constants[source] = f"constant_{len(self.constants)}"
                self.register_buffer(self.constants[source], value, persistent=False)
        return OPERATIONS[node.op_type](attributes), sources, node.output[0]

    def _read_convolution(self, node, attributes):
        weight, *bias = (torch.from_numpy(self.values[name].copy()) for name in node.input[1:])
        group, transposed = attributes.get("group", 1), node.op_type == "ConvTranspose"
        options = {"stride": attributes["strides"], "padding": attributes["pads"][:2], "groups": group, "bias": bool(bias)}
        channels = (weight.shape[0], weight.shape[1] * group) if transposed else (weight.shape[1] * group, weight.shape[0])
        layer = (nn.ConvTranspose2d if transposed else nn.Conv2d)(*channels, weight.shape[2:], **options)
        layer.weight.data = weight
        if bias:
            layer.bias.data = bias[0]
        return layer

    def forward(self, picture):
        maps = {"image": picture, **self.settings, **{name: getattr(self, buffer) for name, buffer in self.constants.items()}}
        for compute, sources, output in self.steps:
            maps[output] = compute(*(maps[source] for source in sources))
        return [maps[output] for output in self.outputs]


# Their constant inputs after the first are read by the CPU, so they stay there: a CUDA graph cannot wait for the GPU.
SETTINGS = ("Clip", "Reshape", "Resize")


def enlarge(_):
    def compute(values, *sizes):
        scale = next(one for one in sizes if one.numel() == 4)
        return functional.interpolate(values, scale_factor=float(scale[2]))

    return compute


OPERATIONS = {
    "Add": lambda _: torch.add,
    "Mul": lambda _: torch.mul,
    "Div": lambda _: torch.div,
    "Relu": lambda _: torch.relu,
    "Sigmoid": lambda _: torch.sigmoid,
    "Clip": lambda _: lambda values, low, high: values.clamp(float(low), float(high)),
    "HardSigmoid": lambda at: lambda values: (values * at["alpha"] + at["beta"]).clamp(0, 1),
    "GlobalAveragePool": lambda _: lambda values: values.mean((2, 3), keepdim=True),
    "Concat": lambda at: lambda *values: torch.cat(values, at["axis"]),
    "Reshape": lambda _: lambda values, dims: values.reshape(dims.tolist()),
    "Resize": enlarge,
    "BatchNormalization": lambda at: lambda values, scale, offset, mean, variance: functional.batch_norm(
        values, mean, variance, scale, offset, eps=at["epsilon"]
    ),
}


def normalized(source, target, size=1):
    return nn.Sequential(nn.Conv2d(source, target, size, padding=size // 2, bias=False), nn.BatchNorm2d(target))


class TextDetector(nn.Module):
    """Returns the logit of each pixel of a picture to be in the core of a line of text."""

    def __init__(self, model):
        super().__init__()
        self.backbone = OnnxGraph(model, STAGES)
        self.laterals = nn.ModuleList(normalized(channels, WIDTH) for channels in STAGES.values())
        self.smooth = nn.ModuleList(normalized(WIDTH, WIDTH, 3) for _ in STAGES)
        self.head = nn.Sequential(
            normalized(WIDTH, HEAD_WIDTH, 3), nn.ReLU(), nn.Conv2d(HEAD_WIDTH, CELL * CELL, 1), nn.PixelShuffle(CELL)
        )

    def forward(self, picture):
        *maps, top = (lateral(one) for lateral, one in zip(self.laterals, self.backbone(picture)))
        top = torch.relu(self.smooth[-1](top))
        for smooth, finer in zip(self.smooth[-2::-1], maps[::-1]):
            top = torch.relu(smooth(finer + functional.interpolate(top, scale_factor=2.0)))
        return self.head(top)


class ExportedTextDetector(nn.Module):
    def __init__(self, detector):
        super().__init__()
        self.detector = detector

    def forward(self, picture):
        return torch.sigmoid(self.detector(picture))
