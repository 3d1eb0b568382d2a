"""Exports the text detector as ONNX: weight-only int8 and fp16.

    python -m kerbside_training.text_detector.export --teacher runs/text/text-detector.fp32.onnx \\
        --checkpoint runs/text-detector/text-detector.pt --out runs/export
"""

import argparse

import onnx
import torch

from ..export import count_macs
from ..export_text import LARGE
from ..onnx_files import export_graph
from ..onnx_rewriter import Rewriter, join_hard_swishes
from ..onnx_variants import save_variants
from .net import ExportedTextDetector, TextDetector


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", required=True, help="the file that training began with")
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    detector = TextDetector(onnx.load(args.teacher))
    detector.load_state_dict(torch.load(args.checkpoint, map_location="cpu")["weights"])
    model = ExportedTextDetector(detector).eval()
    parameters = sum(one.numel() for one in model.parameters())
    print(f"{count_macs(model, 480, 480) / 1e6:.0f} MMACs at 480 x 480, {parameters / 1e6:.2f} M parameters")
    free = {"image": {2: "height", 3: "width"}, "text": {2: "height", 3: "width"}}
    graph = export_graph(model, torch.rand(1, 3, 480, 480), ["image"], ["text"], free)
    rewriter = Rewriter(graph)
    join_hard_swishes(rewriter)
    rewriter.finish()
    save_variants(graph, args.out, "text-detector", LARGE)


if __name__ == "__main__":
    main()
