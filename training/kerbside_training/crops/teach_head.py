"""Fits one head of a shipped analyser to a teacher's probabilities on the wheels of crops.cut. All other weights stay unchanged.

    python -m kerbside_training.crops.teach_head --models ../models --head condition --data data --wheels data/wheel_crops/cut \
        --teacher runs/wheel-teacher/wheel-teacher.pt --version 2.1.0 --out runs/export

Labels are not used: the backbone is overfitted to the labelled crops, so a head on its features learns nothing from them.
The regularization towards the shipped head is chosen by cross validation on the wheels. The val crops are used only for
the calibration and the printed figures.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from .calibrate import compute_metrics
from .config import load_crop_config
from .crops import FOLDS, plain_views, read_crops
from .heads import HEADS, split_heads
from .teachers import read_analyser, read_shipped_analyser

PULLS = (0.001, 0.01, 0.1, 0.3, 1.0)
CONFIG = Path(__file__).parents[2] / "configs" / "wheel-crops.json"


@torch.no_grad()
def run_over(model, crops, size, batch=32):
    """Returns the logits of all crops, and the input features of the heads."""
    features = []
    hook = model.heads.register_forward_pre_hook(lambda _, inputs: features.append(inputs[0].flatten(1)))
    logits = torch.cat([model(plain_views(crops, slice(first, first + batch), size)) for first in range(0, len(crops), batch)])
    hook.remove()
    return logits, torch.cat(features)


def fit_pulled(features, probabilities, weight, bias, pull):
    """Returns weight and bias with the least cross entropy to `probabilities`, plus `pull` times the squared distance from the given ones.

    The distance is measured on features of standard deviation 1.
    """
    mean, deviation = features.mean(0), features.std(0) + 1e-4
    scaled = (features - mean) / deviation
    start, offset = weight * deviation, bias + weight @ mean
    change, shift = torch.zeros_like(start, requires_grad=True), torch.zeros_like(bias, requires_grad=True)
    optimizer = torch.optim.LBFGS([change, shift], max_iter=60, history_size=10, line_search_fn="strong_wolfe")

    def evaluate():
        optimizer.zero_grad()
        scores = scaled @ (start + change).T + offset + shift
        loss = -(probabilities * scores.log_softmax(1)).sum(1).mean() + pull * change.pow(2).sum()
        loss.backward()
        return loss

    optimizer.step(evaluate)
    fitted = ((start + change) / deviation).detach()
    return fitted, (offset + shift).detach() - fitted @ mean


def divergence(scores, probabilities):
    """Returns the mean Kullback-Leibler divergence of the scores from the teacher's probabilities."""
    return float((probabilities * (probabilities.clamp(min=1e-9).log() - scores.log_softmax(1))).sum(1).mean())


def choose_pull(features, probabilities, weight, bias):
    """Returns the pull with the least divergence in cross validation."""
    fold = torch.from_numpy(np.random.default_rng(1).integers(0, FOLDS, len(features)))
    print(f"divergence from the teacher: shipped head {divergence(features @ weight.T + bias, probabilities):.4f}")
    errors = {}
    for pull in PULLS:
        scores = torch.zeros_like(probabilities)
        for left_out in range(FOLDS):
            rest = fold != left_out
            fitted, offset = fit_pulled(features[rest], probabilities[rest], weight, bias, pull)
            scores[~rest] = features[~rest] @ fitted.T + offset
        errors[pull] = divergence(scores, probabilities)
        print(f"pull {pull}: {errors[pull]:.4f} on wheels left out")
    return min(errors, key=errors.get)


def replace_rows(path, out, rows, weight, bias):
    """Writes the exported analyser with other values in some rows of its heads."""
    model = onnx.load(str(path))
    for item in model.graph.initializer:
        value = numpy_helper.to_array(item).copy()
        if item.name in ("heads.weight", "heads.weight.half"):
            value[rows] = weight.numpy()[..., None, None]
        elif item.name == "heads.bias":
            value[rows] = bias.numpy()
        else:
            continue
        item.CopyFrom(numpy_helper.from_array(value, item.name))
    onnx.save(model, str(out))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, help="the folder of the shipped models and their manifest")
    parser.add_argument("--head", required=True, choices=list(HEADS))
    parser.add_argument("--data", required=True)
    parser.add_argument("--wheels", required=True, help="the folder of wheels without labels (crops.cut)")
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--answers", help="file of the teacher's logits for these wheels (.npy): read if it exists, else written")
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--limit", type=int, default=0, help="wheels, and val crops of each folder (smoke test)")
    args = parser.parse_args()
    models, out = Path(args.models), Path(args.out)
    wheels = read_crops([args.wheels], "train", 1.0, "cpu", args.limit)
    student, size = read_shipped_analyser(str(models / "wheel-crops.fp16.onnx"))
    student.eval()
    if args.answers and Path(args.answers).exists():
        teacher_logits = torch.from_numpy(np.load(args.answers))
    else:
        teacher, side = read_analyser(args.teacher)
        teacher_logits = run_over(teacher.float().eval(), wheels, side)[0]
        if args.answers:
            np.save(args.answers, teacher_logits.numpy())
    features = run_over(student, wheels, size)[1]
    probabilities = split_heads(teacher_logits)[args.head].softmax(1)
    first = sum(len(labels) for labels in list(HEADS.values())[: list(HEADS).index(args.head)])
    rows = slice(first, first + len(HEADS[args.head]))
    weight, bias = student.heads.weight.detach().flatten(1)[rows], student.heads.bias.detach()[rows]
    pull = choose_pull(features, probabilities, weight, bias)
    fitted, offset = fit_pulled(features, probabilities, weight, bias, pull)
    with torch.no_grad():
        student.heads.weight[rows], student.heads.bias[rows] = fitted[..., None, None], offset
    config = load_crop_config(CONFIG)
    val = read_crops([Path(args.data) / folder for folder in config.folders], "val", config.uncertain, "cpu", args.limit)
    report = compute_metrics(run_over(student, val, size)[0], val.labels, val.groups, val.sets)[args.head]
    print(f"{len(features)} wheels, pull {pull}:", json.dumps(report))
    out.mkdir(parents=True, exist_ok=True)
    for precision in ("int8", "fp16"):
        file = f"wheel-crops.{precision}.onnx"
        replace_rows(models / file, out / file, rows, fitted, offset)
    entry = next(one for one in json.loads((models / "manifest.json").read_text())["models"] if one["name"] == "wheel-crops")
    heads = [{**one, "calibration": report["calibration"]} if one["name"] == args.head else one for one in entry["heads"]]
    description = {**{key: value for key, value in entry.items() if key != "variants"}, "version": args.version, "heads": heads}
    (out / "wheel-crops.package.json").write_text(json.dumps(description, indent=2) + "\n")


if __name__ == "__main__":
    main()
