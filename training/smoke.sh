#!/bin/sh
# The whole pipeline on a few pictures, on the CPU, in about a minute: prepare, train, export.
# Usage: ./smoke.sh [data folder]   (PYTHON names the interpreter, python3 by default)
set -e
data=$(cd "${1:-../../shared/data}" && pwd)
python=${PYTHON:-python3}
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
$python -m kerbside_training.prepare --config configs/smoke.json --data "$data" --out "$work/packed"
$python -m kerbside_training.train --config configs/smoke.json --packed "$work/packed" --data "$data" --out "$work/run" --minutes 0.4
$python -m kerbside_training.export --checkpoint "$work/run/smoke.pt" --out "$work/models"
