#!/bin/sh
# Runs every training pipeline on a few pictures on the CPU, in minutes: prepare, train, export; then npm run train.
# Usage: ./smoke.sh [data folder] [folder of fonts]   (PYTHON: the interpreter; default: python3)
set -e
data=$(cd "${1:-../../shared/data}" && pwd)
fonts=$(cd "${2:-/usr/share/fonts}" && pwd)
python=${PYTHON:-python3}
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for config in parts-smoke smoke; do
  $python -m kerbside_training.prepare --config configs/$config.json --data "$data" --out "$work/packed"
  $python -m kerbside_training.train --config configs/$config.json --packed "$work/packed" --data "$data" --out "$work/run" --minutes "${MINUTES:-0.4}"
  $python -m kerbside_training.export --checkpoint "$work/run/$config.pt" --out "$work/models"
done
$python -m kerbside_training.train --config configs/mobile-smoke.json --packed "$work/packed" --data "$data" --out "$work/run" --minutes "${MINUTES:-0.4}"
$python -m kerbside_training.export --checkpoint "$work/run/mobile-smoke.pt" --out "$work/models" --large 20000
$python -m kerbside_training.train --config configs/hiera-smoke.json --packed "$work/packed" --data "$data" --out "$work/run" --minutes "${MINUTES:-0.4}"
$python -m kerbside_training.compact "$work/run/hiera-smoke.pt" "$work/run/hiera-smoke.npz"
$python -m kerbside_training.export --checkpoint "$work/run/hiera-smoke.npz" --out "$work/models" --large 4000
$python -m kerbside_training.train --config configs/smoke.json --packed "$work/packed" --data "$data" --out "$work/student" --minutes "${MINUTES:-0.4}" \
  --start "$work/run/smoke.pt" --teachers "$work/run/smoke.pt" "$work/run/mobile-smoke.pt" ../models/damage.fp16.onnx
$python -m kerbside_training.train --config configs/mobile-smoke.json --packed "$work/packed" --data "$data" --out "$work/shipped" --minutes "${MINUTES:-0.4}" \
  --start ../models/damage.fp16.onnx --leave-out 0
$python -m kerbside_training.blend --of 0.4:"$work/run/mobile-smoke.pt" 0.6:"$work/shipped/mobile-smoke.pt" --out "$work/mixed.pt"
$python -m kerbside_training.evaluate --config configs/mobile-smoke.json --data "$data" --looks 20000 20000x2 --turned -- "$work/mixed.pt" \
  mixed=0.4:"$work/run/mobile-smoke.pt",0.6:"$work/shipped/mobile-smoke.pt"
$python -m kerbside_training.wheel_scenes --count 2 --out "$work/wheel-scenes"
$python -m kerbside_training.panels.render --count 4 --shrink 4 --workers 2 --out "$work/panels"
$python -m kerbside_training.panels.render --data "$data" --photos damage/s1 --licences ccby-stated --count 4 --workers 2 --out "$work/marked"
$python -m kerbside_training.third_look --config configs/mobile-smoke.json --data "$data" --looks 20000 --crops 1 --area 20000 --weights 0.5 -- "$work/mixed.pt"
$python -m kerbside_training.small_marks --data "$data" --donors damage/s5 --hosts parts/s2 --limit 60 --count 2 --out "$work/small-marks"
$python -m kerbside_training.crops.train --config configs/wheel-crops.json --data "$data" --start "$work/run/parts-smoke.pt" \
  --out "$work/run" --steps 2 --rendered 8 --limit 16
$python -m kerbside_training.crops.train --config configs/wheel-crops.json --data "$data" --start ../models/wheels.fp16.onnx \
  --teachers "$work/run/wheel-crops.pt" covering=../models/wheel-crops.fp16.onnx --out "$work/taught" --steps 2 --rendered 8 --limit 16 --leave-out 0
$python -m kerbside_training.crops.blend --of 0.5:"$work/run/wheel-crops.pt" 0.5:"$work/run/wheel-crops.pt" --data "$data" --limit 8 --out "$work/blended.pt"
$python -m kerbside_training.crops.teach_head --models ../models --head condition --data "$data" --wheels "$data/wheel_crops/s2" --limit 12 \
  --teacher "$work/run/wheel-crops.pt" --version 0.0.0 --out "$work/taught-head"
$python -m kerbside_training.crops.export --checkpoint "$work/run/wheel-crops.pt" --out "$work/models"
$python -m kerbside_training.text.prepare --config configs/text-smoke.json --fonts "$fonts" --out "$work/text.npz"
$python -m kerbside_training.text.train --config configs/text-smoke.json --pack "$work/text.npz" --out "$work/run" --minutes "${MINUTES:-0.4}"
$python -m kerbside_training.text.export --checkpoint "$work/run/reader-smoke.pt" --out "$work/models"

# Runs npm run train on 24 photos in COCO's format, from the shipped damage model.
mkdir "$work/photos"
$python - "$data/damage/s1" "$work/photos" << 'END'
import json, os, sys
source, target = sys.argv[1:]
records = [record for record in json.load(open(f"{source}/index.json")) if len(record["boxes"]) == 1][:24]
types = sorted({box["label"] for record in records for box in record["boxes"]})
images, annotations = [], []
for number, record in enumerate(records):
    os.symlink(os.path.join(source, record["file"]), os.path.join(target, record["file"]))
    images.append({"id": number, "file_name": record["file"], "width": record["width"], "height": record["height"]})
    for box in record["boxes"]:
        annotation = {"image_id": number, "category_id": types.index(box["label"]), "bbox": [box[side] for side in "xywh"]}
        annotations.append({**annotation, **({"segmentation": [box["polygon"]]} if "polygon" in box else {})})
categories = [{"id": number, "name": name} for number, name in enumerate(types)]
json.dump({"images": images, "annotations": annotations, "categories": categories}, open(f"{target}/labels.json", "w"))
END
cd ..
npm run train -- --data "$work/photos" --out "$work/train" --minutes "${MINUTES:-0.4}" --side 128 --python "$python"
