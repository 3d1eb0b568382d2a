"""A run is described by one JSON file; this reads it into plain dataclasses.

Unknown keys are errors: a typo in a config must not silently train something else.
"""

import json
from dataclasses import dataclass, field, fields
from pathlib import Path


@dataclass(frozen=True)
class Data:
    shards: list  # folders below the data folder, each with an index.json (or one COCO file per folder)
    negatives: list = field(default_factory=list)  # folders whose pictures show none of the classes
    unsure: list = field(default_factory=list)  # classes that negatives may show all the same
    rendered: int = 0  # pictures with rendered rust and rim scratches to add (made from negatives)
    pasted: dict = field(default_factory=dict)  # class -> pictures with such damage of other photos pasted on negatives
    picture: int = 560  # longest side of a packed picture, in pixels
    licences: list = field(default_factory=list)  # train only on pictures of these `licence`s; validation keeps them all
    limit: int = 0  # use only this many records of each shard (smoke test)
    emphasis: dict = field(default_factory=dict)  # set name -> sampling factor
    focus: dict = field(default_factory=dict)  # class -> sampling factor of the pictures that show it
    scales: dict = field(default_factory=dict)  # set name -> range of scales, in place of the stage's
    untaught: list = field(default_factory=list)  # sets on whose pictures the teachers are not heard
    absent: dict = field(default_factory=dict)  # shard -> classes that its pictures surely do not show
    sound: str = ""  # file of sets whose pictures were looked at: types that they do not show, and the exceptions
    whole: list = field(default_factory=list)  # classes of which a picture that boxes one counts as labelling all
    crossed: list = field(default_factory=list)  # sets that are cut into folds, of which a model may be trained without one


@dataclass(frozen=True)
class Model:
    width: float = 0.375
    prototypes: int = 24
    bins: int = 16  # of the distance distribution per box side
    backbone: str = "nano"  # or "mobilenet", "lite4"


@dataclass(frozen=True)
class Stage:
    """A part of the schedule; `share` is its part of the wall-clock budget."""

    share: float
    size: int
    mosaic: float  # probability
    scale: tuple = (0.7, 1.4)  # longest side of the picture relative to `size`
    emphasis: dict = field(default_factory=dict)  # set name -> sampling factor, over those of the data
    aimed: float = 0.0  # share of the pictures that are placed so that one of their boxes is in view
    snap: int = 0  # convolutions of so many weights or more train as the int8 file will hold them; 0 for none


@dataclass(frozen=True)
class Train:
    stages: list
    batch: int = 64
    rate: float = 1.5e-3
    backbone_rate: float = 1.0  # relative to `rate`, of a backbone that is a module of its own
    final_rate: float = 0.03  # relative to `rate`
    warmup: float = 0.02  # of the budget
    flat: float = 0.3  # of the budget at full rate, then a cosine
    decay: float = 0.05
    disturb: float = 0.0  # strength of shade, blur, grain and holes
    turned: float = 0.0  # share of the pictures that are shown on their side or upside down
    drop: float = 0.0  # share of pictures that skip a residual block
    average: float = 0.9995  # of the moving average of the weights
    seed: int = 1
    boxes: int = 40  # most boxes of one training picture
    masks: int = 20  # most boxes of it that train the masks
    weights: dict = field(
        default_factory=lambda: {
            **{"box": 7.5, "distance": 1.5, "type": 0.7, "mask": 4.0, "area": 2.0},
            **{"soft type": 0.7, "soft side": 1.5},  # with teachers
        }
    )


@dataclass(frozen=True)
class Config:
    name: str
    classes: list
    data: Data
    train: Train
    model: Model = field(default_factory=Model)
    merge: dict = field(default_factory=dict)  # label of the data -> class
    watch: dict = field(default_factory=dict)  # {"set", "classes"}: also validate on this set, mean of these
    watch_also: list = field(default_factory=list)  # more of these, each with its own `sets`, `classes` and canvas `area`
    mirror: list = field(default_factory=list)  # pairs of classes that a mirrored picture exchanges (left and right)
    start: str = ""  # weights to start from, below the data folder: ONNX; of the other backbones the list of their weights


def build(kind, values):
    known = {f.name for f in fields(kind)}
    unknown = set(values) - known
    if unknown:
        raise ValueError(f"{kind.__name__}: unknown key(s) {sorted(unknown)}; known are {sorted(known)}")
    return kind(**values)


def load_config(path, shards=None, negatives=None):
    """Reads a config. `shards` or `negatives`, if given, take the place of both of its lists."""
    raw = json.loads(Path(path).read_text())
    if shards is not None or negatives is not None:
        raw["data"] = {**raw["data"], "shards": shards or [], "negatives": negatives or []}
    raw["data"] = build(Data, raw["data"])
    raw["model"] = build(Model, raw.get("model", {}))
    raw["train"]["stages"] = [build(Stage, stage) for stage in raw["train"]["stages"]]
    raw["train"] = build(Train, raw["train"])
    return build(Config, raw)
