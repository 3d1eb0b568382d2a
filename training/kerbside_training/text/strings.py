"""Draws random texts: identification numbers, plates of many countries, odometer readings, other words.

They follow the formats and do not come from a list of real vehicles.
"""

import string

from .plates import draw_plate

KINDS = ("vin", "plate", "odometer", "word")
SHARES = (0.37, 0.34, 0.26, 0.03)

VIN_CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789"
VALUE = {character: int(value) for character, value in zip(VIN_CHARACTERS, "012345678912345678123457923456789")}
WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
# First characters by region and maker: common prefixes are drawn more often than uniform sampling would.
MAKERS = (
    "1FA 1FT 1G1 1GC 1HG 1C4 1J4 1N4 2HG 2T1 3FA 3VW 4T1 5YJ 5NP 5UX JTD JHM JN1 JMZ JF1 JS3 KMH KNA KL1 LVS LSG LFV MA3 "
    "NMT SAL SAJ SCB SJN TMB TRU TSM U5Y VF1 VF3 VF7 VSS VNK W0L WAU WBA WBS WDB WDD WF0 WP0 WP1 WVG WVW WV1 WV2 XTA XW8 "
    "XWE X7L X9F XWB Y4K YS3 YV1 Z94 Z8T ZAR ZFA ZFF 9BW 93H 8AP 6T1 AHT MX1 XZG"
).split()

# Characters that are often confused on stamped and printed labels.
CONFUSED = ("D0", "B8", "S5", "Z2", "G6", "U0", "VY", "1L", "1T", "HM", "HN", "KX", "PR", "EF", "38", "69", "A4", "7T", "WM", "C0")

WORDS = (
    "CALIFORNIA TEXAS FLORIDA NEWYORK ILLINOIS OHIO GEORGIA ALASKA MISSOURI MICHIGAN VIRGINIA OREGON EXPLORE GARDEN STATE "
    "EMPIRE SUNSHINE LAND OF LINCOLN FRANCE DEUTSCHLAND ESPANA MADE IN GERMANY JAPAN USA MASS GVWR PAINT TRIM TYPE TRIP "
    "ODO TOTAL KM MILES MPH RPM FUEL SERVICE MODEL ENGINE DATE"
).split()


def check_digit(vin):
    """Returns the ninth character as North America and China compute it (49 CFR 565)."""
    total = sum(VALUE[character] * weight for character, weight in zip(vin, WEIGHTS))
    return "0123456789X"[total % 11]


def draw_vin(rng):
    letters = lambda count, characters=VIN_CHARACTERS: "".join(rng.choices(characters, k=count))
    maker = rng.choice(MAKERS) if rng.random() < 0.7 else letters(3)
    middle = "ZZZ" + letters(2) + "Z" if rng.random() < 0.2 else letters(5) + letters(1, "0123456789X")
    digits = rng.choice((4, 5, 6, 6, 6, 6))
    tail = letters(1, YEARS) + letters(1) + letters(6 - digits) + letters(digits, string.digits)
    vin = maker + confuse(rng, middle + tail[:4]) + tail[4:] if rng.random() < 0.4 else maker + middle + tail
    if rng.random() < 0.5:
        vin = vin[:8] + check_digit(vin) + vin[9:]
    draw = rng.random()
    if draw < 0.12:
        return f"*{vin}*"
    if draw < 0.16:  # between stars or seals
        return f"•{vin}•"
    if draw < 0.22:  # with spaces between the parts, as some makers stamp it
        return f"{vin[:3]} {vin[3:9]} {vin[9:]}"
    return vin


def confuse(rng, text):
    """Replaces half of the characters by one of a pair that is often confused, so that both occur at every position."""
    return "".join(rng.choice(rng.choice(CONFUSED)) if rng.random() < 0.5 else character for character in text)


def draw_odometer(rng):
    count = rng.choices((1, 3, 4, 5, 6, 7), (1, 1, 6, 50, 38, 4))[0]
    # The thin 1 is missed most often on displays, so two thirds of the readings oversample it.
    digits = "".join(rng.choices(string.digits, [1, rng.choice((1, 3, 8)), *[1] * 8], k=count))
    if rng.random() < 0.15:  # drums show leading zeros
        digits = "0" * (6 - count) + digits if count < 6 else digits
    draw = rng.random()
    if draw < 0.08:
        digits += "." + rng.choice(string.digits)
    if draw > 0.92:
        digits += rng.choice(("", " ")) + rng.choice(("km", "KM", "mi", "MI"))
    return digits


def draw_word(rng):
    if rng.random() < 0.5:
        return "".join(rng.choices(string.ascii_uppercase, k=rng.randint(2, 9)))
    return rng.choice(WORDS)


DRAW = {"vin": draw_vin, "plate": draw_plate, "odometer": draw_odometer, "word": draw_word}
