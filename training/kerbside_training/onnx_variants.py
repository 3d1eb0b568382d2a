"""Writes a float graph as the shipped files: weight-only int8, fp16, and fp32 for comparison."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .quantize import quantize_rows

OUTPUT_CHANNELS = {"Conv": 0, "ConvTranspose": 1, "MatMul": 1}  # the axis of a weight with one scale per index


def to_int8(model, large):
    """Returns a copy with int8 weights behind DequantizeLinear in layers of at least `large` weights, else fp16 behind Cast.

    Both are folded to fp32 when a session loads the file, so they cost nothing at run time. Biases stay fp32.
    """
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    values = {item.name: item for item in graph.initializer}
    widening = []
    for node in graph.node:
        axis = OUTPUT_CHANNELS.get(node.op_type)
        name = None if axis is None else node.input[1]
        if name not in values:
            continue
        weight = numpy_helper.to_array(values[name])
        graph.initializer.remove(values[name])
        if weight.size < large:
            stored = {"half": weight.astype(np.float16)}
            widen = ("Cast", {"to": TensorProto.FLOAT})
        else:
            whole, scale = quantize_rows(np.moveaxis(weight, axis, 0))
            whole = np.ascontiguousarray(np.moveaxis(whole, 0, axis))
            stored = {"int8": whole, "scale": scale, "zero": np.zeros(len(scale), np.int8)}
            widen = ("DequantizeLinear", {"axis": axis})
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
    """Returns a copy that computes in fp16 between a Cast at the input and Casts at the outputs."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    scales = {name for node in graph.node if node.op_type == "Resize" for name in node.input[1:]}  # fp32 by the standard
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


def is_half(model):
    """Returns whether `to_half` made this model."""
    first = model.graph.node[0]
    return first.op_type == "Cast" and first.input[0] == model.graph.input[0].name


def from_half(model):
    """Returns the float graph of a model that `to_half` made, with its rounded weights. Their names end like those of `to_int8`."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    first, last = graph.input[0].name, [value.name for value in graph.output]
    names = {f"{name}_half": name for name in (first, *last)}
    weights = {node.input[1] for node in graph.node if node.op_type in OUTPUT_CHANNELS}
    stored = {item.name for item in graph.initializer}
    names.update({name: f"{name}.real" for name in weights & stored})
    nodes = [node for node in graph.node if not (node.op_type == "Cast" and {node.input[0], node.output[0]} & set(names))]
    for node in nodes:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    wide = []
    for item in graph.initializer:
        array = numpy_helper.to_array(item)
        array = array.astype(np.float32) if array.dtype == np.float16 else array
        wide.append(numpy_helper.from_array(array, names.get(item.name, item.name)))
    for field, items in ((graph.node, nodes), (graph.initializer, wide)):
        del field[:]
        field.extend(items)
    return model


def save_variants(model, out, name, large):
    """Writes `<name>.int8.onnx`, `.fp16.onnx` and `.fp32.onnx`."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for suffix, variant in (("int8", to_int8(model, large)), ("fp16", to_half(model)), ("fp32", model)):
        onnx.checker.check_model(variant)
        path = out / f"{name}.{suffix}.onnx"
        onnx.save(variant, str(path))
        kinds = sorted({node.op_type for node in variant.graph.node})
        print(f"{path}: {path.stat().st_size} bytes, operators {', '.join(kinds)}")
