"""The packed pictures of a run and their labels on one device.

Pictures have different sizes, so their pixels lie one after another in one tensor. Each picture is stored twice, the second
time at half its size: painting reads that one if it draws a picture much smaller than its size.
"""

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

LEVELS = 2  # a picture, and the picture at half its size


def half(length):
    return (length + 1) // 2


def pack_pixels(rgb):
    """Returns one int32 per pixel of (…, 3) values 0..255: one lookup fetches a pixel."""
    rgb = rgb.int()
    return rgb[..., 0] | rgb[..., 1] << 8 | rgb[..., 2] << 16


def unpack_pixels(packed):
    return torch.stack([(packed >> shift) & 255 for shift in (0, 8, 16)], -1)


def halve(rgb):
    """Returns the mean of each 2 x 2 pixels of (h, w, 3)."""
    values = rgb.permute(2, 0, 1)[None].float()
    values = functional.pad(values, (0, rgb.shape[1] % 2, 0, rgb.shape[0] % 2), mode="replicate")
    return functional.avg_pool2d(values, 2)[0].permute(1, 2, 0).round()


def read_part(folder, keep=None):
    """Returns pixels, outline bits and labels that prepare wrote; with `keep` (labels to a mask) only of those pictures."""
    folder = Path(folder)
    labels = dict(np.load(folder / "labels.npz"))
    pixels, bits = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("images", "bits"))
    if keep is None:
        return pixels, bits, labels
    keep = keep(labels)
    widths, heights = labels["sizes"].T
    chosen = lambda values, areas: np.concatenate(
        [values[:0], *(values[end - area : end] for end, area, kept in zip(areas.cumsum(), areas, keep) if kept)]
    )
    pixels, bits = chosen(pixels, widths * heights), chosen(bits, half(widths) * half(heights))
    return pixels, bits, {name: value[keep] for name, value in labels.items()}


class PictureStore:
    """Holds pictures; `capacity` is the capacity in pictures and pixels. The tensors never move, so a CUDA graph may read them."""

    def __init__(self, capacity, classes, slots, device):
        pictures, pixels = capacity
        self.device, self.count, self.labels = device, 0, {}
        self.used = self.used_bits = 0
        # Half-size copies and outline bits have a quarter of the pixels, and at most half a row and a column more.
        quarter = pixels // 4 + pixels // 200 + 4096 * pictures
        self.pixels = torch.zeros(pixels + quarter, dtype=torch.int32, device=device)
        self.bits = torch.zeros(quarter, dtype=torch.int32, device=device)
        self.offsets = torch.zeros((LEVELS, pictures), dtype=torch.int64, device=device)
        self.bit_offsets = torch.zeros(pictures, dtype=torch.int64, device=device)
        self.sizes = torch.zeros((LEVELS, pictures, 2), dtype=torch.int64, device=device)
        self.boxes = torch.zeros((pictures, slots, 4), device=device)
        self.classes = torch.full((pictures, slots), -1, dtype=torch.int64, device=device)
        self.outlined = torch.zeros((pictures, slots), dtype=torch.bool, device=device)
        self.labelled = torch.zeros((pictures, classes), dtype=torch.bool, device=device)
        self.taught = torch.zeros(pictures, device=device)

    @classmethod
    def of(cls, parts, device):
        """Returns a store with exactly these parts."""
        labels = [part[2] for part in parts]
        capacity = sum(len(part["sizes"]) for part in labels), sum(len(part[0]) for part in parts)
        store = cls(capacity, labels[0]["labelled"].shape[1], labels[0]["labels"].shape[1], device)
        for part in parts:
            store.add(*part)
        return store

    def add(self, pixels, bits, labels):
        """Adds what `read_part` returned."""
        first, last = self.count, self.count + len(labels["sizes"])
        if last > len(self.taught):
            raise ValueError(f"{last} pictures exceed the capacity of {len(self.taught)}")
        sizes = torch.from_numpy(labels["sizes"].astype(np.int64))
        self._add_pixels(pixels, sizes, first)
        areas = half(sizes[:, 0]) * half(sizes[:, 1])
        self.bits[self.used_bits : self.used_bits + len(bits)] = torch.from_numpy(np.array(bits)).to(self.device)
        self.bit_offsets[first:last] = (self.used_bits + areas.cumsum(0) - areas).to(self.device)
        self.used_bits += len(bits)
        self.sizes[0, first:last], self.sizes[1, first:last] = sizes.to(self.device), half(sizes).to(self.device)
        self.classes[first:last] = torch.from_numpy(labels["labels"]).to(self.device)
        for name in ("boxes", "outlined", "labelled", "taught"):
            table = getattr(self, name)
            table[first:last] = torch.from_numpy(labels[name]).to(self.device, table.dtype)
        self.labels = {name: np.concatenate([self.labels[name], value]) for name, value in labels.items()} if first else labels
        self.count = last

    def _add_pixels(self, pixels, sizes, first):
        start, offsets = 0, []
        for width, height in sizes.tolist():
            rgb = torch.from_numpy(np.array(pixels[start : start + width * height])).to(self.device)
            rgb, start = rgb.view(height, width, 3), start + width * height
            for picture in (rgb, halve(rgb)):
                packed = pack_pixels(picture).flatten()
                if self.used + len(packed) > len(self.pixels):
                    raise ValueError("the pixels exceed the capacity")
                self.pixels[self.used : self.used + len(packed)] = packed
                offsets.append(self.used)
                self.used += len(packed)
        self.offsets[:, first : first + len(sizes)] = torch.tensor(offsets).view(-1, LEVELS).T.to(self.device)

    def picture(self, number):
        """Returns a picture as uint8 (h, w, 3)."""
        width, height = (int(length) for length in self.labels["sizes"][number])
        start = int(self.offsets[0, number])
        return unpack_pixels(self.pixels[start : start + width * height].view(height, width)).to(torch.uint8)
