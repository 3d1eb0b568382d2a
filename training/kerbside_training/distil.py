"""Knowledge distillation: the student learns the mean output of trained models on its training pictures.

Two runs with the same figure make different errors, so their mean is better than either, and a student of the
same size can come near it. The teachers also predict types that a picture's source does not label.
"""

import torch
from torch.nn import functional

from .config import Model
from .detectors import make_detector
from .model import flatten_maps
from .shipped import read_from_shipped
from .start import fold_norms, load_checkpoint, read_checkpoint


def read_from_checkpoint(path, classes):
    """Returns the detector of a checkpoint for inference; of several (`a.pt,b.pt`) the mean of their weights."""
    state = read_checkpoint(*path.split(","))
    model = make_detector(Model(**state["config"]["model"]), len(classes))
    return fold_norms(load_checkpoint(model, state, classes).eval())


class Teachers:
    """Trained detectors, checkpoints or shipped files; widths may differ, classes are matched by name.

    A teacher with fewer bins than the student teaches no side that reaches its last bin: the side may lie further out.
    """

    def __init__(self, paths, config, device):
        self.classes, self.bins = len(config.classes), config.model.bins
        self.models = [self._load(path, config.classes).to(device, memory_format=torch.channels_last) for path in paths]

    def _load(self, path, classes):
        model = read_from_shipped(path, classes) if path.endswith(".onnx") else read_from_checkpoint(path, classes)
        if model.bins > self.bins:
            raise SystemExit(f"{path} has {model.bins} bins, the student {self.bins}: a teacher must not have more bins than the student")
        return model

    @torch.no_grad()
    def predict(self, pictures):
        """Returns type probabilities (batch, anchors, classes) and side distributions, weighted by confidence."""
        probabilities, sides = 0.0, 0.0
        for model in self.models:
            types, distances, _ = flatten_maps(model(pictures)[:3], self.classes, model.bins)
            probability = types.sigmoid()
            probabilities = probabilities + probability
            sides = sides + self._to_bins(distances.softmax(-1)) * (probability.amax(2) + 1e-3)[..., None, None]
        return probabilities / len(self.models), sides / sides.sum(-1, keepdim=True).clamp(min=1e-9)

    def _to_bins(self, distribution):
        """Returns side distributions over the bins of the student: all zeros for a side that reaches the teacher's last bin."""
        bins = distribution.shape[-1]
        if bins == self.bins:
            return distribution
        ends = distribution[..., -1:] > 0.5
        return functional.pad(distribution * ~ends, (0, self.bins - bins))


def soft_loss(outputs, predictions, taught, classes, bins):
    """Returns the distillation losses of types and box sides. Sides are weighted by the teachers' highest type probability.

    `taught` (batch, anchors): weight of the teachers.
    """
    types, sides, _ = flatten_maps(outputs[:3], classes, bins)
    probabilities, distribution = predictions
    weight = probabilities.amax(2)
    weight = weight * (weight > 0.05) * taught
    total = weight.sum().clamp(min=1.0)
    entropy = functional.binary_cross_entropy_with_logits(types, probabilities, reduction="none").sum(2)
    type_loss = (entropy * taught).sum() / total
    divergence = (distribution * (distribution.clamp(min=1e-6).log() - sides.log_softmax(-1))).sum(-1).mean(-1)
    return type_loss, (divergence * weight).sum() / total
