"""Folds of the training pictures: cross validation measures a recipe on more photos than the val split has.

Each set in `data.crossed` of the config is split into 2 folds, near-duplicates together. One model per fold is trained
without it (`train --leave-out`) and measured on it (`evaluate --left-out`).
"""

from zlib import crc32

import numpy as np

FOLDS = 2


def fold_of(record):
    return crc32(record.get("group", record["file"]).encode()) % FOLDS


def in_fold(labels, config, fold):
    """Returns which pictures of the crossed sets are in a fold; those of the val split are in none."""
    return ~labels["val"] & (labels["folds"] == fold) & np.isin(labels["sets"], config.data.crossed)
