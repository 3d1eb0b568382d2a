"""Trains a detector within a wall-clock budget.

    python -m kerbside_training.train --config configs/damage-mobile.json --packed <folder> --data ../shared/data \
        --out runs/damage --minutes 20

The schedule (learning rate, stages of size and mosaic) is a function of the part of the budget that has passed, so
the rate always reaches its end. On CUDA one graph holds the whole step: paint, forward, loss, backward, update.

--packed may hold several folders that prepare wrote. With --room, training starts with the existing ones and adds others as
they appear. The file --until holds the deadline (seconds since 1970) and may be written, and changed, later.
"""

import argparse
import copy
import json
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from .augment import Painter, draw_plan, mirror_numbers, sampling_pool
from .config import load_config
from .detectors import make_detector
from .distil import Teachers
from .disturb import disturb
from .folds import FOLDS
from .hiera import load_hiera
from .lite4 import load_lite4
from .mobilenet import load_mobilenet
from .model import drop_paths, snap_large
from .picture_store import PictureStore, read_part
from .prepare import SLOTS
from .shipped import load_shipped
from .start import load_checkpoint, load_start, read_checkpoint
from .step import Snapshot, Step, compile_parts, learning_rate, make_optimizer, set_rate
from .validate import validate

LOADERS = {"nano": load_start, "mobilenet": load_mobilenet, "lite4": load_lite4, "hiera": load_hiera}
PARTS = ("type", "box", "distance", "mask", "area", "soft type", "soft side")


def save(out, name, config_path, model, average, optimizer, progress, is_best):
    """Writes checkpoints for export (`<name>.pt`, the best by validation, one per validation) and for --resume (`state.pt`)."""
    config = json.loads(Path(config_path).read_text())
    weights = {key: value.half() if value.is_floating_point() else value for key, value in average.state_dict().items()}
    for kind in ("", ".best", f".{progress:.3f}") if is_best else ("", f".{progress:.3f}"):
        torch.save({"weights": weights, "config": config, "progress": progress}, out / f"{name}{kind}.pt")
    state = {"model": model, "average": average, "optimizer": optimizer}
    torch.save({**{key: part.state_dict() for key, part in state.items()}, "progress": progress}, out / "state.pt")


class PackedParts:
    """The folders that prepare wrote: `folder` itself or folders in it. Each call of `read_new` reads those that are new."""

    def __init__(self, folder):
        self.folder, self.taken = Path(folder), set()

    def read_new(self):
        files = [self.folder / "labels.npz", *sorted(self.folder.glob("*/labels.npz"))]
        new = [file.parent for file in files if file.exists() and file.parent not in self.taken]
        self.taken.update(new)
        return [read_part(folder) for folder in new]


def fill_store(parts, capacity, least, config, device):
    """Returns a store with the existing pictures; with `capacity` it waits for at least `least` pictures."""
    if not capacity:
        return PictureStore.of(parts.read_new(), device)
    store = PictureStore((capacity[0], capacity[1] * 1_000_000), len(config.classes), SLOTS, device)
    while store.count < least:
        for part in parts.read_new():
            store.add(*part)
        time.sleep(0.2)
    return store


def plans_of(stage, pool, rng, batch):
    return lambda: draw_plan(rng, pool, batch, stage.size, stage.mosaic, stage.aimed)


