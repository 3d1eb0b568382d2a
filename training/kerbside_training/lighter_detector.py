"""Rewrites PP-OCRv3's text detector so that it computes the same with two thirds of the multiplications.

    python -m kerbside_training.lighter_detector --model ../models/text-detector.int8.onnx --out runs/text/text-detector.int8.onnx

Two thirds of the multiplications are three convolutions of 3 x 3 in the neck, over 96 channels at a quarter of the picture's
size. Everything before them is linear, so they can be reduced:

- A map of 96 channels is a map of 16 or 24 channels times a matrix, whose rows are scaled by the attention of the
  picture. The product of both matrices convolves the few channels directly. It is computed once per picture.
- Enlarging a map and convolving it is one transposed convolution of the small map.
- A transposed convolution whose windows do not overlap is a convolution of 1 x 1 and a rearrangement of its channels.

Hard swish takes two passes over a map instead of four. The names are those of `ch_PP-OCRv3_det_infer.onnx`.
The weights stay as they are stored: onnxruntime folds constants when it loads the file.
"""

import numpy as np

from .onnx_rewriter import Rewriter, attribute_of, join_hard_swishes, rewrite_file

NECK_CHANNELS = 96
HEAD_CHANNELS = 24


def join_attentions(rewriter):
    """Replaces x + x * s by x * (1 + s). Returns 1 + s by the name of the result."""
    one = rewriter.constant("one", 1.0)
    factors = {}
    for add in [node for node in rewriter.nodes if node.op_type == "Add"]:
        multiply = rewriter.producer_of(add.input[1])
        if multiply is None or multiply.op_type != "Mul" or add.input[0] not in multiply.input:
            continue
        source, scale = multiply.input
        output = add.output[0]
        factors[output] = rewriter.add("Add", [scale, one], f"{output}.factor")
        rewriter.nodes.remove(add)
        rewriter.add("Mul", [source, factors[output]], output)
    return factors


def spread_of(scale):
    """Returns 9 x (scale + 2)²: the window of a transposed convolution that enlarges by `scale` and convolves by 3 x 3."""
    line = np.zeros((3, scale + 2), np.float32)
    for tap in range(3):
        line[tap, 2 - tap : 2 - tap + scale] = 1
    return np.einsum("ay,bx->abyx", line, line).reshape(9, -1)


class Neck:
    """The convolutions of the neck, applied to the maps of the backbone instead of 96 channels each."""

    def __init__(self, rewriter):
        self.rewriter = rewriter
        for scale in (2, 4, 8):
            rewriter.constant(f"spread.{scale}", spread_of(scale))

    def reduce(self, weight, factor, channels):
        """Returns the matrix from the backbone's channels to 96, each times its attention."""
        matrix = self.rewriter.reshape(weight, [NECK_CHANNELS, channels])
        column = self.rewriter.reshape(factor, [NECK_CHANNELS, 1])
        return self.rewriter.add("Mul", [matrix, column], f"{weight}.scaled")

    def combine(self, weight, matrix):
        """Returns 24 x 9 x channels: the window `weight` after `matrix`."""
        rows = self.rewriter.reshape(self.rewriter.transpose(weight, [0, 2, 3, 1]), [HEAD_CHANNELS * 9, NECK_CHANNELS])
        return self.rewriter.add("MatMul", [rows, matrix], f"{weight}.by.{matrix}")

    def convolve(self, source, weight, matrix, channels, output):
        rows = self.rewriter.reshape(self.combine(weight, matrix), [HEAD_CHANNELS, 9, channels])
        window = self.rewriter.reshape(self.rewriter.transpose(rows, [0, 2, 1]), [HEAD_CHANNELS, channels, 3, 3])
        return self.rewriter.add("Conv", [source, window], output, kernel_shape=[3, 3], pads=[1] * 4)

    def enlarge(self, source, taps, channels, scale, output):
        """Adds a transposed convolution of the small map. `taps`: channels x 24 x 9."""
        side = scale + 2
        spread = self.rewriter.add("MatMul", [taps, f"spread.{scale}"], f"{output}.taps")
        window = self.rewriter.reshape(spread, [channels, HEAD_CHANNELS, side, side])
        attributes = {"kernel_shape": [side, side], "strides": [scale, scale], "pads": [1] * 4}
        return self.rewriter.add("ConvTranspose", [source, window], output, **attributes)

    def taps(self, weight, channels):
        return self.rewriter.reshape(self.rewriter.transpose(weight, [1, 0, 2, 3]), [channels, HEAD_CHANNELS, 9])

    def sum(self, parts, output):
        total = parts[0]
        for index, part in enumerate(parts[1:], 1):
            name = output if index == len(parts) - 1 else f"{output}.{index}"
            total = self.rewriter.add("Add", [total, part], name)
        return total


