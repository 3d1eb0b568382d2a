"""Rotates some pictures of a batch by 90, 180 or 270 degrees, as augmentation against overfitting.

Their outputs are rotated back; the loss, the labels and the teachers use the upright pictures.
"""

import torch

TURNS = (1, 2, 3)  # quarters, counter-clockwise


def _parts(value, each):
    """Splits a batch into the pictures of each turn and the upright ones, by position in the batch, so that a CUDA graph can hold it."""
    return value.split([each] * len(TURNS) + [len(value) - each * len(TURNS)])


def _turn_each(value, each, way):
    *turned, upright = _parts(value, each)
    return torch.cat([torch.rot90(part, way * quarters, (2, 3)) for part, quarters in zip(turned, TURNS)] + [upright])


def turned_per_batch(share, batch):
    """Returns how many pictures of a batch get each of the turns."""
    return round(share * batch / len(TURNS))


def turn(pictures, each):
    return _turn_each(pictures, each, 1)


def turn_back(outputs, each, classes, bins):
    """Rotates outputs back to the upright pictures. With each quarter the top of a box becomes its left side."""
    *maps, prototypes, areas = (_turn_each(value, each, -1) for value in outputs)
    return (*(_rename_sides(level, each, classes, bins) for level in maps), prototypes, areas)


def _rename_sides(level, each, classes, bins):
    types, sides, coefficients = level.split([classes, 4 * bins, level.shape[1] - classes - 4 * bins], 1)
    *turned, upright = _parts(sides.unflatten(1, (4, bins)), each)
    sides = torch.cat([part.roll(quarters, 1) for part, quarters in zip(turned, TURNS)] + [upright])
    return torch.cat([types, sides.flatten(1, 2), coefficients], 1)