class Clock:
    """The part of the budget that has passed, from 0 to 1."""

    def __init__(self, minutes, until, offset):
        self.began, self.minutes, self.until, self.offset = time.time(), minutes, until, offset

    def progress(self):
        end = self.began + self.minutes * 60
        with suppress(FileNotFoundError, ValueError):
            end = float(Path(self.until).read_text()) if self.until else end
        return self.offset + (1 - self.offset) * (time.time() - self.began) / max(1.0, end - self.began)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--packed", required=True, help="the folder that prepare wrote, or a folder of such folders")
    parser.add_argument("--data", required=True, help="the data folder (for the start weights)")
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, required=True, help="budget, from the first step")
    parser.add_argument("--until", help="a file with the deadline; if it exists, it replaces --minutes")
    parser.add_argument("--room", type=int, nargs=2, metavar=("PICTURES", "MEGAPIXELS"), help="capacity, for data that is added later")
    parser.add_argument("--least", type=int, default=1, help="with --room: pictures to start with")
    parser.add_argument("--check-minutes", type=float, default=2.0, help="time between validations")
    parser.add_argument(
        "--start", help="a .pt or a shipped .onnx to start from, instead of the config's; classes are matched by name"
    )
    parser.add_argument("--resume", help="a state.pt of an interrupted run")
    parser.add_argument("--seed", type=int, help="instead of the config's")
    parser.add_argument("--eager", action="store_true", help="no CUDA graph")
    parser.add_argument("--compile", action="store_true", help="torch.compile painting and loss: takes a minute, then runs a quarter faster")
    parser.add_argument("--compile-model", action="store_true", help="also compile the model's blocks: takes some minutes, for large models")
    parser.add_argument("--teachers", nargs="+", help="trained .pt or shipped .onnx files whose mean output the model learns as well")
    parser.add_argument("--leave-out", type=int, choices=range(FOLDS), help="train without this fold of data.crossed")
    args = parser.parse_args()
    launched = time.time()
    log = lambda *words: print(f"[{time.time() - launched:6.1f}]", *words, flush=True)
    config = load_config(args.config)
    train = config.train
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cuda.enable_cudnn_sdp(False)  # it would plan anew for every shape of windows
    seed = train.seed if args.seed is None else args.seed
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    parts = PackedParts(args.packed)
    store = fill_store(parts, args.room, args.least, config, device)
    painter = Painter(store, mirror_numbers(config))
    model = make_detector(config.model, len(config.classes)).to(device)

    def draw_from(stage):
        return plans_of(stage, sampling_pool(store.labels, config, stage, args.leave_out), rng, train.batch)

    def some_pictures(stage):
        return painter.paint({name: value.to(device) for name, value in draw_from(stage)().items()}, stage.size)

    if args.start and args.start.endswith(".onnx"):
        load_shipped(model, args.start, config.classes, disturb(some_pictures(train.stages[0]), train.disturb))
    elif args.start:
        load_checkpoint(model, read_checkpoint(args.start), config.classes)
    elif config.start and not args.resume:
        start, pictures = Path(args.data) / config.start, some_pictures(replace(train.stages[0], mosaic=0.0))
        LOADERS[config.model.backbone](model, start, pictures)
    model = model.to(memory_format=torch.channels_last).train()
    drop_paths(model, train.drop)
    if train.backbone_drop:
        model.backbone.drop_paths(train.backbone_drop)
    average = copy.deepcopy(model).eval()
    optimizer = make_optimizer(model, train, device)
    offset = 0.0
    if args.resume:
        state = torch.load(args.resume, map_location=device)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        if "optimizer" in state:
            optimizer.load_state_dict(state["optimizer"])
        offset = state["progress"]
    teachers = Teachers(args.teachers, config, device) if args.teachers else None
    graph = device.type == "cuda" and not args.eager
    log(f"{sum(value.numel() for value in model.parameters())} parameters, {store.count} pictures on {device}")

    def make_step(stage, draw):
        """Returns a step of the stage's size; an eager one if the model does not compile."""
        build = lambda compiled: Step(model, average, painter, optimizer, config, stage.size, draw, graph, teachers, compiled)
        set_rate(optimizer, learning_rate(train, offset))
        plain, compiled = lambda part: part, lambda part: torch.compile(part, dynamic=False)
        if not args.compile_model:
            return build(compiled if args.compile else plain)
        before = Snapshot(model, average, optimizer)
        try:
            with compile_parts(model):
                return build(compiled)
        except Exception as problem:
            log(f"without compiling: {type(problem).__name__}: {str(problem)[:2000]}")
            before.restore()
            return build(compiled if args.compile else plain)

    has_random_heads = not (args.start or args.resume)
    ends = np.cumsum([stage.share for stage in train.stages])
    current, step, best, clock = None, None, -1.0, None
    progress, steps, slower = offset, 0, 1.0
    while progress < 1:
        stage = train.stages[min(int(np.searchsorted(ends, progress, side="right")), len(ends) - 1)]
        if stage is not current:
            draw = draw_from(stage)
            if current is None or (stage.size, stage.snap) != (current.size, current.snap):
                step = None
                snap_large(model, stage.snap)
                step = make_step(stage, draw)
            step.draw, current = draw, stage
            clock = clock or Clock(args.minutes, args.until, offset)
            checked, logged, safe = time.time(), (time.time(), steps), Snapshot(model, average, optimizer)
            log(f"stage {stage.size} px, mosaic {stage.mosaic}, {store.count} pictures")
        set_rate(optimizer, learning_rate(train, progress) * slower)
        values = step()
        steps += 1
        if has_random_heads and steps * (1 - train.average) < 1 and steps.bit_count() == 1:
            # Early in the run the average is reset each time the steps double, so that it forgets the random heads.
            average.load_state_dict(model.state_dict())
        if steps % 20 and device.type != "cpu":
            continue
        values = values.tolist()  # also synchronizes the host with the GPU
        progress = clock.progress()
        if not np.isfinite(values).all():
            slower *= 0.7
            log(f"not finite: {values}; back to the last good state, rate times {slower:.2f}")
            if slower < 0.1:
                raise SystemExit("the loss is not finite: lower train.rate or check the data")
            safe.restore()
            continue
        if steps % 100 == 0 or device.type == "cpu":
            speed = (steps - logged[1]) * train.batch / (time.time() - logged[0])
            text = " ".join(f"{name} {value:.3f}" for name, value in zip(PARTS, values))
            log(f"{progress:6.1%} step {steps} {text} {speed:.0f} pictures/s")
            logged, safe = (time.time(), steps), Snapshot(model, average, optimizer)
        new = parts.read_new() if args.room else []
        for part in new:
            store.add(*part)
        if new:
            step.draw = draw_from(stage)
            log(f"{store.count} pictures")
        if time.time() - checked > args.check_minutes * 60 or progress >= 1:
            report = validate(average, store, config, stage.size**2)
            log(json.dumps({"progress": round(progress, 3), "steps": steps, **report}))
            score = report.get("watchedMean", report["mean"])
            save(out, config.name, args.config, model, average, optimizer, progress, score > best)
            best, checked, logged = max(best, score), time.time(), (time.time(), steps)
    log(f"{steps} steps of {train.batch} -> {out / config.name}.pt")


if __name__ == "__main__":
    main()
