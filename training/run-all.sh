#!/bin/sh
# Trains models on one GPU, one after the other, each within its minutes; run it twice at a time to share the GPU.
# Usage: ./run-all.sh <data folder> <output folder> <model>...
#   models: text wide regular damage-2 mobile mobile-distil damage-3 damage together parts wheels-2 wheels crops
#     (parts need together, wheels-2 needs damage-2, wheels need wheels-2, crops need wheels; damage-2 needs wide and regular, mobile-distil needs mobile and damage-2,
#     damage-3 and damage need mobile-distil and damage-2, damage needs damage-3 as well, together needs wide)
#   minutes: TEXT, PARTS, WHEELS_2, WHEELS, WIDE, REGULAR, DAMAGE_2, MOBILE, MOBILE_DISTIL, DAMAGE_3, DAMAGE, TOGETHER
#     (environment); crops takes about one
#   PACK: the reader's pack (text/text.npz below the data folder by default); PYTHON: the interpreter
# Leaves <output>/<model>.log, and the checkpoints side by side in <output>/checkpoints.
set -e
data=$(cd "$1" && pwd)
mkdir -p "$2/checkpoints"
out=$(cd "$2" && pwd)
shift 2
python=${PYTHON:-python3}
cd "$(dirname "$0")"
if [ $# -gt 1 ]; then # one that fails does not stop the others
  for model in "$@"; do ./run-all.sh "$data" "$out" "$model" || echo "$model failed: see $out/$model.log"; done
  exit
fi
export PYTHONUNBUFFERED=1

detector() { # <config> <minutes> [more arguments of train]
  config=$1 minutes=$2
  shift 2
  $python -m kerbside_training.prepare --config "configs/$config.json" --data "$data" --out "$out/packed-$config"
  $python -m kerbside_training.train --config "configs/$config.json" --packed "$out/packed-$config" --data "$data" \
    --out "$out/$config" --minutes "$minutes" "$@"
  rm -r "$out/packed-$config"
}

crops() { # <name> <rendered wheels>
  start="$out/wheels/wheels.pt"
  [ -e "$start" ] || start="$data/weights/yolox_nano.onnx"
  $python -m kerbside_training.crops.train --config configs/wheel-crops.json --data "$data" --start "$start" \
    --out "$out/$1" --rendered "$2"
  cp "$out/$1/wheel-crops.pt" "$out/checkpoints/$1.pt"
}

train() {
  case $1 in
    text)
      $python -m kerbside_training.text.train --config configs/text.json --pack "${PACK:-$data/text/text.npz}" \
        --ocr "$data/ocr" --out "$out/text" --minutes "${TEXT:-10}"
      cp "$out/text/code-reader.pt" "$out/checkpoints/" ;;
    parts) # from the network for damage and parts
      detector parts "${PARTS:-5.8}" --check-minutes 2.4 --start "$out/checkpoints/together.pt" --seed 2
      cp "$out/parts/parts.pt" "$out/checkpoints/" ;;
    wheels-2) # twice, from version 2 of the damage model: teachers of the smaller detector
      for run in 1 2; do
        detector wheels-2 "${WHEELS_2:-4}" --check-minutes 0.6 --start "$out/checkpoints/damage-2.pt"
        cp "$out/wheels-2/wheels.pt" "$out/checkpoints/wheels-2.$run.pt"
      done ;;
    wheels)
      detector wheels "${WHEELS:-5.8}" --check-minutes 2.4 --teachers "$out/checkpoints/wheels-2.1.pt" "$out/checkpoints/wheels-2.2.pt"
      cp "$out/wheels/wheels.pt" "$out/checkpoints/" ;;
    crops) # with rendered wheels and without: the difference is what rendering is worth
      crops wheel-crops 3000
      crops wheel-crops-plain 0 ;;
    wide)
      detector damage-wide "${WIDE:-15}" --check-minutes 1.5
      cp "$out/damage-wide/damage.best.pt" "$out/checkpoints/wide.pt" ;;
    regular)
      detector damage-regular "${REGULAR:-10}" --check-minutes 1
      cp "$out/damage-regular/damage.pt" "$out/checkpoints/regular.pt" ;;
    damage-2) # from the regularised model, with both as teachers
      regular="$out/checkpoints/regular.pt"
      detector damage-distil "${DAMAGE_2:-20}" --check-minutes 1.5 --compile \
        --start "$regular" --teachers "$regular" "$out/checkpoints/wide.pt"
      cp "$out/damage-distil/damage.best.pt" "$out/checkpoints/damage-2.pt" ;;
    mobile) # from what MobileNet has learnt elsewhere
      detector damage-mobile "${MOBILE:-12.3}" --check-minutes 1.4 --compile
      cp "$out/damage-mobile/damage.best.pt" "$out/checkpoints/mobile.pt" ;;
    mobile-distil)
      mobile="$out/checkpoints/mobile.pt"
      detector damage-mobile-distil "${MOBILE_DISTIL:-14}" --check-minutes 1.2 --compile \
        --start "$mobile" --teachers "$mobile" "$out/checkpoints/damage-2.pt"
      cp "$out/damage-mobile-distil/damage.pt" "$out/checkpoints/mobile-distil.pt" ;;
    damage-3) # the mean of its best and of its end is a teacher of the next
      mobile="$out/checkpoints/mobile-distil.pt"
      detector damage-mobile-on "${DAMAGE_3:-26.4}" --check-minutes 1.6 --compile \
        --start "$mobile" --teachers "$mobile" "$out/checkpoints/damage-2.pt"
      run="$out/damage-mobile-on"
      $python -m kerbside_training.export --checkpoint "$run/damage.best.pt" "$run/damage.pt" --out "$run/export" --large 20000
      cp "$run/export/damage.fp16.onnx" "$out/checkpoints/damage-3.fp16.onnx" ;;
    damage) # from where version 3 started; the mean of its best and of its end is exported
      detector damage-mobile-again "${DAMAGE:-26}" --check-minutes 1.6 --compile \
        --start "$out/checkpoints/mobile-distil.pt" --teachers "$out/checkpoints/damage-3.fp16.onnx" "$out/checkpoints/damage-2.pt"
      cp "$out/damage-mobile-again/damage.best.pt" "$out/checkpoints/damage-best.pt"
      cp "$out/damage-mobile-again/damage.pt" "$out/checkpoints/damage-end.pt" ;;
    together) # one network for damage and parts, started from the wide damage model
      detector together "${TOGETHER:-4}" --check-minutes 1.2 --start "$out/checkpoints/wide.pt"
      cp "$out/together/together.pt" "$out/checkpoints/" ;;
    *)
      echo "no model $1" >&2
      exit 1 ;;
  esac
}

train "$1" > "$out/$1.log" 2>&1
echo "$1 done"
