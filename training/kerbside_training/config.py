"""Reads the JSON config of a run into dataclasses.

Unknown keys are errors, so that a typo does not train something else.
"""

import json
from dataclasses import dataclass, field, fields
from pathlib import Path


@dataclass(frozen=True)
class Data:
    shards: list  # folders below the data folder, each with an index.json (or one COCO file per folder)
    negatives: list = field(default_factory=list)  # folders whose pictures show none of the classes
    unsure: list = field(default_factory=list)  # classes that negatives may show
    rendered: int = 0  # pictures with rendered rust and rim scratches to add (made from negatives)
    pasted: dict = field(default_factory=dict)  # class -> pictures with damage of this class, of other photos, pasted on negatives
    picture: int = 560  # longest side of a packed picture, in pixels
    licences: list = field(default_factory=list)  # train only on pictures with these values of `licence`; validation uses all
    limit: int = 0  # use only this many records of each shard (smoke test)
    emphasis: dict = field(default_factory=dict)  # set name -> sampling factor
    focus: dict = field(default_factory=dict)  # class -> sampling factor of the pictures that show it
    scales: dict = field(default_factory=dict)  # set name -> range of scales, instead of the stage's
    untaught: list = field(default_factory=list)  # sets on which the weight of the teachers is 0
    absent: dict = field(default_factory=dict)  # shard -> classes that its pictures do not show
    sound: str = ""  # file of manually checked sets: types that their pictures do not show, and the exceptions
    whole: list = field(default_factory=list)  # classes that a picture with one box of them labels exhaustively
    crossed: list = field(default_factory=list)  # sets that are split into folds; a model may be trained without one fold


@dataclass(frozen=True)
class Model:
    width: float = 0.375
    prototypes: int = 24
    bins: int = 16  # of the distance distribution per box side
    backbone: str = "nano"  # or "mobilenet", "lite4", "hiera"


@dataclass(frozen=True)
class Stage:
    """A part of the schedule; `share` is its part of the wall-clock budget."""

    share: float
    size: int
    mosaic: float  # probability
    scale: tuple = (0.7, 1.4)  # longest side of the picture relative to `size`
    emphasis: dict = field(default_factory=dict)  # set name -> sampling factor, over those of the data
    aimed: float = 0.0  # share of the pictures that are placed so that one of their boxes is in view
    snap: int = 0  # convolutions with at least this many weights train with int8 weights; 0 for none


@dataclass(frozen=True)
class Train:
    stages: list
    batch: int = 64
    rate: float = 1.5e-3
    backbone_rate: float = 1.0  # relative to `rate`, of a separate backbone module
    layer_decay: float = 1.0  # rate of a backbone block relative to the next one (hiera)
    backbone_drop: float = 0.0  # share of pictures that skip a branch of the last backbone block; less in earlier ones (hiera)
    clip: float = 20.0  # largest norm of the gradient
    final_rate: float = 0.03  # relative to `rate`
    warmup: float = 0.02  # of the budget
    flat: float = 0.3  # of the budget at full rate, then a cosine
    decay: float = 0.05
    disturb: float = 0.0  # strength of shade, blur, grain and holes
    turned: float = 0.0  # share of the pictures that are rotated by 90, 180 or 270 degrees
    drop: float = 0.0  # share of pictures that skip a residual block
    average: float = 0.9995  # of the moving average of the weights
    seed: int = 1
    small: float = 0.0  # pixels: boxes below this side are also compared by the distance of Gaussians; 0: by IoU alone
    boxes: int = 40  # maximum number of boxes of one training picture
    masks: int = 20  # maximum number of these boxes that train the masks
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
    watch_also: list = field(default_factory=list)  # more sets to validate on, each with its own `sets`, `classes` and canvas `area`
    mirror: list = field(default_factory=list)  # pairs of classes that a mirrored picture exchanges (left and right)
    start: str = ""  # start weights, below the data folder: ONNX, or the weight list of the other backbones


def build(kind, values):
    known = {f.name for f in fields(kind)}
    unknown = set(values) - known
    if unknown:
        raise ValueError(f"{kind.__name__}: unknown key(s) {sorted(unknown)}; known are {sorted(known)}")
    return kind(**values)


def load_config(path, shards=None, negatives=None):
    """Reads a config. `shards` or `negatives`, if given, replace both of its lists."""
    raw = json.loads(Path(path).read_text())
    if shards is not None or negatives is not None:
        raw["data"] = {**raw["data"], "shards": shards or [], "negatives": negatives or []}
    raw["data"] = build(Data, raw["data"])
    raw["model"] = build(Model, raw.get("model", {}))
    raw["train"]["stages"] = [build(Stage, stage) for stage in raw["train"]["stages"]]
    raw["train"] = build(Train, raw["train"])
    return build(Config, raw)
