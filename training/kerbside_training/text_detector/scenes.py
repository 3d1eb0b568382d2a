"""Paints pictures with text: strips of text on photos and on pages, in perspective of a camera that looks almost straight."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch.nn import functional

STRIP_HEIGHT, STRIP_WIDTH = 32, 480
PHOTO = (432, 576)  # height and width of every photo
PAGES = 0.3  # of the pictures
PAGE_STRIPS, PHOTO_STRIPS = 24, 7  # the most strips of a page and of a photo


def read_photo(path):
    return np.asarray(Image.open(path).convert("RGB").resize(PHOTO[::-1]))


class ScenePainter:
    """Paints batches of pictures from a folder that `prepare` wrote.

    `compiled` is applied to pasting a strip and to the degradation of a batch.
    """

    def __init__(self, folder, side, device, limit=None, compiled=lambda part: part):
        self.side, self.device = side, device
        self.paste, self.degrade = compiled(self._paste), compiled(self._degrade)
        packed = np.load(Path(folder) / "strips.npz")
        ink, widths = packed["ink"], packed["widths"]  # each access reads the file
        strips = np.zeros((len(widths), STRIP_HEIGHT, STRIP_WIDTH), np.uint8)
        for strip, end, width in zip(strips, widths.cumsum(), widths):
            strip[:, :width] = ink[:, end - width : end]
        self.strips = torch.from_numpy(strips)[:, None].to(device)
        self.widths = torch.from_numpy(widths).float().to(device)
        paths = sorted(Path(folder, "photos").iterdir())[:limit]
        with ThreadPoolExecutor() as pool:
            photos = np.stack(list(pool.map(read_photo, paths)))
        self.photos = torch.from_numpy(photos).to(device).permute(0, 3, 1, 2).contiguous()

    def uniform(self, *dims, low=0.0, high=1.0):
        return torch.rand(*dims, device=self.device) * (high - low) + low

    def chance(self, probability, *dims):
        return self.uniform(*dims) < probability

    def choose(self, count, *dims):
        return torch.randint(count, dims, device=self.device)

    def paint(self, batch):
        """Returns RGB pictures (batch, 3, side, side) of 0..1."""
        pages = round(PAGES * batch)
        return self.degrade(torch.cat([self._paint_pages(pages), self._paint_photos(batch - pages)]))

    def _paint_photos(self, batch):
        """Photos with up to 7 strips anywhere, of any height, many of them on a plate of one colour."""
        pictures = self._paint_ground(batch)
        shown = self.choose(PHOTO_STRIPS + 1, batch)
        for number in range(PHOTO_STRIPS):
            index = self.choose(len(self.strips), batch)
            height = 2 ** self.uniform(batch, low=3, high=7.3)
            width = height * self.widths[index] / STRIP_HEIGHT * self.uniform(batch, low=0.75, high=1.3)
            upright = self.chance(0.06, batch) * (torch.pi / 2) * (1 - 2 * self.choose(2, batch))
            turn = self.uniform(batch, low=-0.2, high=0.2) + upright
            place = self.uniform(batch) * self.side, self.uniform(batch) * self.side, width, height, turn
            opacity = (number < shown) * self.uniform(batch, low=0.15)  # many lines are faint, as behind a windshield
            plate = (number < shown) & self.chance(0.55, batch), self.uniform(batch, 3) ** 0.7
            pictures = self.paste(pictures, index, place, (opacity, self.uniform(batch, 3) ** 1.5), plate)
        return pictures

    def _paint_pages(self, batch):
        """Pages with up to 24 lines of one height, below each other. Some pages show a photo below the text."""
        pictures = self._paint_ground(batch)
        paper = self.uniform(batch, 3, 1, 1, low=0.55) * self._shade(batch)
        pictures = torch.where(self.chance(0.8, batch, 1, 1, 1), paper, pictures)
        height = 2 ** self.uniform(batch, low=3, high=4.8)
        gap = height * self.uniform(batch, low=1.15, high=2.4)
        turn = self.uniform(batch, low=-0.08, high=0.08)
        margin = self.uniform(batch, low=0.02, high=0.2) * self.side
        top = self.uniform(batch, high=0.2) * self.side
        ink = self.uniform(batch, 3, high=0.45)
        for number in range(PAGE_STRIPS):
            index = self.choose(len(self.strips), batch)
            width = height * self.widths[index] / STRIP_HEIGHT
            left = margin + self.chance(0.2, batch) * self.uniform(batch, high=0.5) * self.side
            place = left + width / 2, top + number * gap, width, height, turn
            pictures = self.paste(pictures, index, place, (self.chance(0.85, batch), ink))
        return pictures

    def _paint_ground(self, batch):
        """A part of a photo, at 0.7 to 4 times its size."""
        photos = self.photos[self.choose(len(self.photos), batch)].float() / 255
        zoom = 2 ** self.uniform(batch, low=-0.5, high=2)
        half = torch.stack([self.side / PHOTO[1] / zoom, self.side / PHOTO[0] / zoom], 1)
        centre = self.uniform(batch, 2, low=-1, high=1) * (1 - half).clamp(min=0)
        turn = self.uniform(batch, low=-0.1, high=0.1)
        matrix = torch.zeros(batch, 2, 3, device=self.device)
        matrix[:, 0, 0], matrix[:, 0, 1] = half[:, 0] * turn.cos(), -half[:, 0] * turn.sin()
        matrix[:, 1, 0], matrix[:, 1, 1] = half[:, 1] * turn.sin(), half[:, 1] * turn.cos()
        matrix[:, :, 2] = centre
        grid = functional.affine_grid(matrix, (batch, 3, self.side, self.side), align_corners=False)
        return functional.grid_sample(photos, grid, padding_mode="reflection", align_corners=False)

    def _shade(self, batch):
        coarse = self.uniform(batch, 1, 3, 3, low=0.75, high=1.1)
        return functional.interpolate(coarse, size=(self.side, self.side), mode="bilinear", align_corners=True)

    def _paste(self, pictures, index, place, ink, plate=None):
        """Pastes a strip into each picture.

        place: its middle, width and height in pixels, and its angle. ink: its opacity and colour. plate: whether one is
        painted behind it, and in which colour.
        """
        batch, side = len(pictures), self.side
        x, y, width, height, turn = place
        # From the picture to the strip: move to its middle, turn, and divide by its size.
        across, down = torch.stack([turn.cos(), turn.sin()], 1), torch.stack([-turn.sin(), turn.cos()], 1)
        middle = torch.stack([x, y], 1) * 2 / side - 1
        matrix = torch.stack([torch.cat([axis, -(axis * middle).sum(1, keepdim=True)], 1) for axis in (across, down)], 1)
        matrix = matrix * torch.stack([side / width, side / height], 1)[:, :, None]
        u, v = functional.affine_grid(matrix, (batch, 1, side, side), align_corners=False).unbind(-1)
        if plate:
            is_painted, colour = plate
            margin = self.uniform(batch, 1, 1, low=0.1, high=1.2)
            inside = (u.abs() < 1 + margin * (height / width)[:, None, None]) & (v.abs() < 1 + margin)
            inside = inside & is_painted[:, None, None]
            pictures = torch.where(inside[:, None], colour[:, :, None, None], pictures)
        # A strip fills the left part of its tensor.
        share = (self.widths[index] / STRIP_WIDTH)[:, None, None]
        grid = torch.stack([(u.clamp(-1.05, 1.05) + 1) * share - 1, v], -1)
        cover = functional.grid_sample(self.strips[index].float() / 255, grid, align_corners=False) * (u.abs() <= 1)[:, None]
        opacity, colour = ink
        cover = cover * opacity[:, None, None, None]
        return pictures * (1 - cover) + colour[:, :, None, None] * cover

    def _degrade(self, pictures):
        """Light, little contrast, a reflection, blur, few pixels, noise."""
        batch = len(pictures)
        pictures = pictures * self._shade(batch)
        reflection = self._shade(batch) * self.chance(0.3, batch, 1, 1, 1) * self.uniform(batch, 1, 1, 1, high=0.7)
        pictures = pictures + (1 - pictures) * reflection.clamp(0, 1)
        contrast, light = self.uniform(batch, 1, 1, 1, low=0.3, high=1.15), self.uniform(batch, 1, 1, 1)
        pictures = pictures * contrast + light * (1 - contrast)
        noise = torch.randn_like(pictures) * self.uniform(batch, 1, 1, 1, high=0.08)
        fine = self.chance(0.5, batch, 1, 1, 1)  # else the noise is as coarse as the picture
        pictures = pictures + noise * ~fine
        for factor in (2, 4):
            pictures = torch.where(self.chance(0.25, batch, 1, 1, 1), self._soften(pictures, factor), pictures)
        return (pictures + noise * fine).clamp(0, 1)

    def _soften(self, pictures, factor):
        """A picture of fewer pixels, enlarged: most crops are."""
        small = functional.avg_pool2d(pictures, factor)
        return functional.interpolate(small, size=pictures.shape[2:], mode="bilinear", align_corners=False)
