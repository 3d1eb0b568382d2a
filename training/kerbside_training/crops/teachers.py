"""Teachers for the distillation of analysers: checkpoints and shipped files, of any size."""

import torch
from torch.nn import functional

from ..model import Detector
from ..shipped import read_weights
from ..start import fold_norms
from .analyser import Analyser, make_analyser
from .config import parse_crop_config
from .heads import HEADS, split_heads


class Teachers:
    """Each teaches all heads, or those in front of its path (`condition,face=a.pt`)."""

    def __init__(self, texts, device, layout=torch.contiguous_format):
        self.each = []
        for text in texts:
            heads, _, path = text.rpartition("=")
            model, size = read_analyser(path)
            self.each.append((heads.split(",") if heads else list(HEADS), model.to(device, memory_format=layout).eval().requires_grad_(False), size))
        unknown = {head for heads, *_ in self.each for head in heads} - set(HEADS)
        if unknown:
            raise SystemExit(f"no such head: {', '.join(sorted(unknown))}")

    def largest(self, size):
        """Returns the largest input side of the teachers and of a student of `size`."""
        return max([size, *(size for *_, size in self.each)])

    @torch.no_grad()
    def predict(self, views):
        """Returns the mean probabilities of the labels, for each head with a teacher."""
        predictions = {}
        for heads, model, size in self.each:
            scores = split_heads(model(resize(views, size)).float())
            for head in heads:
                predictions.setdefault(head, []).append(scores[head].softmax(1))
        return {head: torch.stack(each).mean(0) for head, each in predictions.items()}


def resize(views, size):
    if views.shape[2] == size:
        return views
    return functional.interpolate(views, size=(size, size), mode="bilinear", align_corners=False, antialias=True)


def read_analyser(path):
    """Returns the analyser of a checkpoint or a shipped file (.onnx), and the side of its input."""
    if path.endswith(".onnx"):
        return read_shipped_analyser(path)
    state = torch.load(path, map_location="cpu")
    config = parse_crop_config(state["config"])
    model = make_analyser(config)
    model.load_state_dict(state["weights"])
    return model, config.size


def read_shipped_analyser(path):
    import onnx

    weights = read_weights(path)
    plain = Analyser(Detector(1, len(weights["stem.conv.weight"]) / 64))
    peaks = weights["heads.weight"].shape != plain.heads.weight.shape
    model = fold_norms(Analyser(Detector(1, len(weights["stem.conv.weight"]) / 64), peaks=peaks) if peaks else plain)
    model.load_state_dict({name: weights[name].reshape(value.shape) for name, value in model.state_dict().items()})
    return model, onnx.load(str(path)).graph.input[0].type.tensor_type.shape.dim[3].dim_value
