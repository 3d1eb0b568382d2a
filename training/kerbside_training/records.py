"""Records of labelled pictures: our index form, or COCO's, as one list of dictionaries.

See the data folder's README for the fields. A COCO file labels all its categories exhaustively.
"""

import json
from pathlib import Path


def read_records(folder):
    """The records of a folder that holds `index.json` (ours) or one COCO file (`*.json` with `annotations`)."""
    folder = Path(folder)
    index = folder / "index.json"
    if index.exists():
        records = json.loads(index.read_text())
    else:
        records = _read_coco(folder)
    for record in records:
        record["path"] = str(folder / record["file"])
    return records


def _read_coco(folder):
    files = [path for path in sorted(folder.glob("*.json"))]
    if len(files) != 1:
        raise ValueError(f"{folder}: expected index.json or exactly one COCO .json file, found {len(files)}")
    coco = json.loads(files[0].read_text())
    names = {category["id"]: category["name"] for category in coco["categories"]}
    boxes, ignore = {}, {}
    for note in coco["annotations"]:
        x, y, w, h = note["bbox"]
        box = {"label": names[note["category_id"]], "orig": names[note["category_id"]], "x": x, "y": y, "w": w, "h": h}
        rings = note.get("segmentation")
        if isinstance(rings, list) and len(rings) == 1:
            box["polygon"] = rings[0]
        (ignore if note.get("iscrowd") else boxes).setdefault(note["image_id"], []).append(box)
    return [
        {
            "file": image["file_name"],
            "width": image["width"],
            "height": image["height"],
            "set": folder.name,
            "split": "val" if position % 10 == 0 else "train",
            "stretched": False,
            "labelled": sorted(names.values()),
            "boxes": boxes.get(image["id"], []),
            "ignore": ignore.get(image["id"], []),
        }
        for position, image in enumerate(sorted(coco["images"], key=lambda image: image["file_name"]))
    ]


def apply_classes(record, classes, merge):
    """Boxes as (class number, box) and the mask of classes that the record labels exhaustively."""
    number = {name: position for position, name in enumerate(classes)}
    boxes, ignored = [], list(record["ignore"])
    for box in record["boxes"]:
        label = merge.get(box["label"], box["label"])
        if label not in number:
            ignored.append(box)
        elif not _is_double(box, label, boxes, classes):
            boxes.append((number[label], box))
    labelled = [name in record["labelled"] for name in classes]
    return boxes, ignored, labelled


def _is_double(box, label, boxes, classes):
    """One source boxed some damages twice; the second box would be a false alarm in training."""
    for other_class, other in boxes:
        width = min(box["x"] + box["w"], other["x"] + other["w"]) - max(box["x"], other["x"])
        height = min(box["y"] + box["h"], other["y"] + other["h"]) - max(box["y"], other["y"])
        if classes[other_class] != label or width <= 0 or height <= 0:
            continue
        both = width * height
        if both / (box["w"] * box["h"] + other["w"] * other["h"] - both) > 0.9:
            return True
    return False
