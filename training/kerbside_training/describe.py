"""Prints as JSON the device that torch would train on and the shape of a packaged detector.

    python -m kerbside_training.describe ../models/damage.fp16.onnx
"""

import argparse
import json
from dataclasses import asdict

import torch

from .shipped import read_shipped, shape_of


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="an .onnx file with its manifest beside it")
    args = parser.parse_args()
    weights, _ = read_shipped(args.model)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    print(json.dumps({"device": device, "torch": torch.__version__, "model": asdict(shape_of(weights))}))


if __name__ == "__main__":
    main()
