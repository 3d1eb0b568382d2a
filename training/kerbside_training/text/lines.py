"""Pictures of text lines, drawn as numbers on the CPU and painted on the GPU.

`draw_plan` takes texts from the pack and draws the random numbers of a batch with numpy (so a seed fixes them);
`LinePainter` puts the glyphs of the pack on a warped plane: one lookup per pixel. wear.py adds ink, relief, dirt,
light, blur and noise.

Positions on a line: `u` along it and `v` down it, in heights of a capital; v is 0 at its top and 1 on the base line.
"""

from typing import NamedTuple

import numpy as np
import torch

from .alphabet import CLASS_OF_GLYPH, GLYPHS
from .cells import BASE, CAP, HEIGHT, PAD, WIDTH
from .strings import KINDS

SIZE = (32, 256)  # of the reader's input: height, width
FINE = 2  # factor of the painted size, then averaged
TURN = 1.4  # a drum's distance from digit to digit, in heights of a capital
GROUPS = 16  # parts of a batch that share one resolution

# Resolution of a line in pixels: range of heights, range of widths.
RESOLUTION = {
    "vin": ((11, 32), (128, 256)),
    "plate": ((11, 32), (48, 240)),
    "odometer": ((11, 32), (22, 128)),
    "word": ((11, 32), (64, 256)),
}


class Layout(NamedTuple):
    """The positions of the glyphs of each line."""

    glyphs: np.ndarray  # (batch, longest) numbers, -1 for none
    font: np.ndarray  # (batch,)
    starts: np.ndarray  # (batch, longest + 1): start of each glyph's slot, in u
    gap: np.ndarray  # (batch,) between glyphs
    stretch: np.ndarray  # (batch,) of their width


class Plan(NamedTuple):
    """A batch before it is painted."""

    lines: dict  # of arrays or tensors, one row per line: what LinePainter and wear.py read
    sizes: list  # per group of lines its resolution (height, width)
    seed: int  # of wear.py's random numbers
    classes: object  # of all lines in a row
    lengths: object  # how many of them each line has
    kinds: list


def font_weights(pack, held):
    """Returns for each kind the probability of each font. `held`: names of fonts for validation only."""
    families, styles = pack["families"], pack["looks"]
    share = 1 / np.array([np.sum(families == family) for family in families])
    factor = {
        "vin": {"plain": 1.0, "signage": 3.0, "serif": 0.25, "segment": 0.0, "dots": 12.0, "plate": 0.6},
        "plate": {"plain": 1.0, "signage": 5.0, "serif": 0.15, "segment": 0.0, "dots": 0.0, "plate": 3.0},
        "odometer": {"plain": 1.0, "signage": 2.0, "serif": 0.3, "segment": 20.0, "dots": 6.0, "plate": 0.5},
        "word": {"plain": 1.0, "signage": 1.0, "serif": 0.5, "segment": 0.0, "dots": 1.0, "plate": 1.0},
    }
    unseen = np.isin(pack["names"], held)
    weights = np.stack([share * [factor[kind][style] for style in styles] * ~unseen for kind in KINDS])
    return weights / weights.sum(1, keepdims=True)


def lay_out(rng, pack, rows, weights):
    """Draws fonts and spacing for the texts `rows` of the pack."""
    glyphs, kinds = pack["glyphs"][rows], pack["kinds"][rows]
    fonts = np.stack([rng.choice(weights.shape[1], len(rows), p=row) for row in weights])
    font = fonts[kinds, np.arange(len(rows))]
    stretch = np.exp(rng.normal(-0.1, 0.22, len(rows)))
    gap = np.where(rng.random(len(rows)) < 0.7, rng.uniform(0.0, 0.25, len(rows)), rng.uniform(0.1, 0.6, len(rows)))
    # Some lines are monospaced, as on plates, drums and stamps.
    natural = pack["widths"][font[:, None], glyphs.clip(min=0)] / CAP
    even = np.where(rng.random(len(rows)) < 0.4, 1.0, 0.0)[:, None]
    widest = np.where(glyphs >= 0, natural, 0).max(1, keepdims=True)
    advance = np.where(glyphs >= 0, (natural * (1 - even) + widest * even) * stretch[:, None] + gap[:, None], 0)
    starts = np.concatenate([np.zeros((len(rows), 1)), np.cumsum(advance, 1)], 1)
    return Layout(glyphs, font, starts, np.where(glyphs >= 0, advance - natural * stretch[:, None], 0), stretch)


