"""The cell of one glyph's picture: capitals are CAP pixels high, with the base line at row BASE."""

HEIGHT, WIDTH = 48, 64
CAP, BASE, PAD = 32, 40, 6  # height of capitals; row of the base line; column where a glyph begins
