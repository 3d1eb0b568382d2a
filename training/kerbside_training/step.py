"""One training step: the rate, the optimizer, and the CUDA graph that holds paint, forward, loss, backward and update."""

import math
from contextlib import contextmanager

import torch

from .distil import soft_loss
from .disturb import disturb
from .losses import damage_loss
from .model import anchor_points
from .turn import turn, turn_back, turned_per_batch


def learning_rate(train, progress):
    if progress < train.warmup:
        return train.rate * (0.05 + 0.95 * progress / train.warmup)
    if progress < train.flat:
        return train.rate
    fall = (min(progress, 1.0) - train.flat) / (1 - train.flat)
    return train.rate * (train.final_rate + (1 - train.final_rate) * (1 + math.cos(math.pi * fall)) / 2)


@torch.no_grad()
def update_average(average, model, decay):
    """Updates the moving average of the weights (and of the norms' statistics)."""
    pairs = list(zip(average.state_dict().values(), model.state_dict().values()))
    kept, new = zip(*(pair for pair in pairs if pair[0].is_floating_point()))
    torch._foreach_mul_(kept, decay)
    torch._foreach_add_(kept, new, alpha=1 - decay)


def make_optimizer(model, train, device):
    """Returns AdamW: matrices decay, and a pretrained backbone learns at its own rate (`scale`)."""
    groups = {}
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        in_backbone = name.startswith("backbone.")
        scale = train.backbone_rate if in_backbone else 1.0
        if in_backbone and train.layer_decay < 1:
            scale *= train.layer_decay ** model.depth_of(name)
        decay = train.decay if parameter.ndim > 1 and "pos_embed" not in name else 0.0
        groups.setdefault((scale, decay), []).append(parameter)
    on_gpu = device.type == "cuda"
    rate = lambda: torch.tensor(train.rate, device=device) if on_gpu else train.rate
    return torch.optim.AdamW(
        [
            {"params": parameters, "weight_decay": decay, "scale": scale, "lr": rate()}
            for (scale, decay), parameters in groups.items()
        ],
        **({"fused": True, "capturable": True} if on_gpu else {}),
    )


def set_rate(optimizer, rate):
    for group in optimizer.param_groups:
        if torch.is_tensor(group["lr"]):
            group["lr"].fill_(rate * group["scale"])
        else:
            group["lr"] = rate * group["scale"]


class Snapshot:
    """A copy of model, average and optimizer states that `restore` writes back."""

    def __init__(self, model, average, optimizer):
        states = [value for state in optimizer.state.values() for value in state.values() if torch.is_tensor(value)]
        tensors = [*model.state_dict().values(), *average.state_dict().values(), *states]
        self.pairs = [(tensor, tensor.clone()) for tensor in tensors]

    @torch.no_grad()
    def restore(self):
        for tensor, copy in self.pairs:
            tensor.copy_(copy)


@contextmanager
def compile_parts(model):
    """Compiles the blocks of a model one by one while it is captured: the whole model takes too long. Eager again on exit."""
    limits = torch._dynamo.config
    for name in ("recompile_limit", "cache_size_limit"):
        if hasattr(limits, name):
            setattr(limits, name, 64)
    parts = list(model.parts_to_compile())
    for part in parts:
        part.compile(dynamic=False)
    try:
        yield
    finally:
        for part in parts:
            part._compiled_call_impl = None


class Step:
    """One training step at one picture size, as a CUDA graph on CUDA devices.

    `draw` returns the plan of a batch; a stage of the same size may replace it. `compiled` is applied to painting and to
    the loss: each runs a hundred small kernels, or a few when compiled.
    """

    def __init__(self, model, average, painter, optimizer, config, size, draw, graph, teachers, compiled):
        self.draw = draw
        device = painter.device
        self.plan = {name: value.to(device) for name, value in self.draw().items()}
        decay = config.train.average
        weights = [value for value in model.state_dict().values() if value.is_floating_point()]
        averages = [value for value in average.state_dict().values() if value.is_floating_point()]

        classes, bins, weights_of = len(config.classes), config.model.bins, config.train.weights
        turned = turned_per_batch(config.train.turned, config.train.batch)

        def paint(plan):
            """Returns the pictures of the teachers, and those of the student: disturbed and turned."""
            clean = painter.paint(plan, size)
            pictures = disturb(clean, config.train.disturb) if config.train.disturb else clean
            views = clean, turn(pictures, turned) if turned else pictures
            return [view.contiguous(memory_format=torch.channels_last) for view in views]

        def loss_of(outputs, plan, predictions):
            loss, parts = damage_loss(outputs, painter, plan, size, classes, bins, config.train)
            if predictions is None:
                return loss, parts
            taught = painter.taught_at(plan, anchor_points(outputs[:3])[0])
            soft = torch.stack(soft_loss(outputs, predictions, taught, classes, bins))
            loss = loss + weights_of["soft type"] * soft[0] + weights_of["soft side"] * soft[1]
            return loss, torch.cat([parts, soft.detach()])

        paint, loss_of = compiled(paint), compiled(loss_of)

        def run():
            clean, pictures = paint(self.plan)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda", cache_enabled=False):
                predictions = teachers.predict(clean) if teachers else None
                outputs = model(pictures)
            if turned:
                outputs = turn_back(outputs, turned, classes, bins)
            loss, parts = loss_of(outputs, self.plan, predictions)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), config.train.clip)
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
