"""Checkpoints of a quarter of the size: matrices in int8 with one scale per row, the rest in fp16, and the config, in one .npz.

    python -m kerbside_training.compact runs/server/damage-server.pt server.npz
"""

import argparse
import json

import numpy as np
import torch

from .quantize import quantize_rows

LEAST = 4096  # weights of a matrix that is stored in int8


def write_compact(path, state):
    arrays = {}
    for name, value in state["weights"].items():
        value = value.float().numpy() if value.is_floating_point() else value.numpy()
        if value.ndim > 1 and value.size >= LEAST:
            arrays[f"{name}#q"], arrays[f"{name}#s"] = quantize_rows(value)
        else:
            arrays[name] = value.astype(np.float16) if value.dtype == np.float32 and np.abs(value).max(initial=0) < 6e4 else value
    np.savez(path, config=json.dumps(state["config"]), progress=state["progress"], **arrays)


def read_compact(path):
    """Returns the checkpoint with float32 weights."""
    with np.load(path) as stored:
        config, progress = json.loads(str(stored["config"])), float(stored["progress"])
        weights = {}
        for name in stored.files:
            base, _, kind = name.partition("#")
            if kind == "q":
                whole = stored[name].astype(np.float32)
                weights[base] = torch.from_numpy(whole * stored[f"{base}#s"].astype(np.float32).reshape(-1, *[1] * (whole.ndim - 1)))
            elif not kind and name not in ("config", "progress"):
                value = torch.from_numpy(stored[name])
                weights[name] = value.float() if value.is_floating_point() else value
    return {"weights": weights, "config": config, "progress": progress}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    args = parser.parse_args()
    write_compact(args.out, torch.load(args.checkpoint, map_location="cpu"))


if __name__ == "__main__":
    main()
