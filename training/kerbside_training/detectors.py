"""The detector that a config describes."""

from .inception import InceptionDetector
from .mobilenet import MobileNetDetector
from .model import Detector

KINDS = {"nano": Detector, "inception": InceptionDetector, "mobilenet": MobileNetDetector}


def make_detector(shape, classes):
    if shape.backbone not in KINDS:
        raise SystemExit(f"model.backbone is {shape.backbone!r}; known are {sorted(KINDS)}")
    return KINDS[shape.backbone](classes, shape.width, shape.bins, shape.prototypes)
