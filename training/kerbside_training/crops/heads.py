"""The heads of the analyser, and the labels that train them.

Every head predicts one of its labels. A label `unknown` in the data trains only `face`, which predicts whether the
covering is recognizable. A label `null` trains no head: crops with it are for distillation.
"""

HEADS = {
    "covering": ("alloy", "steel", "hubcap"),
    "aspect": ("classic", "bicolor"),
    "condition": ("not_damaged", "damaged"),
    "face": ("visible", "hidden"),  # hidden: what covers the rim is not recognizable
    "flat_tyre": ("no", "yes"),
    "missing_hubcap": ("no", "yes"),
}
UNLABELLED = -1


def label_numbers(record):
    """Returns the label's number for each head, UNLABELLED if the record has none."""
    values = {
        **{name: record[name] for name in ("covering", "aspect", "condition")},
        "face": {"unknown": "hidden", None: None}.get(record["covering"], "visible"),
        **{name: {True: "yes", False: "no", None: None}[record[name]] for name in ("flat_tyre", "missing_hubcap")},
    }
    return [labels.index(values[head]) if values[head] in labels else UNLABELLED for head, labels in HEADS.items()]


def label_weight(record, uncertain):
    """Returns the weight of a record: less if the annotator was uncertain (confidence 1)."""
    return uncertain if record.get("confidence", 3) == 1 else 1.0


def split_heads(logits):
    """Splits (batch, all labels) into one tensor per head."""
    return dict(zip(HEADS, logits.split([len(labels) for labels in HEADS.values()], 1)))
