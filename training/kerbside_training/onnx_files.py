"""Rewrites of exported ONNX graphs: weight-only int8, fp16, and removing what nobody reads."""

import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from .quantize import quantize_rows


def export_graph(module, example, inputs, outputs, free=None):
    """The float graph of a module, constants as initializers and nothing unused in it."""
    options = {"opset_version": 17, "input_names": inputs, "output_names": outputs, "dynamic_axes": free or {}}
    if "dynamo" in torch.onnx.export.__code__.co_varnames:
        options["dynamo"] = False  # the newer exporter writes more operators than our engines need
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.onnx")
        torch.onnx.export(module, example, path, **options)
        return drop_unused(lift_constants(onnx.load(path)))


def lift_constants(model):
    """Constant nodes as initializers."""
    graph = model.graph
    for node in [node for node in graph.node if node.op_type == "Constant"]:
        value = next(item.t for item in node.attribute if item.name == "value")
        graph.initializer.append(numpy_helper.from_array(numpy_helper.to_array(value), node.output[0]))
        graph.node.remove(node)
    return model


def drop_unused(model):
    """Read through Identity (the exporter shares equal weights by it), then remove what nobody reads."""
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


def to_int8(model, large):
    """A copy whose convolution weights are int8 behind DequantizeLinear from `large` weights on, else fp16 behind Cast.

    Both are folded to fp32 when a session loads the file, so they cost nothing at run time. Biases stay fp32.
    """
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    values = {item.name: item for item in graph.initializer}
    widening = []
    for node in [node for node in graph.node if node.op_type == "Conv"]:
        name = node.input[1]
        weight = numpy_helper.to_array(values[name])
        graph.initializer.remove(values[name])
        if weight.size < large:
            stored = {"half": weight.astype(np.float16)}
            widen = ("Cast", {"to": TensorProto.FLOAT})
        else:
            whole, scale = quantize_rows(weight)
            stored = {"int8": whole, "scale": scale, "zero": np.zeros(len(scale), np.int8)}
            widen = ("DequantizeLinear", {"axis": 0})
        for suffix, array in stored.items():
            graph.initializer.append(numpy_helper.from_array(array, f"{name}.{suffix}"))
        inputs = [f"{name}.{suffix}" for suffix in stored]
        widening.append(helper.make_node(widen[0], inputs, [f"{name}.real"], **widen[1]))
        node.input[1] = f"{name}.real"
    nodes = widening + list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes)
    return model


def to_half(model):
    """A copy that computes in fp16 between a Cast at the input and Casts at the outputs."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    scales = {node.input[2] for node in graph.node if node.op_type == "Resize"}  # fp32 by the standard
    halves = []
    for item in graph.initializer:
        array = numpy_helper.to_array(item)
        keep = item.name in scales or array.dtype != np.float32
        halves.append(item if keep else numpy_helper.from_array(array.astype(np.float16), item.name))
    del graph.initializer[:]
    graph.initializer.extend(halves)
    first, last = graph.input[0].name, [value.name for value in graph.output]
    half = f"{first}_half"
    for node in graph.node:
        node.input[:] = [half if name == first else name for name in node.input]
        node.output[:] = [f"{name}_half" if name in last else name for name in node.output]
        node.input[:] = [f"{name}_half" if name in last else name for name in node.input]
    nodes = [helper.make_node("Cast", [first], [half], to=TensorProto.FLOAT16), *graph.node]
    nodes += [helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT) for name in last]
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:]
    return model


def save_variants(model, out, name, large):
    """`<name>.int8.onnx`, `.fp16.onnx` and `.fp32.onnx`."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for suffix, variant in (("int8", to_int8(model, large)), ("fp16", to_half(model)), ("fp32", model)):
        onnx.checker.check_model(variant)
        path = out / f"{name}.{suffix}.onnx"
        onnx.save(variant, str(path))
        kinds = sorted({node.op_type for node in variant.graph.node})
        print(f"{path}: {path.stat().st_size} bytes, operators {', '.join(kinds)}")