def lighten_neck(rewriter, factors):
    neck = Neck(rewriter)
    quarter, eighth, sixteenth = "elementwise_add_1", "elementwise_add_3", "tmp_8"
    # Attention reads the mean of 96 channels, which is the matrix times the mean of the backbone's channels.
    for source, weight, pooled in ((quarter, "conv2d_47.w_0.real", "pool2d_3.tmp_0"), (eighth, "conv2d_53.w_0.real", "pool2d_2.tmp_0")):
        rewriter.nodes.remove(rewriter.producer_of(pooled))
        mean = rewriter.add("GlobalAveragePool", [source], f"{source}.mean")
        rewriter.add("Conv", [mean, weight], pooled, kernel_shape=[1, 1])
    of_quarter = neck.reduce("conv2d_47.w_0.real", factors["tmp_7"], 16)
    of_eighth = neck.reduce("conv2d_53.w_0.real", factors["tmp_5"], 24)

    weight, output = "conv2d_56.w_0.real", "conv2d_261.tmp_0"
    rewriter.nodes.remove(rewriter.producer_of(output))
    near = neck.convolve(eighth, weight, of_eighth, 24, f"{output}.near")
    far = neck.enlarge(sixteenth, neck.taps(weight, NECK_CHANNELS), NECK_CHANNELS, 2, f"{output}.far")
    neck.sum([near, far], output)

    weight, output = "conv2d_50.w_0.real", "conv2d_264.tmp_0"
    rewriter.nodes.remove(rewriter.producer_of(output))
    near = neck.convolve(quarter, weight, of_quarter, 16, f"{output}.near")
    rows = rewriter.reshape(neck.combine(weight, of_eighth), [HEAD_CHANNELS, 9, 24])
    middle = neck.enlarge(eighth, rewriter.transpose(rows, [2, 0, 1]), 24, 2, f"{output}.middle")
    far = neck.enlarge(sixteenth, neck.taps(weight, NECK_CHANNELS), NECK_CHANNELS, 4, f"{output}.far")
    neck.sum([near, middle, far], output)
    return neck


def lighten_head(rewriter, neck, factors):
    weight, output = "conv2d_71.w_0.folded.real", "batch_norm_47.tmp_3"
    convolution = rewriter.producer_of(output)
    rewriter.nodes.remove(convolution)
    axis = rewriter.constant("axis.1", np.array([1], np.int64))

    def part(index):
        bounds = [rewriter.constant(f"part.{index}.{at}", np.array([HEAD_CHANNELS * at], np.int64)) for at in (index, index + 1)]
        return rewriter.add("Slice", [weight, *bounds, axis], f"{weight}.{index}")

    # The largest map is scaled by its attention in the weights.
    scaled = rewriter.add("Mul", [part(3), factors["tmp_18"]], f"{weight}.3.scaled")
    near = rewriter.add("Conv", ["conv2d_264.tmp_0", scaled, convolution.input[2]], f"{output}.1x", kernel_shape=[3, 3], pads=[1] * 4)
    parts = [near]
    for index, (source, scale) in enumerate((("tmp_12", 8), ("tmp_14", 4), ("tmp_16", 2))):
        parts.append(neck.enlarge(source, neck.taps(part(index), HEAD_CHANNELS), HEAD_CHANNELS, scale, f"{output}.{scale}x"))
    neck.sum(parts, output)

    first, second = (rewriter.weight(f"conv2d_transpose_{index}.w_0.real") for index in (0, 1))
    norm = rewriter.producer_of("batch_norm_48.tmp_3")
    scale, offset, mean, variance = (rewriter.values[name] for name in norm.input[1:])
    epsilon = attribute_of(norm, "epsilon", 1e-5)
    factor = scale / np.sqrt(variance + epsilon)
    bias = (rewriter.values["conv2d_transpose_0.b_0"] - mean) * factor + offset
    # Phase by phase (row, column): 24 channels each, of which the second convolution makes 2 x 2 pixels.
    phases = np.transpose(first, (2, 3, 1, 0)) * factor[:, None]
    rewriter.constant("head.first", phases.reshape(-1, HEAD_CHANNELS, 1, 1))
    rewriter.constant("head.first.bias", np.tile(bias, 4))
    rewriter.constant("head.second", np.tile(np.transpose(second, (2, 3, 1, 0)).reshape(4, HEAD_CHANNELS, 1, 1), (4, 1, 1, 1)))
    rewriter.constant("head.second.bias", np.repeat(rewriter.values["conv2d_transpose_1.b_0"].reshape(-1), 16))
    rewriter.add("Conv", ["batch_norm_47.tmp_4", "head.first", "head.first.bias"], "head.first.out", kernel_shape=[1, 1])
    rewriter.add("Relu", ["head.first.out"], "head.first.relu")
    rewriter.add("Conv", ["head.first.relu", "head.second", "head.second.bias"], "head.second.out", kernel_shape=[1, 1], group=4)
    rewriter.nodes.remove(rewriter.producer_of("text"))
    rewriter.add("Sigmoid", ["head.second.out"], "head.phases")
    rewriter.add("DepthToSpace", ["head.phases"], "head.half", blocksize=2)
    rewriter.add("DepthToSpace", ["head.half"], "text", blocksize=2)


def lighten(model):
    rewriter = Rewriter(model)
    join_hard_swishes(rewriter)
    factors = join_attentions(rewriter)
    neck = lighten_neck(rewriter, factors)
    lighten_head(rewriter, neck, factors)
    rewriter.finish()
    return model


if __name__ == "__main__":
    rewrite_file(lighten, __doc__)
