"""The signs that the reader knows, and those that are only drawn."""

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ."  # class k + 1 of the reader; class 0 is "no sign" (CTC's blank)
SMALL = "kmi"  # read as their capitals
SILENT = "-•* "  # drawn, never read
GLYPHS = SIGNS + SMALL + SILENT
LONGEST = 22  # signs of a line, silent ones included

CLASS_OF_GLYPH = [SIGNS.index(glyph.upper()) + 1 if glyph not in SILENT else 0 for glyph in GLYPHS]


def to_glyphs(text):
    """Glyph numbers of a line, -1 where it has ended."""
    numbers = [GLYPHS.index(sign) for sign in text]
    if len(numbers) > LONGEST:
        raise ValueError(f"{text!r} has more than {LONGEST} signs")
    return numbers + [-1] * (LONGEST - len(numbers))


def read_classes(classes):
    """The text of one line's best classes, column by column: repeated ones are one, blanks part them."""
    text, last = "", 0
    for number in classes:
        if number != last and number:
            text += SIGNS[number - 1]
        last = number
    return text
