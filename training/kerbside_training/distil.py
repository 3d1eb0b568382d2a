"""Learning from trained models: what they say, on average, of the pictures that the student sees.

Two runs that end at the same figure are wrong in different places, so their mean is better than either, and a student of the
same size can come near it. The teachers also answer for types that a picture's source does not label.
"""

import torch
from torch.nn import functional

from .config import Model
from .detectors import make_detector
from .model import flatten_maps
from .shipped import read_from_shipped
from .start import fold_norms, load_checkpoint, read_checkpoint


def read_from_checkpoint(path, classes):
    """The detector of a checkpoint, to be asked and not trained; of several (`a.pt,b.pt`) the mean of their weights."""
    state = read_checkpoint(*path.split(","))
    model = make_detector(Model(**state["config"]["model"]), len(classes))
    return fold_norms(load_checkpoint(model, state, classes).eval())


class Teachers:
    """Trained detectors, checkpoints or shipped files, with the bins of the student; widths may differ, classes go by name."""

    def __init__(self, paths, config, device):
        self.classes, self.bins = len(config.classes), config.model.bins
        self.models = [self._load(path, config.classes).to(device, memory_format=torch.channels_last) for path in paths]

    def _load(self, path, classes):
        model = read_from_shipped(path, classes) if path.endswith(".onnx") else read_from_checkpoint(path, classes)
        if model.bins != self.bins:
            raise SystemExit(f"{path} has {model.bins} bins, the student {self.bins}: a teacher's box sides need as many")
        return model

    @torch.no_grad()
    def answer(self, pictures):
        """Chances of the types (batch, anchors, classes), and distributions of the sides, in which the surer counts more."""
        chances, sides = 0.0, 0.0
        for model in self.models:
            types, distances, _ = flatten_maps(model(pictures)[:3], self.classes, self.bins)
            chance = types.sigmoid()
            chances = chances + chance
            sides = sides + distances.softmax(-1) * (chance.amax(2) + 1e-3)[..., None, None]
        return chances / len(self.models), sides / sides.sum(-1, keepdim=True)


def soft_loss(outputs, answers, taught, classes, bins):
    """How far the student's types and box sides are from the teachers'. Sides count where the teachers see something.

    `taught` (batch, anchors) says how much the teachers count there.
    """
    types, sides, _ = flatten_maps(outputs[:3], classes, bins)
    chances, distribution = answers
    sight = chances.amax(2)
    sight = sight * (sight > 0.05) * taught
    total = sight.sum().clamp(min=1.0)
    apart = functional.binary_cross_entropy_with_logits(types, chances, reduction="none").sum(2)
    type_loss = (apart * taught).sum() / total
    apart = (distribution * (distribution.clamp(min=1e-6).log() - sides.log_softmax(-1))).sum(-1).mean(-1)
    return type_loss, (apart * sight).sum() / total