def homographies(rng, total, size, ends, cut_share):
    """Draws maps (batch, 3, 3) from picture points to positions on the line, which almost fills the picture.

    `ends` (2, batch): width of what the picture shows left and right of the line, for example the band of a plate.
    `cut_share` (batch,): probability that the picture cuts the first or last character.
    """
    batch, (height, width) = len(total), size
    cut = -rng.uniform(0, 0.15, (2, batch)) * width / total
    side = np.where(rng.random((2, batch)) >= cut_share, rng.uniform(0, 0.09, (2, batch)) * width, cut)
    side = np.where(ends > 0, ends / (total + ends.sum(0)) * width, side)
    # The upright box of a tilted line is higher than its letters.
    tilt = rng.normal(0, 1, batch) * np.where(rng.random(batch) < 0.35, 0.1, 0.025) * height
    above, below = rng.uniform(-0.06, 0.3, (2, batch)) * height + np.abs(tilt) * 0.8
    # Letters lean by a part of their height, which is magnified if a short line is stretched to the whole width.
    lean = rng.normal(0, 0.07, batch) + np.where(rng.random(batch) < 0.15, rng.uniform(0.05, 0.3, batch), 0)
    slant = lean / 2 * width / total
    left, right = side[0], width - side[1]
    corners = np.stack([
        np.stack([left + slant, above], 1), np.stack([right + slant, above], 1),
        np.stack([right - slant, height - below], 1), np.stack([left - slant, height - below], 1),
    ], 1)
    corners[..., 1] += np.stack([-tilt, tilt, tilt, -tilt], 1)
    corners += rng.normal(0, 1, corners.shape) * [0.008 * width, 0.035 * height]
    zero, one = np.zeros(batch), np.ones(batch)
    places = np.stack([np.stack([zero, zero], 1), np.stack([total, zero], 1), np.stack([total, one], 1), np.stack([zero, one], 1)], 1)
    x, y, u, v = corners[..., 0], corners[..., 1], places[..., 0], places[..., 1]
    o, i = np.zeros_like(x), np.ones_like(x)
    rows = np.concatenate([np.stack([x, y, i, o, o, o, -u * x, -u * y], 2), np.stack([o, o, o, x, y, i, -v * x, -v * y], 2)], 1)
    solved = np.linalg.solve(rows, np.concatenate([u, v], 1)[..., None])[..., 0]
    maps = np.concatenate([solved, np.ones((batch, 1))], 1).reshape(batch, 3, 3)
    # For about one line in a thousand the plane's horizon is inside the picture: that line is shown flat.
    edges = np.array([(0, 0, 1), (width, 0, 1), (0, height, 1), (width, height, 1)]).T
    is_broken = (maps[:, 2] @ edges).min(1) < 0.2
    flat = np.zeros((batch, 3, 3))
    flat[:, 0, 0], flat[:, 1, 1], flat[:, 2, 2] = total / width, 1 / height, 1
    return np.where(is_broken[:, None, None], flat, maps)


