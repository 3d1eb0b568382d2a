"""One training step: the rate, the optimizer, and the CUDA graph that holds paint, forward, loss, backward and update."""

import math

import torch

from .augment import draw_plan
from .disturb import disturb
from .losses import damage_loss


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
            pictures = painter.paint(self.plan, stage.size)
            if config.train.disturb:
                pictures = disturb(pictures, config.train.disturb)
            pictures = pictures.contiguous(memory_format=torch.channels_last)
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
