"""What the analyser says of a wheel, and which labels train it.

Every head chooses one of its labels. A label `unknown` in the data trains nothing, except for `face`, which learns
from it whether there is anything to tell. A label `null` trains nothing at all: such crops are for the teachers.
"""

HEADS = {
    "covering": ("alloy", "steel", "hubcap"),
    "aspect": ("classic", "bicolor"),
    "condition": ("not_damaged", "damaged"),
    "face": ("visible", "hidden"),  # hidden: nobody could tell what covers the rim
    "flat_tyre": ("no", "yes"),
    "missing_hubcap": ("no", "yes"),
}
UNTAUGHT = -1


def label_numbers(record):
    """The label's number for each head, UNTAUGHT where the record does not say."""
    values = {
        **{name: record[name] for name in ("covering", "aspect", "condition")},
        "face": {"unknown": "hidden", None: None}.get(record["covering"], "visible"),
        **{name: {True: "yes", False: "no", None: None}[record[name]] for name in ("flat_tyre", "missing_hubcap")},
    }
    return [labels.index(values[head]) if values[head] in labels else UNTAUGHT for head, labels in HEADS.items()]


def label_weight(record, uncertain):
    """Records that the annotator guessed at (confidence 1) count less."""
    return uncertain if record.get("confidence", 3) == 1 else 1.0


def split_heads(logits):
    """(batch, all labels) to one tensor per head."""
    return dict(zip(HEADS, logits.split([len(labels) for labels in HEADS.values()], 1)))
