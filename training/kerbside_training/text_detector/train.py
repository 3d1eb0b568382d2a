"""Trains the text detector to compute what PP-OCR's does, on pictures that are painted during training. No labels are needed.

    python -m kerbside_training.text_detector.train --teacher detector.onnx --scenes runs/scenes --out runs/text-detector --minutes 9

--teacher is the float file of `export_text` (`text-detector.fp32.onnx`).
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import onnx
import torch
from torch.nn import functional

from ..step import capture, set_rate, update_average
from .net import OnnxGraph, TextDetector
from .scenes import ScenePainter

CHECKED = 256  # pictures of the check at the end
LOGGED = 200  # steps between two lines of the log
WARMUP = 300  # steps in which the rate rises
AVERAGED = 10  # steps between two updates of the average of the weights
PIXEL = 0.3  # pixels above this probability are text (`boxes` in the manifest)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--scenes", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--start", help="a checkpoint to go on from")
    parser.add_argument("--side", type=int, default=480)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--photos", type=int, help="only so many photos (smoke test)")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    args = parser.parse_args()
    began = time.time()
    torch.manual_seed(2 if args.start else 1)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    on_gpu = device.type == "cuda"
    compiled = (lambda part: torch.compile(part, dynamic=False)) if on_gpu else (lambda part: part)
    painter = ScenePainter(args.scenes, args.side, device, args.photos, compiled)
    file = onnx.load(args.teacher)
    teacher = OnnxGraph(file, ["text"]).to(device).eval().requires_grad_(False)
    model = TextDetector(file)
    if args.start:
        model.load_state_dict(torch.load(args.start, map_location="cpu")["weights"])
    model = model.to(device).to(memory_format=torch.channels_last).train()
    average = copy.deepcopy(model).eval()
    optimizer = make_optimizer(model, args.rate, device)

    def run():
        with torch.no_grad():
            pictures = painter.paint(args.batch).contiguous(memory_format=torch.channels_last)
            wanted = teacher(pictures)[0]
        with torch.autocast(device.type, torch.bfloat16, enabled=on_gpu, cache_enabled=False):
            logits = model(pictures)
        loss = compute_loss(logits.float(), wanted)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        return loss.detach()

    set_rate(optimizer, args.rate / WARMUP)
    graph, result = capture(run, optimizer) if on_gpu else (None, None)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    save = lambda: torch.save({"weights": average.state_dict()}, out / "text-detector.pt")
    steps, total, progress, saved = 0, 0.0, 0.0, 0.0
    while progress < 1:
        set_rate(optimizer, args.rate * min(1, (1 + steps) / WARMUP) * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2))
        if graph:
            graph.replay()
        else:
            optimizer.zero_grad(set_to_none=True)
            result = run()
        total += float(result)
        steps += 1
        if steps % AVERAGED == 0:
            update_average(average, model, min(0.99, (1 + steps) / (10 + steps)))
        progress = (time.time() - began) / (args.minutes * 60)
        if steps % LOGGED == 0:
            print(f"{progress:6.1%} step {steps} loss {total / LOGGED:.4f}", flush=True)
            total = 0.0
        if progress > saved + 0.1:
            save()
            saved = progress
    save()
    torch.manual_seed(0)
    report = {"steps": steps, "minutes": round((time.time() - began) / 60, 1), "pictures": steps * args.batch}
    print(json.dumps({**report, "overlap": check(average, teacher, painter)}))


def make_optimizer(model, rate, device):
    """Returns AdamW. The backbone, which is trained already, learns at a seventh of the rate."""
    on_gpu = device.type == "cuda"
    initial = lambda: torch.tensor(rate, device=device) if on_gpu else rate
    backbone = list(model.backbone.parameters())
    rest = [one for name, one in model.named_parameters() if not name.startswith("backbone.")]
    groups = [{"params": rest, "scale": 1.0, "lr": initial()}, {"params": backbone, "scale": 0.15, "lr": initial()}]
    return torch.optim.AdamW(groups, weight_decay=1e-4, **({"fused": True, "capturable": True} if on_gpu else {}))


def compute_loss(logits, wanted):
    """Cross entropy with the teacher's probabilities, more in and around text, and the overlap of both maps."""
    near = functional.max_pool2d(wanted, 9, 1, 4)
    losses = functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * (1 + 4 * near)
    found = torch.sigmoid(logits)
    overlap = 2 * (found * wanted).sum((1, 2, 3)) + 1
    either = found.square().sum((1, 2, 3)) + wanted.square().sum((1, 2, 3)) + 1
    return losses.mean() + 0.2 * (1 - overlap / either).mean()


@torch.no_grad()
def check(model, teacher, painter, batch=16):
    """Returns the overlap of the pixels of text in both maps of new pictures."""
    both = either = 0
    for _ in range(CHECKED // batch):
        pictures = painter.paint(batch)
        wanted = teacher(pictures)[0] > PIXEL
        found = torch.sigmoid(model(pictures)) > PIXEL
        both, either = both + (wanted & found).sum(), either + (wanted | found).sum()
    return round(float(both / either), 4)


if __name__ == "__main__":
    main()
