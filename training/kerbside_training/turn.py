"""Some pictures of a batch are shown on their side or upside down, so that a net that knows its photos by heart meets them anew.

What it says of them is turned back, and the loss, the labels and the teachers stay with the upright picture.
"""

import torch

TURNS = (1, 2, 3)  # quarters, counter-clockwise


def _parts(value, each):
    """The pictures of each turn, and the others, which stay upright: by place in the batch, which a CUDA graph may hold."""
    return value.split([each] * len(TURNS) + [len(value) - each * len(TURNS)])


def _turn_each(value, each, way):
    *turned, upright = _parts(value, each)
    return torch.cat([torch.rot90(part, way * quarters, (2, 3)) for part, quarters in zip(turned, TURNS)] + [upright])


def turned_per_batch(share, batch):
    """How many pictures of a batch get each of the turns."""
    return round(share * batch / len(TURNS))


def turn(pictures, each):
    return _turn_each(pictures, each, 1)


def turn_back(outputs, each, classes, bins):
    """The answers about the upright pictures: places move, and with each quarter a box's top becomes its left side."""
    *maps, prototypes, areas = (_turn_each(value, each, -1) for value in outputs)
    return (*(_name_sides_anew(level, each, classes, bins) for level in maps), prototypes, areas)


def _name_sides_anew(level, each, classes, bins):
    types, sides, coefficients = level.split([classes, 4 * bins, level.shape[1] - classes - 4 * bins], 1)
    *turned, upright = _parts(sides.unflatten(1, (4, bins)), each)
    sides = torch.cat([part.roll(quarters, 1) for part, quarters in zip(turned, TURNS)] + [upright])
    return torch.cat([types, sides.flatten(1, 2), coefficients], 1)
