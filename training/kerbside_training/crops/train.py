"""Train the wheel analyser; prints accuracy, calibration and reliability on the val crops.

    python -m kerbside_training.crops.train --config configs/wheel-crops.json --data ../../shared/data \
        --start ../models/wheel-crops.fp16.onnx --teachers runs/wheel-teacher/wheel-teacher.pt --out runs/wheel-crops

With --leave-out, one of three folds of the train crops is left out and measured instead of val. Such a run must not start from,
or learn from, weights that have seen these crops.
"""

import argparse
import copy
import json
import time
from dataclasses import replace
from pathlib import Path

import torch

from ..model import Detector
from ..shipped import load_folded, read_weights
from ..start import load_checkpoint, load_start, read_checkpoint
from ..text.train import follow
from .analyser import head_weights, heads_loss, make_analyser, taught_loss
from .calibrate import judge
from .config import load_crop_config, parse_crop_config
from .crops import drawing_chances, plain_views, random_views, read_crops, render_wheels, rendered_crops, schedule


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--start", required=True, help="a detector's .pt, a shipped analyser or detector (.onnx), or COCO weights (.onnx)")
    parser.add_argument("--teachers", nargs="*", default=[], help="checkpoints of analysers to learn from")
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, help="instead of the config's")
    parser.add_argument("--seed", type=int, help="instead of the config's")
    parser.add_argument("--rendered", type=int, help="instead of the config's: 0 shows what rendering is worth")
    parser.add_argument("--leave-out", type=int, help="a fold of the train crops to measure on")
    parser.add_argument("--limit", type=int, default=0, help="crops of each split (smoke test)")
    args = parser.parse_args()
    began = time.time()
    config = load_crop_config(args.config)
    config = replace(config, **{name: value for name in ("steps", "seed", "rendered") if (value := getattr(args, name)) is not None})
    wheels = render_wheels(config.rendered) if config.rendered else []
    folders = [Path(args.data) / folder for folder in config.folders]
    train, val = (read_crops(folders, split, config.uncertain, "cpu", args.limit, args.leave_out) for split in ("train", "val"))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(config.seed)
    source = torch.Generator(device=device).manual_seed(config.seed)
    train, val = train.to(device), val.to(device)
    made = rendered_crops(wheels, device) if wheels else None
    model = load_analyser_start(make_analyser(config).to(device), args.start, plain_views(train, slice(0, 64), config.size))
    teachers = [read_teacher(path, device) for path in args.teachers]
    average = copy.deepcopy(model).eval()
    weights = head_weights(train.labels)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=config.rate, weight_decay=config.decay)
    drawn = int(config.batch * config.rendered_share) if made else 0
    sources = [(train, drawing_chances(train), config.batch - drawn)]
    if made:
        sources.append((made, drawing_chances(made), drawn))
    print(f"{len(train)} crops, {len(wheels)} drawn, {len(val)} to measure on, ready after {time.time() - began:.0f} s", flush=True)
    for step in range(config.steps):
        for group in optimizer.param_groups:
            group["lr"] = schedule(config, step / config.steps)
        views, labels = [], []
        for crops, chances, count in sources:
            numbers = torch.multinomial(chances, count, replacement=True, generator=source)
            views.append(random_views(crops, numbers, config.size, source))
            labels.append(crops.labels[numbers])
        views = torch.cat(views)
        model.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(views)
            with torch.no_grad():
                answers = [teacher(views) for teacher in teachers]
        loss = heads_loss(logits, torch.cat(labels), weights, config)
        if teachers:
            loss = loss + config.taught * taught_loss(logits, answers, config)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        follow(average, model, min(config.average, (1 + step) / (10 + step)))
        if step % 250 == 249 or device.type == "cpu":
            print(f"step {step + 1} of {config.steps}, loss {float(loss):.3f}, {time.time() - began:.0f} s", flush=True)
    with torch.no_grad():
        logits = torch.cat([average(plain_views(val, slice(first, first + 64), config.size)) for first in range(0, len(val), 64)])
    report = judge(logits, val.labels, val.groups, val.sets)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    raw = json.loads(Path(args.config).read_text())
    measured = {"logits": logits.float().cpu(), "labels": val.labels.cpu(), "sets": val.sets.tolist()}
    torch.save({"weights": average.state_dict(), "config": raw, "report": report, "measured": measured}, out / f"{config.name}.pt")
    (out / f"{config.name}.report.json").write_text(json.dumps(report, indent=2))
    for head, figures in report.items():
        print(head, json.dumps(figures))


def load_analyser_start(model, path, batch):
    """Fills the analyser with what the file has of it: a shipped analyser, or the backbone of a detector."""
    if not path.endswith(".onnx"):
        return load_checkpoint(model, {"config": {"classes": []}, **read_checkpoint(path)}, [])
    shipped = read_weights(path)
    if "heads.weight" in shipped:
        # Rows for features that the shipped analyser does not use start at 0.
        room = torch.zeros(*model.heads.weight.shape)
        known = shipped["heads.weight"]
        room[:, : known.shape[1]] = known
        shipped["heads.weight"] = room
    elif "lateral5.conv.weight" not in shipped:
        detector = Detector(1, len(model.stem.conv.weight) / 64).to(batch.device)
        load_start(detector, path, batch)
        return load_checkpoint(model, {"weights": detector.state_dict(), "config": {"classes": []}}, [])
    return load_folded(model, shipped, batch)


def read_teacher(path, device):
    state = torch.load(path, map_location=device)
    teacher = make_analyser(parse_crop_config(state["config"])).to(device)
    teacher.load_state_dict(state["weights"])
    return teacher.eval().requires_grad_(False)


if __name__ == "__main__":
    main()
