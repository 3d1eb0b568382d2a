"""Exports the wheel analyser as ONNX: weight-only int8 and fp16.

    python -m kerbside_training.crops.export --checkpoint runs/wheel-crops/wheel-crops.pt --out runs/export

Input `crop`: RGB (1, 3, side, side) of 0..1. Output `labels`: logits (1, labels of all heads in the order of heads.py).
Also writes their description for the manifest: configs/wheel-crops.package.json with the heads' calibration.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import torch

from ..export import count_macs
from ..onnx_files import export_graph
from ..onnx_variants import save_variants
from ..start import fold_norms
from .analyser import make_analyser
from .config import parse_crop_config
from .heads import HEADS

TEMPLATE = Path(__file__).parents[2] / "configs" / "wheel-crops.package.json"
LARGE = 10_000


def load_analyser(checkpoint):
    state = torch.load(checkpoint, map_location="cpu")
    model = make_analyser(replace(parse_crop_config(state["config"]), dropout=0.0))
    model.load_state_dict(state["weights"])
    return model.eval(), state["config"], state["report"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    model, raw, report = load_analyser(args.checkpoint)
    model = fold_norms(model)
    side = raw.get("size", 128)
    print(f"{count_macs(model, side, side) / 1e6:.0f} MMACs, {sum(p.numel() for p in model.parameters()) / 1e6:.2f} M parameters")
    graph = export_graph(model, torch.rand(1, 3, side, side), ["crop"], ["labels"])
    save_variants(graph, args.out, raw["name"], LARGE)
    heads = [
        {"name": head, "labels": labels, "calibration": report[head]["calibration"]} for head, labels in HEADS.items()
    ]
    template = json.loads(TEMPLATE.read_text())
    sides = {"side": side, "goldenSide": side, "input": {**template["input"], "step": side, "area": side * side}}
    description = {**template, **sides, "heads": heads}
    (Path(args.out) / TEMPLATE.name).write_text(json.dumps(description, indent=2) + "\n")


if __name__ == "__main__":
    main()
