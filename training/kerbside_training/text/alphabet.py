"""The characters that the reader recognizes, and those that are only drawn."""

CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ."  # class k + 1 of the reader; class 0 is CTC's blank
SMALL = "kmi"  # read as their capitals
SILENT = "-•* "  # drawn, not read
GLYPHS = CHARACTERS + SMALL + SILENT
LONGEST = 22  # characters of a line, silent ones included

CLASS_OF_GLYPH = [CHARACTERS.index(glyph.upper()) + 1 if glyph not in SILENT else 0 for glyph in GLYPHS]


def to_glyphs(text):
    """Returns the glyph numbers of a line, padded with -1."""
    numbers = [GLYPHS.index(character) for character in text]
    if len(numbers) > LONGEST:
        raise ValueError(f"{text!r} has more than {LONGEST} characters")
    return numbers + [-1] * (LONGEST - len(numbers))


def read_classes(classes):
    """Decodes the best class of each column of a line: merges repeated classes and removes blanks (greedy CTC)."""
    text, last = "", 0
    for number in classes:
        if number != last and number:
            text += CHARACTERS[number - 1]
        last = number
    return text
