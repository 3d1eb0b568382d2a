"""Export a trained detector as ONNX: weight-only int8 and fp16.

    python -m kerbside_training.export --checkpoint runs/damage/damage.pt --out ../models

Batch norm is folded. The graph has the operators named in model.py and, in the int8 file, DequantizeLinear on
weights alone. Height and width of the input are free (multiples of 32); inputs and outputs are fp32 in both files.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from .config import Config, Model
from .model import Detector
from .start import fold_norms

# Convolutions with fewer weights stay fp16: the others hold most of the weights and little of the error.
LARGE = 80_000
OUTPUTS = ["level8", "level16", "level32", "prototypes"]


def load_detector(checkpoint):
    state = torch.load(checkpoint, map_location="cpu")
    raw = state["config"]
    shape = Model(**raw.get("model", {}))
    model = Detector(len(raw["classes"]), shape.width, shape.bins, shape.prototypes)
    model.load_state_dict(state["weights"])
    return model.eval(), raw


def export_float(model, path):
    free = {name: {2: f"h_{name}", 3: f"w_{name}"} for name in ["image", *OUTPUTS]}
    options = {"opset_version": 17, "input_names": ["image"], "output_names": OUTPUTS, "dynamic_axes": free}
    if "dynamo" in torch.onnx.export.__code__.co_varnames:
        options["dynamo"] = False  # the newer exporter writes more operators than our engines need
    torch.onnx.export(model, torch.zeros(1, 3, 256, 320), path, **options)
    graph = onnx.load(path)
    return simplify_resize(graph)


def simplify_resize(model):
    """Replace computed upsampling factors by constants, and drop what computed them."""
    graph = model.graph
    for node in graph.node:
        if node.op_type == "Resize":
            name = f"{node.name}_scales"
            graph.initializer.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), name))
            node.input[:] = [node.input[0], "", name]
            for attribute in list(node.attribute):
                if attribute.name not in ("mode", "nearest_mode", "coordinate_transformation_mode"):
                    node.attribute.remove(attribute)
    return drop_unused(model)


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


def quantize_rows(weight):
    """int8 weights and one scale per output channel: of 40 clipping points the one with the least square error."""
    rows = weight.reshape(len(weight), -1).astype(np.float64)
    top = np.abs(rows).max(1) + 1e-12
    best_error, best_scale = np.full(len(rows), np.inf), top / 127
    for clip in np.linspace(0.7, 1.0, 40):
        scale = top * clip / 127
        error = ((np.clip(np.round(rows / scale[:, None]), -127, 127) * scale[:, None] - rows) ** 2).sum(1)
        better = error < best_error
        best_error, best_scale = np.where(better, error, best_error), np.where(better, scale, best_scale)
    scale = best_scale.astype(np.float32)
    whole = np.clip(np.round(rows / scale[:, None]), -127, 127).astype(np.int8)
    return whole.reshape(weight.shape), scale


def to_int8(model):
    """A copy whose large convolution weights are int8 behind DequantizeLinear, the others fp16 behind Cast.

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
        if weight.size < LARGE:
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
    for node in graph.node:
        node.input[:] = ["image_half" if name == first else name for name in node.input]
        node.output[:] = [f"{name}_half" if name in last else name for name in node.output]
        node.input[:] = [f"{name}_half" if name in last else name for name in node.input]
    nodes = [helper.make_node("Cast", [first], ["image_half"], to=TensorProto.FLOAT16), *graph.node]
    nodes += [helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT) for name in last]
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:]
    return model


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
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    model, raw = load_detector(args.checkpoint)
    model = fold_norms(model)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    print(f"{count_macs(model, 640, 640) / 1e9:.2f} GMACs at 640 x 640")
    with tempfile.TemporaryDirectory() as folder:
        exported = export_float(model, str(Path(folder) / "model.onnx"))
    for suffix, variant in (("int8", to_int8(exported)), ("fp16", to_half(exported)), ("fp32", exported)):
        onnx.checker.check_model(variant)
        path = out / f"{raw['name']}.{suffix}.onnx"
        onnx.save(variant, str(path))
        kinds = sorted({node.op_type for node in variant.graph.node})
        print(f"{path}: {path.stat().st_size} bytes, operators {', '.join(kinds)}")


if __name__ == "__main__":
    main()
