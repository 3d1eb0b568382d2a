"""Exports the reader as ONNX: weight-only int8 and fp16.

    python -m kerbside_training.text.export --checkpoint runs/text/code-reader.pt --out runs/export

Of several checkpoints of one run, the mean of their weights is exported.

Input `line`: RGB (1, 3, 32, 256) of 0..1. Output `columns`: probabilities (1, 64, 38), the blank first, then the characters
of alphabet.py in order.
"""

import argparse

import torch

from ..export import count_macs
from ..onnx_files import export_graph
from ..onnx_variants import save_variants
from ..start import read_checkpoint
from .lines import SIZE
from .reader import ExportedReader, Reader

LARGE = 10_000  # convolutions with fewer weights stay fp16


def load_reader(checkpoints):
    state = read_checkpoint(*checkpoints)
    model = Reader(state["config"].get("width", 1.0))
    model.load_state_dict(state["weights"])
    return model.eval(), state["config"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True, nargs="+")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    reader, raw = load_reader(args.checkpoint)
    model = ExportedReader(reader).eval()
    print(f"{count_macs(model, *SIZE) / 1e6:.0f} MMACs, {sum(p.numel() for p in model.parameters()) / 1e6:.2f} M parameters")
    free = {"line": {3: "width"}, "columns": {1: "count"}}  # the golden picture is narrower
    graph = export_graph(model, torch.rand(1, 3, *SIZE), ["line"], ["columns"], free)
    save_variants(graph, args.out, raw["name"], LARGE)


if __name__ == "__main__":
    main()
