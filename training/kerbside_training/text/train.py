"""Trains the reader within a wall-clock budget, on lines that are painted during training.

    python -m kerbside_training.text.train --config configs/text.json --pack text.npz --out runs/text --minutes 5

With --ocr (the data folder's `ocr`) the real crops are read at the end of the run. They are used neither for training
nor for selection.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

from ..step import learning_rate, update_average
from .config import load_text_config
from .lines import LinePainter, draw_plan, font_weights, to_device
from .reader import Reader, ctc_loss
from .validate import read_ocr_folder, validate_painted
from .wear import draw_scene, paint_lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", required=True)
    parser.add_argument("--pack", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--batch", type=int, help="instead of the config's (smoke test)")
    parser.add_argument("--start", help="a trained .pt to start from")
    parser.add_argument("--state", help="file of the state of an interrupted run: written at the end, read if it exists")
    parser.add_argument("--seconds", type=float, default=math.inf, help="interrupt after this time, to continue later")
    parser.add_argument("--eager", action="store_true", help="do not compile")
    parser.add_argument("--ocr", help="folder with plates_us, odometer, vin: read at the end")
    args = parser.parse_args()
    began = time.time()
    config = load_text_config(args.config)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(config.seed)
    rng = np.random.default_rng([config.seed, bool(args.start)])
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    pack = dict(np.load(args.pack))
    weights = font_weights(pack, config.held)
    painter = LinePainter(pack, device)
    model = Reader(config.width).to(device).to(memory_format=torch.channels_last)
    if args.start:
        model.load_state_dict(torch.load(args.start, map_location=device)["weights"])
    average = copy.deepcopy(model).eval()
    trained = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in trained if p.ndim > 1], "weight_decay": config.decay},
        {"params": [p for p in trained if p.ndim <= 1], "weight_decay": 0.0},
    ]
    on_gpu = device.type == "cuda"
    optimizer = torch.optim.AdamW(groups, lr=config.rate, **({"fused": True} if on_gpu else {}))
    compiled = (lambda part: torch.compile(part, dynamic=False)) if on_gpu and not args.eager else (lambda part: part)
    scene, trained_model = compiled(draw_scene), compiled(model)
    batch, budget, progress, steps = args.batch or config.batch, args.minutes * 60, 0.0, 0
    started = began
    if args.state and Path(args.state).exists():
        state = torch.load(args.state, map_location=device)
        for part, value in zip((model, average, optimizer), state["parts"]):
            part.load_state_dict(value)
        steps, began = state["steps"], began - state["seconds"]
        rng = np.random.default_rng([config.seed, steps])
        print(f"continuing after step {steps}", flush=True)
    plans = Plans(rng, pack, batch, weights)
    total, logged, saved = 0.0, (time.time(), steps), 0.0
    while progress < 1 and time.time() - started < args.seconds:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(config, progress)
        plan = to_device(plans.next(), device)
        pictures = paint_lines(painter, plan, draw_scene=scene).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16, enabled=on_gpu):
            logits = trained_model(pictures)
        loss = ctc_loss(logits, plan.classes, plan.lengths)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 5.0)
        optimizer.step()
        update_average(average, model, min(config.average, (1 + steps) / (10 + steps)))
        steps += 1
        progress = (time.time() - began) / budget
        total += loss.detach()
        if steps % 100 == 0 or device.type == "cpu" and steps % 10 == 0:
            count = steps - logged[1]
            value, speed = float(total) / count, count * batch / (time.time() - logged[0])
            total, logged = 0.0, (time.time(), steps)
            print(f"{progress:6.1%} step {steps} loss {value:.3f} {speed:.0f} lines/s", flush=True)
            if not math.isfinite(value):
                raise SystemExit("the loss is not finite: lower `rate`")
            if progress > saved + 0.1:
                save(out, args.config, config, average, steps)
                print(json.dumps(validate_painted(average, painter, pack, config, 512)), flush=True)
                saved = progress
    plans.stop()
    if args.state:
        parts = [part.state_dict() for part in (model, average, optimizer)]
        torch.save({"parts": parts, "steps": steps, "seconds": time.time() - began}, args.state)
    save(out, args.config, config, average, steps)
    report = validate_painted(average, painter, pack, config)
    if args.ocr:
        report["real"] = read_ocr_folder(average, args.ocr, device)
    print(json.dumps({"steps": steps, "lines": steps * batch, **report}))


def save(out, config_path, config, average, steps):
    raw = json.loads(Path(config_path).read_text())
    torch.save({"weights": average.state_dict(), "config": raw, "steps": steps}, out / f"{config.name}.pt")


class Plans:
    """Draws plans ahead in a thread, so that the GPU does not wait for numpy."""

    def __init__(self, rng, pack, batch, weights, ahead=4):
        import queue
        import threading

        self.queue, self.open = queue.Queue(ahead), True

        def fill():
            while self.open:
                self.queue.put(draw_plan(rng, pack, batch, weights))

        threading.Thread(target=fill, daemon=True).start()

    def next(self):
        return self.queue.get()

    def stop(self):
        self.open = False
        self.queue.get()


if __name__ == "__main__":
    main()
