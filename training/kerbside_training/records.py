"""Reads records of labelled pictures, in our index format or COCO's, as one list of dictionaries.

See the data folder's README for the fields. A COCO file labels all its categories exhaustively.
"""

import json
from pathlib import Path


def read_records(folder):
    """Returns the records of a folder that holds `index.json` (ours) or one COCO file (`*.json` with `annotations`)."""
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
    for annotation in coco["annotations"]:
        x, y, w, h = annotation["bbox"]
        box = {"label": names[annotation["category_id"]], "orig": names[annotation["category_id"]], "x": x, "y": y, "w": w, "h": h}
        rings = annotation.get("segmentation")
        if isinstance(rings, list) and len(rings) == 1:
            box["polygon"] = rings[0]
        (ignore if annotation.get("iscrowd") else boxes).setdefault(annotation["image_id"], []).append(box)
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
    """Returns boxes as (class number, box), ignored boxes, and the mask of classes that the record labels exhaustively."""
    number = {name: position for position, name in enumerate(classes)}
    boxes, ignored = [], list(record["ignore"])
    for box in record["boxes"]:
        label = merge.get(box["label"], box["label"])
        if label not in number:
            ignored.append(box)
        elif not _is_duplicate(box, label, boxes, classes):
            boxes.append((number[label], box))
    labelled = [name in record["labelled"] for name in classes]
    return boxes, ignored, labelled


def _is_duplicate(box, label, boxes, classes):
    """Returns whether a box of this label is already in `boxes`: one source boxed some damages twice."""
    for other_class, other in boxes:
        width = min(box["x"] + box["w"], other["x"] + other["w"]) - max(box["x"], other["x"])
        height = min(box["y"] + box["h"], other["y"] + other["h"]) - max(box["y"], other["y"])
        if classes[other_class] != label or width <= 0 or height <= 0:
            continue
        both = width * height
        if both / (box["w"] * box["h"] + other["w"] * other["h"] - both) > 0.9:
            return True
    return False
