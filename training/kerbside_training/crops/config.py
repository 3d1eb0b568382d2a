"""Reads the JSON config of a run of the wheel analyser. Unknown keys are errors."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from ..config import build


@dataclass(frozen=True)
class CropConfig:
    name: str
    folders: list = field(default_factory=lambda: ["wheel_crops"])  # below the data folder
    backbone: str = "nano"  # or lite4: a teacher
    width: float = 0.25  # of the backbone; that of the start checkpoint
    peaks: bool = False  # whether the heads also use the peaks of the features
    taught: float = 1.0  # weight of the distillation loss, relative to that of the labels
    size: int = 128  # side of the input
    rendered: int = 0  # rendered wheels to add
    rendered_share: float = 0.3  # of each batch
    uncertain: float = 0.4  # weight of records with uncertain labels
    heads: dict = field(default_factory=dict)  # head -> weight of its loss
    batch: int = 128
    steps: int = 3000
    rate: float = 6e-4
    final_rate: float = 0.02
    warmup: float = 0.05
    flat: float = 0.2
    decay: float = 0.1
    dropout: float = 0.3
    smoothing: float = 0.05
    average: float = 0.995
    seed: int = 1


def parse_crop_config(raw):
    return build(CropConfig, raw)


def load_crop_config(path):
    return parse_crop_config(json.loads(Path(path).read_text()))
