"""Exports PyTorch modules as ONNX graphs without unused nodes."""

import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper


def export_graph(module, example, inputs, outputs, free=None):
    """Returns the float graph of a module, with constants as initializers and without unused nodes."""
    options = {"opset_version": 17, "input_names": inputs, "output_names": outputs, "dynamic_axes": free or {}}
    if "dynamo" in torch.onnx.export.__code__.co_varnames:
        options["dynamo"] = False  # the newer exporter writes more operators than our engines need
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.onnx")
        torch.onnx.export(module, example, path, **options)
        return drop_unused(name_matrices(lift_constants(onnx.load(path)), module))


def name_matrices(model, module):
    """Names the matrices of MatMul after the linear layers that they belong to, as convolutions are: `shipped` reads them back by name."""
    layers = {}
    for name, layer in module.named_modules():
        if isinstance(layer, torch.nn.Linear):
            matrix = np.ascontiguousarray(layer.weight.detach().numpy().T)
            layers[matrix.shape, matrix.tobytes()] = f"{name}.weight"
    names = {}
    for item in model.graph.initializer:
        matrix = numpy_helper.to_array(item)
        if matrix.ndim == 2 and (matrix.shape, matrix.tobytes()) in layers:
            names[item.name] = layers[matrix.shape, matrix.tobytes()]
            item.name = names[item.name]
    for node in model.graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
    return model


def lift_constants(model):
    """Replaces Constant nodes by initializers."""
    graph = model.graph
    for node in [node for node in graph.node if node.op_type == "Constant"]:
        value = next(item.t for item in node.attribute if item.name == "value")
        graph.initializer.append(numpy_helper.from_array(numpy_helper.to_array(value), node.output[0]))
        graph.node.remove(node)
    return model


def drop_unused(model):
    """Bypasses Identity nodes (the exporter shares equal weights by them), then removes unused nodes and initializers."""
    graph = model.graph
    alias = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Identity"}
    for node in graph.node:
        node.input[:] = [alias.get(name, name) for name in node.input]
    while True:
        used = {name for node in graph.node for name in node.input} | {value.name for value in graph.output}
        unused = [node for node in graph.node if not any(name in used for name in node.output)]
        if not unused:
            break
        for node in unused:
            graph.node.remove(node)
    kept = [item for item in graph.initializer if item.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    return model
