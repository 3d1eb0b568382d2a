"""Converts PP-OCR's ONNX files into the text models of models/: weight-only int8 and fp16.

    python -m kerbside_training.export_text --detector ch_PP-OCRv4_det_infer.onnx \\
        --recognizer ch_PP-OCRv4_rec_infer.onnx --keys ppocr_keys_v1.txt --out runs/text

Changes: inputs are RGB of 0..1 like those of all other models here (PP-OCR takes normalized BGR), batch norm is folded,
the graph has opset 13, and the recognizer keeps only the characters of ALPHABET: the rest of a Chinese dictionary is a
third of its weights. The outputs for the remaining characters are unchanged.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .onnx_variants import save_variants

OPSET = 13
# Layers with fewer weights stay fp16: they hold little of the size and cause much of the error.
LARGE = 4_000
ALPHABET = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "!\"#$%&'()*+,-./:;<=>?@[\\]_|~°éèàçôêîûâ €"
)
DETECTOR_MEAN, DETECTOR_DEVIATION = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
RECOGNIZER_MEAN, RECOGNIZER_DEVIATION = [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]


class Graph:
    """A model whose constants are all initializers, at OPSET."""

    def __init__(self, path):
        self.model = onnx.load(path)
        self.nodes = []
        self.values = {item.name: numpy_helper.to_array(item) for item in self.model.graph.initializer}
        for node in self.model.graph.node:
            if node.op_type == "Constant":
                self.values[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
            else:
                self.nodes.append(node)
        for node in self.nodes:
            self.upgrade(node)

    def upgrade(self, node):
        """Moves attributes of older opsets to the inputs that OPSET has instead."""
        moved = {"Squeeze": ["axes"], "Unsqueeze": ["axes"], "Clip": ["min", "max"]}.get(node.op_type, [])
        given = {item.name: item for item in node.attribute}
        for attribute in [given[name] for name in moved if name in given]:
            dtype = np.int64 if attribute.name == "axes" else np.float32
            name = f"{node.output[0]}.{attribute.name}"
            self.values[name] = np.array(helper.get_attribute_value(attribute), dtype)
            node.attribute.remove(attribute)
            node.input.append(name)

    def reader_of(self, name):
        readers = [node for node in self.nodes if name in node.input]
        return readers[0] if len(readers) == 1 else None

    def fold_batch_norms(self):
        for norm in [node for node in self.nodes if node.op_type == "BatchNormalization"]:
            before = [node for node in self.nodes if node.output[0] == norm.input[0]][0]
            if before.op_type not in ("Conv", "ConvTranspose") or self.reader_of(norm.input[0]) is not norm:
                continue
            scale, offset, mean, variance = (self.values[name] for name in norm.input[1:5])
            epsilon = next(item.f for item in norm.attribute if item.name == "epsilon")
            factor = scale / np.sqrt(variance + epsilon)
            weight = self.values[before.input[1]]
            axis = 0 if before.op_type == "Conv" else 1
            shape = [-1 if index == axis else 1 for index in range(weight.ndim)]
            self.values[f"{before.input[1]}.folded"] = (weight * factor.reshape(shape)).astype(np.float32)
            bias = self.values[before.input[2]] if len(before.input) > 2 else 0
            self.values[f"{before.input[1]}.bias"] = ((bias - mean) * factor + offset).astype(np.float32)
            before.input[:] = [before.input[0], f"{before.input[1]}.folded", f"{before.input[1]}.bias"]
            before.output[0] = norm.output[0]
            self.nodes.remove(norm)

    def drop_unity(self):
        """Removes multiplications by 1, which PP-OCR's swish contains."""
        for node in [node for node in self.nodes if node.op_type == "Mul"]:
            ones = [name for name in node.input if name in self.values and np.all(self.values[name] == 1)]
            if not ones or self.values[ones[0]].size != 1:
                continue
            kept = [name for name in node.input if name != ones[0]][0]
            for reader in self.nodes:
                reader.input[:] = [kept if name == node.output[0] else name for name in reader.input]
            self.nodes.remove(node)

    def take_pictures(self, mean, deviation):
        """Makes the input RGB of 0..1. Normalization is not folded: the first convolution pads with 0 after it."""
        source = self.model.graph.input[0].name
        first = self.reader_of(source)
        self.values[f"{first.input[1]}.rgb"] = self.values[first.input[1]][:, ::-1].copy()
        mean, deviation = np.array(mean[::-1], np.float32), np.array(deviation[::-1], np.float32)
        self.values["picture.scale"] = (1 / deviation).reshape(1, 3, 1, 1)
        self.values["picture.offset"] = (-mean / deviation).reshape(1, 3, 1, 1)
        first.input[:] = ["picture.normal", f"{first.input[1]}.rgb", *first.input[2:]]
        self.nodes[:0] = [
            helper.make_node("Mul", ["image", "picture.scale"], ["picture.scaled"]),
            helper.make_node("Add", ["picture.scaled", "picture.offset"], ["picture.normal"]),
        ]

    def keep_characters(self, columns):
        """Cuts the last layer to these columns, the first of which is the blank."""
        last = self.nodes[-1]
        add = [node for node in self.nodes if node.output[0] == last.input[0]][0]
        product = [node for node in self.nodes if node.output[0] in add.input and node.op_type == "MatMul"][0]
        for node in (product, add):
            for index, name in enumerate(node.input):
                if name in self.values:
                    self.values[f"{name}.signs"] = self.values[name][..., columns]
                    node.input[index] = f"{name}.signs"

    def finish(self, output, dims):
        last = self.nodes[-1]
        last.output[0] = output
        used = {name for node in self.nodes for name in node.input}
        inputs = [helper.make_tensor_value_info("image", TensorProto.FLOAT, dims["image"])]
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, dims[output])]
        items = [numpy_helper.from_array(value, name) for name, value in self.values.items() if name in used]
        graph = helper.make_graph(self.nodes, "text", inputs, outputs, items)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def export_detector(path):
    graph = Graph(path)
    graph.fold_batch_norms()
    graph.take_pictures(DETECTOR_MEAN, DETECTOR_DEVIATION)
    return graph.finish("text", {"image": [1, 3, "height", "width"], "text": [1, 1, "height", "width"]})


def export_recognizer(path, keys):
    """Exports the recognizer. `keys`: the dictionary, one character per line: columns 1 and up, a space last, the blank first."""
    graph = Graph(path)
    graph.fold_batch_norms()
    graph.drop_unity()
    graph.take_pictures(RECOGNIZER_MEAN, RECOGNIZER_DEVIATION)
    characters = [*Path(keys).read_text(encoding="utf-8").split("\n"), " "]
    if characters[-2] == "":  # the file ends in a line break
        del characters[-2]
    known = [one for one in ALPHABET if one in characters]
    columns = [0, *(len(characters) - characters[::-1].index(one) for one in known)]
    graph.keep_characters(columns)
    dims = {"image": [1, 3, 48, "width"], "signs": [1, "columns", len(columns)]}
    return graph.finish("signs", dims), "".join(known)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detector", required=True)
    parser.add_argument("--recognizer", required=True)
    parser.add_argument("--keys", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    save_variants(export_detector(args.detector), args.out, "text-detector", LARGE)
    recognizer, alphabet = export_recognizer(args.recognizer, args.keys)
    save_variants(recognizer, args.out, "text-recognizer", LARGE)
    print(f"alphabet: {alphabet}")


if __name__ == "__main__":
    main()