def draw_band(rng, text, is_plate, total):
    """Draws the band of a plate at one end or both, with a country's letters low in it, or a region's name.

    Returns the widths at both ends (2, batch), and how the second text is placed there.
    """
    batch = len(total)
    kind = np.where(is_plate & (rng.random(batch) < 0.3), rng.choice((1, 1, 1, 2), batch), 0)  # 1 left, 2 right
    both = (kind > 0) & (rng.random(batch) < 0.2)
    width = rng.uniform(0.3, 0.75, batch)
    count = np.where(kind > 0, rng.integers(1, 4, batch), text.glyphs.shape[1])
    length = np.maximum(text.starts[np.arange(batch), np.minimum(count, text.starts.shape[1] - 1)], 0.5)
    scale = np.minimum(rng.uniform(0.18, 0.4, batch), 0.8 * width / length)
    gap = rng.uniform(0.12, 0.3, batch)  # between the band and the line
    spare = (width - length * scale) / 2
    ends = np.zeros((2, batch))
    ends[0] = np.where((kind == 1) | both, width + gap, 0)
    ends[1] = np.where((kind == 2) | both, width + gap, 0)
    shift = np.where(kind == 2, total + gap + spare, -gap - width + spare)
    top = np.where(rng.random(batch) < 0.8, 1 - scale - rng.uniform(-0.05, 0.15, batch), rng.uniform(0, 0.5, batch))
    shown = rng.random(batch) < 0.85
    return ends, {"kind": kind, "count": count, "other_scale": scale, "other_shift": shift, "other_top": top, "other": shown}


