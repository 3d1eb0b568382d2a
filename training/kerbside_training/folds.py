"""Folds of the training pictures: to measure a recipe on many more photos than the val split has.

A set that the config names in `data.crossed` is cut in two, near-duplicates together. Two models, each trained without one
part (`train --leave-out`), have together not seen any of it (`evaluate --left-out`).
"""

from zlib import crc32

import numpy as np

FOLDS = 2


def fold_of(record):
    return crc32(record.get("group", record["file"]).encode()) % FOLDS


def in_fold(labels, config, fold):
    """Which pictures of the crossed sets lie in a fold; those of the val split lie in none."""
    return ~labels["val"] & (labels["folds"] == fold) & np.isin(labels["sets"], config.data.crossed)
