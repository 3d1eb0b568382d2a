"""Rewrites PP-OCRv4's text recognizer so that it computes the same with fewer passes over its maps.

    python -m kerbside_training.lighter_recognizer --model ../models/text-recognizer.int8.onnx --out runs/text/text-recognizer.int8.onnx

Every convolution is followed by a scalar factor and offset, a hard swish, and another factor and offset: 8 passes.
The scalars move into the convolutions before and after, and the hard swish takes two passes. The weights stay as they are stored:
onnxruntime multiplies them with the scalars when it loads the file.
"""

import numpy as np
from onnx import helper

from .onnx_rewriter import Rewriter, attribute_of, join_hard_swishes, rewrite_file


def read_affine(rewriter, name):
    """Returns factor, offset and their nodes if `name` is only read as `name * factor + offset` with 2 scalars, else None."""
    nodes, numbers = [], []
    for kind in ("Mul", "Add"):
        readers = rewriter.readers_of(name)
        if len(readers) != 1 or readers[0].op_type != kind:
            return None
        other = [one for one in readers[0].input if one != name]
        if len(other) != 1 or other[0] not in rewriter.values or rewriter.values[other[0]].size != 1:
            return None
        nodes.append(readers[0])
        numbers.append(float(rewriter.values[other[0]].reshape(())))
        name = readers[0].output[0]
    return (*numbers, nodes)


def scale_weights(rewriter, convolution, factor, bias):
    """Multiplies the weights with a scalar and replaces the bias."""
    weight, output = convolution.input[1], convolution.output[0]
    number = rewriter.constant(f"{output}.factor", factor)
    scaled = rewriter.add("Mul", [weight, number], f"{output}.weight")
    convolution.input[:] = [convolution.input[0], scaled, rewriter.constant(f"{output}.offset", bias)]


def weight_of(rewriter, convolution):
    """Returns the current weights: the stored ones, times their scalar if there is one."""
    producer = rewriter.producer_of(convolution.input[1])
    if producer is not None and producer.op_type == "Mul":
        return rewriter.weight(producer.input[0]) * rewriter.values[producer.input[1]]
    return rewriter.weight(convolution.input[1])


def bias_of(rewriter, convolution):
    weight = weight_of(rewriter, convolution)
    return rewriter.values[convolution.input[2]] if len(convolution.input) > 2 else np.zeros(len(weight), np.float32)


def join_before(rewriter):
    """Moves scalars after a convolution into it."""
    for convolution in [node for node in rewriter.nodes if node.op_type == "Conv"]:
        affine = read_affine(rewriter, convolution.output[0])
        if affine is None:
            continue
        factor, offset, (multiply, add) = affine
        scale_weights(rewriter, convolution, factor, bias_of(rewriter, convolution) * factor + offset)
        convolution.output[0] = add.output[0]
        rewriter.nodes.remove(multiply)
        rewriter.nodes.remove(add)


def join_after(rewriter):
    """Moves scalars after a hard swish into the convolution that reads it.

    The offset stays an addition if the convolution pads its input with zeros.
    """
    for swish in [node for node in rewriter.nodes if node.output[0].startswith("hardswish")]:
        affine = read_affine(rewriter, swish.output[0])
        if affine is None:
            continue
        factor, offset, (multiply, add) = affine
        readers = rewriter.readers_of(add.output[0])
        if len(readers) != 1 or readers[0].op_type != "Conv":
            continue
        convolution = readers[0]
        weight, bias = weight_of(rewriter, convolution), bias_of(rewriter, convolution)
        rewriter.nodes.remove(multiply)
        rewriter.nodes.remove(add)
        if any(attribute_of(convolution, "pads", [])):
            number = rewriter.constant(f"{add.output[0]}.number", offset / factor)
            rewriter.add("Add", [swish.output[0], number], add.output[0])
        else:
            bias = bias + offset * weight.reshape(len(weight), -1).sum(1)
            convolution.input[0] = swish.output[0]
        producer = rewriter.producer_of(convolution.input[1])
        if producer is not None and producer.op_type == "Mul":
            rewriter.values[producer.input[1]] = np.float32(rewriter.values[producer.input[1]] * factor)
            rewriter.constant(f"{producer.input[1]}.both", rewriter.values[producer.input[1]])
            producer.input[1] = f"{producer.input[1]}.both"
            convolution.input[2] = rewriter.constant(f"{convolution.input[2]}.both", bias)
        else:
            scale_weights(rewriter, convolution, factor, bias)


def lighten(model):
    rewriter = Rewriter(model)
    join_before(rewriter)
    join_hard_swishes(rewriter)
    join_after(rewriter)
    rewriter.finish()
    return model


if __name__ == "__main__":
    rewrite_file(lighten, __doc__)
