"""Train the wheel analyser; prints accuracy, calibration and reliability on the val crops.

    python -m kerbside_training.crops.train --config configs/wheel-crops.json --data ../../shared/data \
        --start runs/wheels/wheels.pt --out runs/wheel-crops
"""

import argparse
import copy
import json
import time
from pathlib import Path

import torch

from ..model import Detector
from ..shipped import load_folded, read_weights
from ..start import load_checkpoint, load_start, read_checkpoint
from ..text.train import follow
from .analyser import Analyser, head_weights, heads_loss
from .calibrate import judge
from .config import load_crop_config
from .crops import drawing_chances, plain_views, random_views, read_crops, render_wheels, rendered_crops, schedule


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--start", required=True, help="a detector's .pt, a shipped analyser (.onnx), or COCO weights (.onnx)")
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, help="instead of the config's")
    parser.add_argument("--rendered", type=int, help="instead of the config's: 0 shows what rendering is worth")
    parser.add_argument("--limit", type=int, default=0, help="crops of each split (smoke test)")
    args = parser.parse_args()
    began = time.time()
    config = load_crop_config(args.config)
    rendered = config.rendered if args.rendered is None else args.rendered
    wheels = render_wheels(rendered) if rendered else []
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(config.seed)
    source = torch.Generator(device=device).manual_seed(config.seed)
    folders = [Path(args.data) / folder for folder in config.folders]
    train, val = (read_crops(folders, split, config.uncertain, device, args.limit) for split in ("train", "val"))
    made = rendered_crops(wheels, device) if wheels else None
    detector, some = Detector(1, config.width).to(device), plain_views(train, slice(0, 64), config.size)
    shipped = read_weights(args.start) if args.start.endswith(".onnx") else {}
    if shipped and "heads.weight" not in shipped:
        load_start(detector, args.start, some)
    elif not shipped:
        load_checkpoint(detector, read_checkpoint(args.start), [])
    model = Analyser(detector, config.dropout).to(device)
    if "heads.weight" in shipped:
        load_folded(model, shipped, some)
    average = copy.deepcopy(model).eval()
    weights = head_weights(train.labels)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.rate, weight_decay=config.decay)
    steps = args.steps or config.steps
    drawn = int(config.batch * config.rendered_share) if made else 0
    sources = [(train, drawing_chances(train), config.batch - drawn)]
    if made:
        sources.append((made, drawing_chances(made), drawn))
    print(f"{len(train)} crops, {rendered} rendered, ready after {time.time() - began:.0f} s", flush=True)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = schedule(config, step / steps)
        views, labels = [], []
        for crops, chances, count in sources:
            numbers = torch.multinomial(chances, count, replacement=True, generator=source)
            views.append(random_views(crops, numbers, config.size, source))
            labels.append(crops.labels[numbers])
        model.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(torch.cat(views))
        loss = heads_loss(logits, torch.cat(labels), weights, config)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        follow(average, model, min(config.average, (1 + step) / (10 + step)))
        if step % 250 == 249 or device.type == "cpu":
            print(f"step {step + 1} of {steps}, loss {float(loss):.3f}, {time.time() - began:.0f} s", flush=True)
    with torch.no_grad():
        logits = torch.cat([average(plain_views(val, slice(first, first + 64), config.size)) for first in range(0, len(val), 64)])
    report = judge(logits, val.labels, val.groups, val.sets)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    raw = json.loads(Path(args.config).read_text())
    torch.save({"weights": average.state_dict(), "config": raw, "report": report}, out / f"{config.name}.pt")
    (out / f"{config.name}.report.json").write_text(json.dumps(report, indent=2))
    for head, figures in report.items():
        print(head, json.dumps(figures))


if __name__ == "__main__":
    main()