def draw_plan(rng, pack, batch, weights):
    """Draws texts, fonts and positions, and around each line one or two others that are not labelled."""
    rows = rng.integers(len(pack["glyphs"]), size=batch)
    rows = rows[np.argsort(pack["kinds"][rows], kind="stable")]  # sorted by kind: groups share resolutions
    main = lay_out(rng, pack, rows, weights)
    other = lay_out(rng, pack, rng.integers(len(pack["glyphs"]), size=batch), weights)
    kinds = pack["kinds"][rows]
    total = main.starts[:, -1]
    drum = (kinds == KINDS.index("odometer")) & (rng.random(batch) < 0.35) & (pack["looks"][main.font] != "segment")
    # The last drum is between two digits; the others deviate slightly.
    count = (main.glyphs >= 0).sum(1)
    turn = rng.normal(0, 0.03, main.glyphs.shape)
    turn[np.arange(batch), count - 1] = rng.choice((0.0, 0.12, 0.25), batch, p=(0.6, 0.25, 0.15)) * rng.random(batch)
    is_vin = kinds == KINDS.index("vin")
    # Labels with VINs are dense: most often there is a line above or below, or both, with letters of the same size.
    scale, far = np.where(is_vin, rng.uniform(0.4, 1.3, (2, batch)), rng.uniform(0.25, 1.1, (2, batch)))
    below = rng.random(batch) < 0.5
    gap, far_gap = np.where(is_vin, rng.uniform(0.12, 0.7, (2, batch)), rng.uniform(0.12, 0.4, (2, batch)))
    ends, band = draw_band(rng, other, kinds == KINDS.index("plate"), total)
    # Most lines have some margin at their ends. Close-ups of an odometer often end at its last digit.
    cut_share = np.where(kinds == KINDS.index("odometer"), 0.35, 0.15)
    lines = {
        "map": homographies(rng, total, SIZE, ends, cut_share), "total": total, "ends": ends.T, "band_kind": band["kind"], "drum": drum, "turn": turn * drum[:, None],
        "other_scale": scale, "other_shift": rng.uniform(-0.2, 0.6, batch) * total,
        "other_top": np.where(below, 1 + gap, -gap - scale), "other": rng.random(batch) < np.where(is_vin, 0.6, 0.35), "vin": is_vin,
        "far_scale": far, "far_shift": rng.uniform(-0.9, 0.6, batch) * total, "far_top": np.where(below, -far_gap - far, 1 + far_gap),
        "far": rng.random(batch) < np.where(is_vin, 0.4, 0.12),
    }
    for name in ("other_scale", "other_shift", "other_top", "other"):
        lines[name] = np.where(band["kind"] > 0, band[name], lines[name])
    # A band shows only the first characters of its text.
    other = other._replace(glyphs=np.where(np.arange(other.glyphs.shape[1]) < band["count"][:, None], other.glyphs, -1))
    for name, layout in (("main", main), ("next", other)):
        lines.update({f"{name}_{field}": value for field, value in layout._asdict().items()})
    classes = np.where(main.glyphs >= 0, np.array(CLASS_OF_GLYPH)[main.glyphs.clip(min=0)], 0)
    sizes = [draw_size(rng, KINDS[part[len(part) // 2]]) for part in np.array_split(kinds, GROUPS) if len(part)]
    return Plan(lines, sizes, int(rng.integers(2**31)), classes[classes > 0], (classes > 0).sum(1), kinds.tolist())


def draw_size(rng, kind):
    """Draws the resolution (height, width) of a line; height and width are correlated."""
    level, jitter = rng.random(2)
    places = level, min(1.0, max(0.0, level + 0.3 * (jitter - 0.5)))
    return [round(low * (high / low) ** place) for (low, high), place in zip(RESOLUTION[kind], places)]


def to_device(plan, device):
    def convert(value):
        tensor = torch.from_numpy(np.ascontiguousarray(value))
        tensor = {"f": tensor.float, "i": tensor.long, "b": tensor.bool}[value.dtype.kind]()
        return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor

    lines = {name: convert(value) for name, value in plan.lines.items()}
    # Lengths stay on the CPU: CTC reads them there, and would wait for the GPU.
    return plan._replace(lines=lines, classes=convert(plan.classes), lengths=torch.from_numpy(plan.lengths))


class LinePainter:
    """Holds the glyphs on one device."""

    def __init__(self, pack, device):
        self.device = device
        self.cells = torch.from_numpy(pack["cells"]).to(device).flatten()
        self.glyph_count = len(GLYPHS)

    def places(self, lines):
        """Returns u and v of every fine pixel."""
        height, width = SIZE
        y = (torch.arange(height * FINE, device=self.device) + 0.5) / FINE
        x = (torch.arange(width * FINE, device=self.device) + 0.5) / FINE
        row = lambda number: [lines["map"][:, number, column, None, None] for column in range(3)]
        apply = lambda a, b, c: a * x[None, None, :] + b * y[None, :, None] + c
        depth = apply(*row(2))
        return apply(*row(0)) / depth, apply(*row(1)) / depth

    def cover(self, lines, name, u, v, turn=None):
        """Returns the ink (0..1) of the line `name` at each position, and the slot of each position."""
        glyphs, starts = lines[f"{name}_glyphs"], lines[f"{name}_starts"]
        shape, last = u.shape, glyphs.shape[1] - 1
        slot = torch.searchsorted(starts[:, 1:].contiguous(), u.flatten(1).contiguous(), right=True).clamp(max=last)
        pick = lambda table: table.gather(1, slot).view(shape)
        glyph = pick(glyphs)
        if turn is not None:
            v = v + pick(turn) * TURN
            rolled = (v > (1 + TURN) / 2) & (glyph < 10)
            glyph = torch.where(rolled, (glyph + 1) % 10, glyph)
            v = torch.where(rolled, v - TURN, v)
        inset = u - pick(starts[:, :-1].contiguous()) - pick(lines[f"{name}_gap"]) / 2
        column = PAD + inset / lines[f"{name}_stretch"][:, None, None] * CAP
        row = BASE - CAP + v * CAP
        inside = (glyph >= 0) & (u >= 0) & (column >= 0) & (column < WIDTH - 1) & (row >= 0) & (row < HEIGHT - 1)
        cell = (lines[f"{name}_font"][:, None, None] * self.glyph_count + glyph.clamp(min=0)) * (HEIGHT * WIDTH)
        left, top = column.clamp(0, WIDTH - 2).floor(), row.clamp(0, HEIGHT - 2).floor()
        fx, fy = column - left, row - top
        at = cell + top.long() * WIDTH + left.long()
        value = lambda step: self.cells[at + step].float()
        upper = value(0) * (1 - fx) + value(1) * fx
        lower = value(WIDTH) * (1 - fx) + value(WIDTH + 1) * fx
        return torch.where(inside, upper * (1 - fy) + lower * fy, torch.zeros_like(fx)) / 255, slot.view(shape)
