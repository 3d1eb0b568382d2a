"""Trains the wheel analyser; prints accuracy, calibration and reliability on the val crops.

    python -m kerbside_training.crops.train --config configs/wheel-crops.json --data ../../shared/data \
        --start ../models/wheel-crops.fp16.onnx --teachers runs/wheel-teacher/wheel-teacher.pt covering=../models/wheel-crops.fp16.onnx \
        --out runs/wheel-crops

The rate follows the steps, or with --until the time, whichever has advanced further: it always reaches its end.
With --keep, the weights are saved every given number of steps, so that an interrupted run is not lost.
With --leave-out, one of three folds of the train crops is left out and measured instead of val. Its start weights and teachers
must not be trained on these crops.
"""

import argparse
import copy
import json
import time
from dataclasses import replace
from pathlib import Path

import torch

from ..step import update_average
from .analyser import distillation_loss, head_weights, heads_loss, make_analyser
from .calibrate import compute_metrics
from .config import load_crop_config
from .crops import plain_views, random_views, read_crops, render_wheels, rendered_crops, sampling_weights, schedule
from .start import load_analyser_start
from .teachers import Teachers, resize


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--start", required=True, help="a detector's .pt, a shipped analyser or detector (.onnx), or COCO weights (.onnx)")
    parser.add_argument("--teachers", nargs="*", default=[], help="analysers to learn from (.pt, .onnx); `heads=` in front: only these heads")
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, help="instead of the config's")
    parser.add_argument("--until", type=float, help="the deadline, in seconds since 1970")
    parser.add_argument("--seed", type=int, help="instead of the config's")
    parser.add_argument("--rendered", type=int, help="instead of the config's: 0 to measure the effect of rendered wheels")
    parser.add_argument("--leave-out", type=int, help="a fold of the train crops to measure on")
    parser.add_argument("--keep", type=int, default=0, help="save the weights every this many steps")
    parser.add_argument("--channels-last", action="store_true", help="the memory layout that is faster on some GPUs")
    parser.add_argument("--limit", type=int, default=0, help="crops of each split (smoke test)")
    args = parser.parse_args()
    began = time.time()
    config = load_crop_config(args.config)
    config = replace(config, **{name: value for name in ("steps", "seed", "rendered") if (value := getattr(args, name)) is not None})
    wheels = render_wheels(config.rendered) if config.rendered else []
    folders = [Path(args.data) / folder for folder in config.folders]
    train, val = (read_crops(folders, split, config.uncertain, "cpu", args.limit, args.leave_out) for split in ("train", "val"))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    layout = torch.channels_last if args.channels_last else torch.contiguous_format
    torch.manual_seed(config.seed)
    source = torch.Generator(device=device).manual_seed(config.seed)
    train, val = train.to(device), val.to(device)
    rendered = rendered_crops(wheels, device) if wheels else None
    model = load_analyser_start(make_analyser(config).to(device), args.start, plain_views(train, slice(0, 64), config.size))
    model = model.to(memory_format=layout)
    teachers = Teachers(args.teachers, device, layout)
    size = teachers.largest(config.size)
    average = copy.deepcopy(model).eval()
    weights = head_weights(train.labels)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=config.rate, weight_decay=config.decay)
    rendered_count = int(config.batch * config.rendered_share) if rendered else 0
    sources = [(train, sampling_weights(train), config.batch - rendered_count)]
    if rendered:
        sources.append((rendered, sampling_weights(rendered), rendered_count))
    print(f"{len(train)} crops, {len(wheels)} rendered, {len(val)} to measure on, ready after {time.time() - began:.0f} s", flush=True)
    started, step, progress = time.time(), 0, 0.0
    while progress < 1:
        for group in optimizer.param_groups:
            group["lr"] = schedule(config, progress)
        views, labels = [], []
        for crops, probabilities, count in sources:
            numbers = torch.multinomial(probabilities, count, replacement=True, generator=source)
            views.append(random_views(crops, numbers, size, source))
            labels.append(crops.labels[numbers])
        views = torch.cat(views).contiguous(memory_format=layout)
        model.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(resize(views, config.size))
            predictions = teachers.predict(views)
        loss = heads_loss(logits, torch.cat(labels), weights, config) + config.taught * distillation_loss(logits, predictions, config)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        update_average(average, model, min(config.average, (1 + step) / (10 + step)))
        step += 1
        if step % 250 == 0 or device.type == "cpu":
            print(f"step {step} of {config.steps}, loss {float(loss.detach()):.3f}, {time.time() - began:.0f} s", flush=True)
        if args.keep and step % args.keep == 0:
            save(args, config, average, {"steps": step})
        passed = (time.time() - started) / max(1.0, args.until - started) if args.until else 0.0
        progress = max(step / config.steps, passed)
    with torch.no_grad():
        logits = torch.cat([average(plain_views(val, slice(first, first + 64), config.size)) for first in range(0, len(val), 64)])
    report = compute_metrics(logits, val.labels, val.groups, val.sets)
    measured = {"logits": logits.float().cpu(), "labels": val.labels.cpu(), "sets": val.sets.tolist()}
    save(args, config, average, {"steps": step, "report": report, "measured": measured})
    (Path(args.out) / f"{config.name}.report.json").write_text(json.dumps(report, indent=2))
    print(f"{step} of {config.steps} steps, {time.time() - began:.0f} s")
    for head, figures in report.items():
        print(head, json.dumps(figures))


def save(args, config, average, more):
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    raw = {**json.loads(Path(args.config).read_text()), "steps": config.steps, "seed": config.seed}
    torch.save({"weights": average.state_dict(), "config": raw, **more}, out / f"{config.name}.pt")


if __name__ == "__main__":
    main()
