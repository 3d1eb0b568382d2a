"""Train a detector within a wall-clock budget.

    python -m kerbside_training.train --config configs/damage.json --packed <folder> --data ../shared/data \
        --out runs/damage --minutes 20

The schedule (learning rate, stages of size and mosaic) is a function of the part of the budget that has passed, so
the rate always reaches its end. On CUDA one graph holds the whole step: paint, forward, loss, backward, update.
"""

import argparse
import copy
import json
import math
import time
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
from .inception import load_inception
from .mobilenet import load_mobilenet
from .model import drop_paths, snap_large
from .shipped import load_shipped
from .start import load_checkpoint, load_start, read_checkpoint
from .step import Step, learning_rate, make_optimizer, set_rate
from .validate import validate

LOADERS = {"nano": load_start, "inception": load_inception, "mobilenet": load_mobilenet}
PARTS = ("type", "box", "distance", "mask", "area", "soft type", "soft side")


def save(out, name, config_path, model, average, optimizer, progress, is_best):
    """What export reads (`<name>.pt`, and of all so far the best by validation), and what --resume reads (`state.pt`)."""
    config = json.loads(Path(config_path).read_text())
    for file in (f"{name}.pt", f"{name}.best.pt") if is_best else (f"{name}.pt",):
        torch.save({"weights": average.state_dict(), "config": config, "progress": progress}, out / file)
    state = {"model": model, "average": average, "optimizer": optimizer}
    torch.save({**{key: part.state_dict() for key, part in state.items()}, "progress": progress}, out / "state.pt")


def plans_of(stage, pool, rng, batch):
    return lambda: draw_plan(rng, pool, batch, stage.size, stage.mosaic, stage.scale)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--packed", required=True, help="the folder that prepare wrote")
    parser.add_argument("--data", required=True, help="the data folder (for the start weights)")
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--check-minutes", type=float, default=2.0, help="time between validations")
    parser.add_argument(
        "--start", help="a .pt or a shipped .fp16.onnx to start from, in place of the config's; classes go by name"
    )
    parser.add_argument("--resume", help="a state.pt of an interrupted run")
    parser.add_argument("--eager", action="store_true", help="no CUDA graph")
    parser.add_argument("--compile", action="store_true", help="torch.compile painting and loss: a minute, then a quarter faster")
    parser.add_argument("--teachers", nargs="+", help="trained .pt or shipped .fp16.onnx files whose mean answer the model learns as well")
    parser.add_argument("--leave-out", type=int, choices=range(FOLDS), help="train without this fold of data.crossed")
    args = parser.parse_args()
    began = time.time()
    config = load_config(args.config)
    train = config.train
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(train.seed)
    rng = np.random.default_rng(train.seed)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)

    packed = Path(args.packed)
    labels = dict(np.load(packed / "labels.npz"))
    images, bits = (np.load(packed / f"{name}.npy", mmap_mode="r") for name in ("images", "bits"))
    painter = Painter(images, bits, labels, device, mirror_numbers(config))
    model = make_detector(config.model, len(config.classes)).to(device)

    def some_pictures(stage):
        plan = plans_of(stage, sampling_pool(labels, config, stage), rng, train.batch)()
        return painter.paint({name: value.to(device) for name, value in plan.items()}, stage.size)

    if args.start and args.start.endswith(".onnx"):
        load_shipped(model, args.start, config.classes, disturb(some_pictures(train.stages[0]), train.disturb))
    elif args.start:
        load_checkpoint(model, read_checkpoint(args.start), config.classes)
    elif config.start and not args.resume:
        start, pictures = Path(args.data) / config.start, some_pictures(replace(train.stages[0], mosaic=0.0))
        LOADERS[config.model.backbone](model, start, pictures)
    model = model.to(memory_format=torch.channels_last).train()
    drop_paths(model, train.drop)
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
    compiled = (lambda part: torch.compile(part, dynamic=False)) if args.compile else (lambda part: part)
    print(f"{(~labels['val']).sum()} training pictures on {device}, ready after {time.time() - began:.0f} s", flush=True)

    budget, from_nothing = args.minutes * 60, not (args.start or args.resume)
    progress, steps, checked, logged = offset, 0, time.time(), (time.time(), 0)
    ends = np.cumsum([stage.share for stage in train.stages])
    current, step, best = None, None, -1.0
    while progress < 1:
        stage = train.stages[min(int(np.searchsorted(ends, progress, side="right")), len(ends) - 1)]
        if stage is not current:
            draw = plans_of(stage, sampling_pool(labels, config, stage, args.leave_out), rng, train.batch)
            if current is None or (stage.size, stage.snap) != (current.size, current.snap):
                step = None
                snap_large(model, stage.snap)
                graph = device.type == "cuda" and not args.eager
                step = Step(model, average, painter, optimizer, config, stage.size, draw, graph, teachers, compiled)
            step.draw, current = draw, stage
            print(f"stage {stage.size} px, mosaic {stage.mosaic}, at {time.time() - began:.0f} s", flush=True)
            logged = (time.time(), steps)
        set_rate(optimizer, learning_rate(train, progress))
        parts = step()
        steps += 1
        if from_nothing and steps * (1 - train.average) < 1 and steps.bit_count() == 1:
            # While young the average forgets the random heads that it began with, each time that its age doubles.
            average.load_state_dict(model.state_dict())
        if steps % 20 == 0 or device.type == "cpu":
            values = parts.tolist()  # also keeps the host from running ahead
            progress = offset + (time.time() - began) / budget
            if steps % 200 == 0 or device.type == "cpu":
                speed = (steps - logged[1]) * train.batch / (time.time() - logged[0])
                logged = (time.time(), steps)
                text = " ".join(f"{name} {value:.3f}" for name, value in zip(PARTS, values))
                print(f"{progress:6.1%} step {steps} {text} {speed:.0f} pictures/s", flush=True)
                if not all(map(math.isfinite, values)):
                    raise SystemExit("the loss is not finite: lower train.rate or look at the data")
            if time.time() - checked > args.check_minutes * 60 or progress >= 1:
                report = validate(average, painter, labels, config, train.stages[-1].size ** 2)
                print(json.dumps({"progress": round(progress, 3), "steps": steps, **report}), flush=True)
                score = report.get("watchedMean", report["mean"])
                save(out, config.name, args.config, model, average, optimizer, progress, score > best)
                best = max(best, score)
                checked = time.time()
    print(f"{steps} steps of {train.batch} in {time.time() - began:.0f} s -> {out / config.name}.pt")


if __name__ == "__main__":
    main()
