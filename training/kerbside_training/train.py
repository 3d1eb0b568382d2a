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
from pathlib import Path

import numpy as np
import torch

from .augment import Painter, draw_plan
from .config import load_config
from .losses import damage_loss
from .metrics import average_precision
from .model import Detector
from .predict import predict
from .start import load_start

PARTS = ("type", "box", "distance", "mask", "area")


def sampling_pool(labels, config):
    """Training pictures with weights: rarer classes are drawn more often (square root), sets by `emphasis`."""
    index = np.flatnonzero(~labels["val"])
    kinds = labels["labels"][index]
    count = np.array([(kinds == number).any(1).sum() for number in range(len(config.classes))])
    share = np.maximum(count, 1) / len(index)
    factor = np.maximum(1.0, np.sqrt(0.06 / share)).clip(max=6.0)
    weight = np.array([max([factor[kind] for kind in row if kind >= 0], default=1.0) for row in kinds])
    weight *= np.array([config.data.emphasis.get(name, 1.0) for name in labels["sets"][index]])
    return {
        "index": index,
        "weight": weight / weight.sum(),
        "sizes": labels["sizes"],
        "stretched": labels["stretched"],
        "slots": labels["labels"].shape[1],
    }


def learning_rate(train, progress):
    if progress < train.warmup:
        return train.rate * (0.05 + 0.95 * progress / train.warmup)
    if progress < train.flat:
        return train.rate
    fall = (min(progress, 1.0) - train.flat) / (1 - train.flat)
    return train.rate * (train.final_rate + (1 - train.final_rate) * (1 + math.cos(math.pi * fall)) / 2)


def make_optimizer(model, train, device):
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": train.decay}, {"params": plain, "weight_decay": 0.0}]
    if device.type == "cuda":
        return torch.optim.AdamW(groups, lr=torch.tensor(train.rate, device=device), fused=True, capturable=True)
    return torch.optim.AdamW(groups, lr=train.rate)


def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        if torch.is_tensor(group["lr"]):
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


class Step:
    """One training step at one picture size, as a CUDA graph where there is CUDA."""

    def __init__(self, model, average, painter, optimizer, config, stage, pool, rng, graph):
        self.draw = lambda: draw_plan(rng, pool, config.train.batch, stage.size, stage.mosaic, stage.scale)
        device = painter.pixels.device
        self.plan = {name: value.to(device) for name, value in self.draw().items()}
        decay = config.train.average
        weights = [value for value in model.state_dict().values() if value.is_floating_point()]
        averages = [value for value in average.state_dict().values() if value.is_floating_point()]

        def run():
            pictures = painter.paint(self.plan, stage.size).contiguous(memory_format=torch.channels_last)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda", cache_enabled=False):
                outputs = model(pictures)
            loss, parts = damage_loss(
                outputs, painter, self.plan, stage.size, len(config.classes), config.model.bins, config.train
            )
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 20.0)
            optimizer.step()
            with torch.no_grad():
                torch._foreach_mul_(averages, decay)
                torch._foreach_add_(averages, weights, alpha=1 - decay)
            return parts

        self.run, self.optimizer, self.graph = run, optimizer, None
        if not graph:
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                optimizer.zero_grad(set_to_none=True)
                run()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        optimizer.zero_grad(set_to_none=True)
        with torch.cuda.graph(self.graph):
            self.parts = run()

    def __call__(self):
        for name, value in self.draw().items():
            self.plan[name].copy_(value, non_blocking=True)
        if self.graph:
            self.graph.replay()
            return self.parts
        self.optimizer.zero_grad(set_to_none=True)
        return self.run()


def validate(model, painter, labels, config, area, square=False):
    """AP50 of each class over all val pictures and over CarDD's, and false alarms on the negatives."""
    numbers = np.flatnonzero(labels["val"])
    found = predict(model, painter, numbers, area, square)
    truths = [{key: labels[key][number] for key in ("boxes", "labels", "labelled")} for number in numbers]
    empty = labels["sets"][numbers] == "dsmlr_carparts"
    report = {"false": float(np.mean([(found[i][1] >= 0.3).sum() for i in np.flatnonzero(empty)] or [0]))}
    for scope, chosen in (("all", ~empty), ("cardd", labels["sets"][numbers] == "cardd_train_orig")):
        rows = np.flatnonzero(chosen)
        values = {
            name: average_precision([found[i] for i in rows], [truths[i] for i in rows], number)
            for number, name in enumerate(config.classes)
        }
        report[scope] = {name: round(value, 3) for name, value in values.items() if value is not None}
    six = [report["cardd"][name] for name in config.classes[:6] if name in report["cardd"]]
    report["cardd6"] = float(np.mean(six)) if six else 0.0
    report["mean"] = float(np.mean(list(report["all"].values()))) if report["all"] else 0.0
    return report


def save(path, average, config_path, progress):
    torch.save({"weights": average.state_dict(), "config": json.loads(Path(config_path).read_text()), "progress": progress}, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--packed", required=True, help="the folder that prepare wrote")
    parser.add_argument("--data", required=True, help="the data folder (for the start weights)")
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--check-minutes", type=float, default=2.0, help="time between validations")
    parser.add_argument("--resume", help="a state.pt of an interrupted run")
    parser.add_argument("--eager", action="store_true", help="no CUDA graph")
    parser.add_argument("--compile", action="store_true", help="torch.compile the model")
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
    painter = Painter(np.load(packed / "images.npy", mmap_mode="r"), np.load(packed / "bits.npy", mmap_mode="r"), labels, device)
    pool = sampling_pool(labels, config)
    model = Detector(len(config.classes), config.model.width, config.model.bins, config.model.prototypes).to(device)
    if config.start and not args.resume:
        first = draw_plan(rng, pool, train.batch, train.stages[0].size, 0.0, train.stages[0].scale)
        load_start(model, Path(args.data) / config.start, painter.paint({k: v.to(device) for k, v in first.items()}, train.stages[0].size))
    model = model.to(memory_format=torch.channels_last).train()
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
    trained = torch.compile(model, dynamic=False) if args.compile else model
    print(f"{len(pool['index'])} training pictures on {device}, ready after {time.time() - began:.0f} s", flush=True)

    budget = args.minutes * 60
    progress, steps, checked, logged = offset, 0, time.time(), (time.time(), 0)
    ends = np.cumsum([stage.share for stage in train.stages])
    current, step = None, None
    while progress < 1:
        stage = train.stages[min(int(np.searchsorted(ends, progress, side="right")), len(ends) - 1)]
        if stage is not current:
            step = None
            step, current = Step(trained, average, painter, optimizer, config, stage, pool, rng, device.type == "cuda" and not args.eager), stage
            print(f"stage {stage.size} px, mosaic {stage.mosaic}, at {time.time() - began:.0f} s", flush=True)
            logged = (time.time(), steps)
        set_rate(optimizer, learning_rate(train, progress))
        parts = step()
        steps += 1
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
                save(out / f"{config.name}.pt", average, args.config, progress)
                torch.save({"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(), "progress": progress}, out / "state.pt")
                checked = time.time()
    print(f"{steps} steps of {train.batch} in {time.time() - began:.0f} s -> {out / config.name}.pt")


if __name__ == "__main__":
    main()
