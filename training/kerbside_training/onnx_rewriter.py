"""Rewrites ONNX graphs to fewer nodes with the same outputs."""

import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper

from .onnx_variants import from_half, is_half, to_half


class Rewriter:
    def __init__(self, model):
        self.graph = model.graph
        self.nodes = list(model.graph.node)
        self.values = {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}

    def readers_of(self, name):
        return [node for node in self.nodes if name in node.input]

    def producer_of(self, name):
        return next((node for node in self.nodes if name in node.output), None)

    def add(self, kind, inputs, output, **attributes):
        """Adds a node, unless there is one with this output. Returns the output."""
        if self.producer_of(output) is None:
            self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, name, array):
        if name in self.values:
            return name
        array = np.asarray(array)
        self.values[name] = array if array.dtype == np.int64 else array.astype(np.float32)
        self.graph.initializer.append(numpy_helper.from_array(self.values[name], name))
        return name

    def reshape(self, source, dims):
        shape = self.constant(f"{source}.to.{'x'.join(map(str, dims))}", np.array(dims, np.int64))
        return self.add("Reshape", [source, shape], f"{source}.{'x'.join(map(str, dims))}")

    def transpose(self, source, perm):
        return self.add("Transpose", [source], f"{source}.t{''.join(map(str, perm))}", perm=perm)

    def weight(self, name):
        """Returns a stored weight as fp32."""
        producer = self.producer_of(name)
        if producer is None:
            return self.values[name].astype(np.float32)
        stored = [self.values[one] for one in producer.input]
        if producer.op_type == "Cast":
            return stored[0].astype(np.float32)
        axis = attribute_of(producer, "axis", 1)
        shape = [-1 if index == axis else 1 for index in range(stored[0].ndim)]
        return stored[0].astype(np.float32) * stored[1].reshape(shape)

    def finish(self):
        """Keeps the nodes that the output depends on, in topological order."""
        producers = {name: node for node in self.nodes for name in node.output}
        ordered, visited = [], set()

        def visit(name):
            node = producers.get(name)
            if node is None or node.output[0] in visited:
                return
            visited.add(node.output[0])
            for one in node.input:
                visit(one)
            ordered.append(node)

        visit(self.graph.output[0].name)
        used = {name for node in ordered for name in node.input}
        kept = [item for item in self.graph.initializer if item.name in used]
        for field, items in ((self.graph.node, ordered), (self.graph.initializer, kept)):
            del field[:]
            field.extend(items)


def join_hard_swishes(rewriter):
    """Replaces x * clip(x + 3, 0, 6) / 6 by x * HardSigmoid(x)."""
    for divide in [node for node in rewriter.nodes if node.op_type == "Div"]:
        multiply = rewriter.producer_of(divide.input[0])
        clip = rewriter.producer_of(multiply.input[1]) if multiply.op_type == "Mul" else None
        if clip is None or clip.op_type != "Clip":
            continue
        source = multiply.input[0]
        gate = rewriter.add("HardSigmoid", [source], f"{divide.output[0]}.gate", alpha=1 / 6, beta=0.5)
        rewriter.nodes.remove(divide)
        rewriter.add("Mul", [source, gate], divide.output[0])


def attribute_of(node, name, default):
    return next((helper.get_attribute_value(item) for item in node.attribute if item.name == name), default)


CONSTANT_STEPS = {
    "Mul": lambda node, a, b: a * b,
    "MatMul": lambda node, a, b: a @ b,
    "Reshape": lambda node, a, dims: a.reshape(dims),
    "Transpose": lambda node, a: a.transpose(attribute_of(node, "perm", None)),
    "Slice": lambda node, a, start, end, axis: a.take(range(start[0], end[0]), axis[0]),
}


def fold_constants(model):
    """Folds nodes with constant inputs. In fp16 a runtime would round every step."""
    graph = model.graph
    values = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    rest = []
    for node in graph.node:
        if node.op_type in CONSTANT_STEPS and all(name in values for name in node.input):
            values[node.output[0]] = CONSTANT_STEPS[node.op_type](node, *(values[name] for name in node.input))
        else:
            rest.append(node)
    used = {name for node in rest for name in node.input}
    kept = [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in values.items() if name in used]
    for field, items in ((graph.node, rest), (graph.initializer, kept)):
        del field[:]
        field.extend(items)
    return model


def rewrite_file(rewrite, description):
    """Runs the command of a module whose `rewrite` returns the changed model. An fp16 file is rewritten as fp32 and rounded again."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    model = onnx.load(args.model)
    model = to_half(fold_constants(rewrite(from_half(model)))) if is_half(model) else rewrite(model)
    onnx.checker.check_model(model)
    onnx.save(model, args.out)
