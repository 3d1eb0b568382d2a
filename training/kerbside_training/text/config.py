"""Reads the JSON config of a run of the reader. Unknown keys are errors, as in the detectors' configs."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from ..config import build


@dataclass(frozen=True)
class TextConfig:
    name: str
    texts: int = 300_000  # random texts in the pack
    width: float = 1.0  # of the network
    batch: int = 768
    rate: float = 2e-3
    final_rate: float = 0.01  # relative to `rate`
    warmup: float = 0.03  # of the budget
    flat: float = 0.3
    decay: float = 0.05
    average: float = 0.999
    seed: int = 1
    held: list = field(default_factory=list)  # fonts for validation only, by file name


def load_text_config(path):
    return build(TextConfig, json.loads(Path(path).read_text()))
