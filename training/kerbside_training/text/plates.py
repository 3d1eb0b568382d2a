"""Draws random texts of number plates of the world.

One row per country: its share of the drawn plates, its letters, and its patterns. In a pattern A is a letter,
D a digit, X either; `-` is a dash or a gap, `_` a gap, `•` a seal or crest; `/` parts the two lines of square and motorcycle
plates, which are read one at a time. Other characters are literal.
"""

import string
from typing import NamedTuple

ALL = string.ascii_uppercase
NO_IO = "ABCDEFGHJKLMNPQRSTUVWXYZ"
NO_IOQ = "ABCDEFGHJKLMNPRSTUVWXYZ"
NO_VOWELS = "BCDFGHJKLMNPRSTVWXYZ"
CYRILLIC = "ABEKMHOPCTYX"  # letters that Latin and Cyrillic share
GREEK = "ABEHIKMNOPTXYZ"  # letters that Latin and Greek share


class Country(NamedTuple):
    share: float
    letters: str
    patterns: tuple


def _country(share, letters, patterns):
    return Country(share, letters, tuple(patterns.split()))


COUNTRIES = {
    # North America. Most states and provinces leave O out, since their fonts do not distinguish it from 0.
    "US": _country(30, NO_IOQ * 3 + "IQ", (
        "AAADDDD AAA-DDDD AAA_DDDD AAADDD AAA-DDD AAA_DDD DDDAAA DDD_AAA DDD-AAA DAAADDD DAAA_DDD AADXDA AAD_XDA AAD•XDA DDAXDA "
        "ADDDDDD DDDDDDD DDDDDD DDD•DDDD AAADD DDAAA AADDDDD AADDDD AA_DDDD DDAADD DDDAA AAAAAA AAAAAAA AAADA AADDAA ADDAAA "
        "AADDDA XXXXXX XXXXXXX XXX•XXX XXX_XXXX XXXXX AAA•DDDD AAA•DDD DAADDD A_DDDDDD DDXXXX DDDXXX DADDDDD DDDDDAD AADAD"
    )),
    "CA": _country(2.5, NO_IOQ * 3 + "OQ", "AAAA_DDD AAAA•DDD AAA_DDD AAD_DDA DAA_DDD XXX•XXX AAA_DDDD DDD_AAA"),
    "MX": _country(3, NO_IOQ, "AAA-DDD-A AAA-DD-DD DDD-AAA A-DDD-AAA ADD-AAA AA-DDDD-A"),
    # Europe
    "DE": _country(8, ALL, "A-AADDDD A•AADDD AA•AADDDD AA•ADDD AAA•ADDD AAA•AADDD A•AADDDD AA•AADDD A•ADDDD AAA-ADD AA•ADDDDE A•AADDDH"),
    "FR": _country(6, "ABCDEFGHJKLMNPQRSTVWXYZ", "AA-DDD-AA AA_DDD_AA AADDDAA DDDD_AA_DD DDD_AAA_DD"),
    "GB": _country(6, "ABCDEFGHJKLMNOPRSTUVWXYZ", "AADD_AAA AADDAAA AADD/AAA ADDD_AAA AAA_DDDA AAA_DDD AA_DDDD"),
    "IT": _country(5, "ABCDEFGHJKLMNPRSTVWXYZ", "AA_DDDAA AADDDAA AA-DDD-AA AA/DDDAA AADDDDD"),
    "ES": _country(5, NO_VOWELS, "DDDD_AAA DDDDAAA DDDD/AAA A_DDDD_AA ADDDDAAA"),
    "PL": _country(4, NO_IOQ + "IO", "AA_DDDDD AAA_DDDD AA•DDDDD AAA•DDDD AA_DDDDA AAA_ADDD AAA/DDDD AA/DDDDD AA_DDDAA"),
    "NL": _country(3, "BDFGHJKLNPRSTVXZ", "AA-DDD-A A-DDD-AA DD-AAA-D D-AAA-DD AAA-DD-A AA-DD-AA DD-AA-AA DD-AA-DD"),
    "BE": _country(2.5, NO_IOQ, "D-AAA-DDD DAAADDD D-AAA/DDD AAA-DDD DDD-AAA"),
    "PT": _country(2.5, NO_IO, "AA-DD-AA DD-AA-DD DD-DD-AA AA-DD-DD AA•DD•AA"),
    "AT": _country(2, NO_IO, "A•DDDDA AA•DDDAA A•DDDDAA AA•DDDAA A-DDDDDA AA•DDDDA"),
    "CH": _country(2, ALL, "AA•DDDDDD AA•DDDDD AA_DDDDDD AA/DDDDDD"),
    "SE": _country(2, "ABCDEFGHJKLMNOPRSTUWXYZ", "AAA_DDD AAADDD AAA_DDA AAADDA AAA/DDD"),
    "NO": _country(1.5, "ABCDEFHJKLNPRSTUVXYZ", "AA_DDDDD AADDDDD AA/DDDD"),
    "DK": _country(1.5, NO_IOQ, "AA_DD_DDD AADDDDD AA_DDDDD"),
    "FI": _country(1.5, ALL, "AAA-DDD AA-DDD AAA-DD"),
    "IE": _country(1.5, "CDEGHKLMNORSTWXY", "DDD-A-DDDDD DDD-AA-DDDD DD-A-DDDDD DDDADDDD DD-AA-DDDD"),
    "CZ": _country(2, "ABCDEFHIJKLMNPRSTUVXYZ", "DAD_DDDD DA•DDDDD DADDDDD DAA_DDDD DAA/DDDD"),
    "SK": _country(1.5, NO_IOQ, "AA•DDDAA AA-DDDAA AADDDAA"),
    "HU": _country(2, ALL, "AAA-DDD AAA•DDD AA_AA-DDD AAAADDD AAA/DDD"),
    "RO": _country(2, "ABCDEFGHIJKLMNOPRSTUVWXYZ", "AA_DD_AAA A_DDD_AAA AADDAAA A_DD_AAA AA-DD-AAA ADDDAAA"),
    "BG": _country(1.5, "ABCEHKMOPTXY", "AA_DDDD_AA A_DDDD_AA AADDDDAA ADDDDAA CADDDDAA"),
    "GR": _country(2, GREEK, "AAA-DDDD AAADDDD AAA/DDDD"),
    "HR": _country(1.5, NO_IOQ + "IO", "AA•DDDD-AA AA•DDDD-A AA•DDD-AA AA_DDD_A"),
    "SI": _country(1, NO_IOQ + "O", "AA•AA-DDD AA•DD-DAA AA•DDD-AA AA•A-DDD"),
    "RS": _country(1.2, NO_IOQ + "IO", "AA•DDD-AA AA•DDDD-AA AA•DDD•AA"),
    "BA": _country(0.7, "AEJKMOT", "ADD-A-DDD ADDADDD"),
    "ME": _country(0.4, NO_IOQ, "AA•AADDD AA_AADDD"),
    "MK": _country(0.5, NO_IOQ + "O", "AA•DDDD•AA AA_DDDD_AA"),
    "AL": _country(0.6, NO_IO, "AA_DDD_AA AADDDAA"),
    "XK": _country(0.3, NO_IO, "DD•DDD-AA DD_DDD_AA"),
    "LT": _country(1, NO_IOQ + "IO", "AAA:DDD AAA_DDD AAA•DDD AAADDD"),
    "LV": _country(0.8, NO_IO, "AA-DDDD AA-DDD AADDDD"),
    "EE": _country(0.7, NO_IOQ, "DDD_AAA DDDAAA"),
    "LU": _country(0.5, NO_IOQ, "AA_DDDD DDDDD AA-DDDD"),
    "MT": _country(0.3, NO_IOQ, "AAA_DDD AAA•DDD"),
    "CY": _country(0.3, "ABEHIKMNPTXYZ", "AAA_DDD AAADDD"),
    "IS": _country(0.3, NO_IOQ + "IO", "AA_DDD AA_ADD AA•ADD AA•DDD"),
    "MD": _country(0.5, NO_IOQ, "AAA_DDD A_AA_DDD"),
    "UA": _country(2, "ABCEHIKMOPTX", "AADDDDAA AA_DDDD_AA AA/DDDDAA AADDDD/AA"),
    "BY": _country(1, "ABEIKMHOPCTX", "DDDD_AA-D DDDDAA-D"),
    "RU": _country(4, CYRILLIC, "ADDDAA ADDDAA_DD ADDDAA_DDD ADDDAADD ADDDAADDD ADDD/AADD AADDDDD"),
    "GE": _country(0.6, NO_IO, "AA-DDD-AA AADDDAA"),
    "AM": _country(0.4, NO_IOQ, "DD_AA_DDD DDAADDD DDD_AA_DD"),
    "AZ": _country(0.5, NO_IO, "DD-AA-DDD DD•AA•DDD"),
    "TR": _country(3, "ABCDEFGHIJKLMNOPRSTUVYZ", "DD_AA_DDD DD_AAA_DD DD_A_DDDD DDAADDD DDAAADD DD_AA_DDDD DDADDDD DD_AAA_DDD DD_AA/DDD"),
    # South America
    "BR": _country(8, ALL, "AAADADD AAADADD AAADADD AAA-DDDD AAA•DDDD AAADDDD AAA/DADD AAA/DDDD"),
    "AR": _country(5, ALL, "AA_DDD_AA AADDDAA AAA_DDD AAADDD AAA•DDD AA_DDD/AA ADDD/AAA AAA/DDD"),
    "CL": _country(1.5, "BCDFGHJKLPRSTVWXYZ", "AAAA•DD AA•AA•DD AA•DD•DD AA-DDDD AAAA-DD"),
    "CO": _country(1.5, ALL, "AAA-DDD AAA•DDD AAA_DDA AAADDD AAA/DDA"),
    "PE": _country(1, NO_IOQ + "IO", "AAA-DDD ADA-DDD AXA-DDD"),
    "UY": _country(0.7, ALL, "AAA_DDDD AAADDDD"),
    "PY": _country(0.7, ALL, "AAAA_DDD AAA_DDD DDD_AAAA"),
    "EC": _country(0.7, ALL, "AAA-DDDD AAA-DDD"),
    "BO": _country(0.4, NO_IOQ, "DDDD-AAA DDDDAAA"),
    "VE": _country(0.6, NO_IOQ, "AADDDAA AAADDA ADDAADA"),
    # Asia and Oceania
    "IN": _country(4, NO_IO, "AA_DD_AA_DDDD AADDAADDDD AADDADDDD AA_DD_A_DDDD AADD/AADDDD AADDAA/DDDD AADDA/DDDD DDBHDDDDAA"),
    "PK": _country(1, NO_IO, "AAA-DDD AAA-DDDD AA-DDDD AAA/DDD"),
    "ID": _country(1.5, ALL, "A_DDDD_AA A_DDDD_AAA AA_DDDD_AA ADDDDAAA"),
    "MY": _country(1.5, "ABCDEFGHJKLMNPQRSTUVWXY", "AAA_DDDD AAADDDD AAA_DDD AADDDDA AAA/DDDD WAADDDDA"),
    "SG": _country(0.8, NO_IOQ, "SAA_DDDD_A SAADDDDA AAA/DDDDA"),
    "PH": _country(1, ALL, "AAA_DDDD AAA_DDD AAADDDD"),
    "TH": _country(0.5, ALL, "DDDD DDD DAA_DDDD"),
    "VN": _country(1.5, "ABCDEFGHKLMNPSTUVXYZ", "DDA-DDD.DD DDA-DDDDD DDA/DDD.DD DD-AD/DDD.DD DDA-DDDD"),
    "CN": _country(3, NO_IO, "A•DDDDD A•AXXXX A•XXXXX ADDDDD AADDDDD A•DDDDDD"),
    "HK": _country(0.7, NO_IOQ, "AA_DDDD AADDDD AA/DDDD AA_DDD"),
    "TW": _country(1.2, "ABCDEFGHJKLMNPQRSTUVWXYZ", "AAA-DDDD DDDD-AA AA-DDDD"),
    "KR": _country(1, ALL, "DDDD DDD_DDDD DD_DDDD"),
    "JP": _country(2, ALL, "DD-DD DDDD •DD-DD ••D-DD ••-DD"),
    "KZ": _country(0.8, NO_IO, "DDD_AAA_DD DDDAAADD DDDAADD"),
    "UZ": _country(0.7, NO_IO, "DD_A_DDD_AA DD_DDD_AAA DDADDDAA"),
    "IL": _country(1.2, ALL, "DD-DDD-DD DDD-DD-DDD DDDDDDD DDDDDDDD"),
    "AE": _country(1, NO_IO, "A_DDDDD AA_DDDDD DDDDD DD/DDDDD A/DDDDD"),
    "SA": _country(1, "ABDEGHJKLNRSTUVXZ", "DDDD_AAA DDDDAAA"),
    "AU": _country(2.5, ALL, "AAA-DDD AAA•DDD DAA-DAA DAA•DAA AAA-DDA AA-DD-AA XXX•XXX AAAA•DDD SDDD-AAA DDD•AAD AAA/DDD"),
    "NZ": _country(1, NO_IOQ + "Q", "AAADDD AAA_DDD AADDDD"),
    # Africa
    "ZA": _country(1.5, "BCDFGHJKLMNPRSTVWXYZ", "AA_DD_AA•GP AA_DD_AAGP AAA_DDD•GP AAA_DDD_L CA_DDD-DDD NDDDDDD"),
    "EG": _country(0.6, NO_IOQ, "DDD_AAA DDDD_AA DDDDAAA"),
    "MA": _country(0.8, "ABDEHW", "DDDDD•A•DD DDDDD-A-D DDDDD_A_DD"),
    "DZ": _country(0.6, ALL, "DDDDD-DDD-DD DDDDDDDDDD DDDDDD_DDD_DD"),
    "TN": _country(0.6, ALL, "DDD_TN_DDDD DDD•DDDD"),
    "NG": _country(0.8, NO_IO, "AAA-DDDAA AAA_DDDAA AAADDDAA"),
    "KE": _country(0.8, NO_IO, "KAA_DDDA KAADDDA KAA/DDDA KAAA_DDDA"),
    "GH": _country(0.4, NO_IO, "AA_DDDD-DD AA-DDD-DD AADDDD-DD"),
}

CODES = tuple(COUNTRIES)
SHARES = tuple(COUNTRIES[code].share for code in CODES)


def draw_plate(rng):
    """Draws the text of one line of a plate; emblems and dashes are drawn and not read."""
    country = COUNTRIES[rng.choices(CODES, SHARES)[0]]
    lines = rng.choice(country.patterns).split("/")
    draw_character = {
        "A": lambda: rng.choice(country.letters),
        "D": lambda: rng.choice(string.digits),
        "X": lambda: rng.choice(country.letters[:20] + string.digits * 2),
        "_": lambda: " ",
        ":": lambda: "•",
    }
    text = "".join(draw_character[place]() if place in draw_character else place for place in rng.choice(lines))
    text = text.replace(".", rng.choice((".", "", " ")) if "." in text else "")
    text = text.replace("-", rng.choice("-- •")) if rng.random() < 0.8 else text.replace("-", "")
    draw = rng.random()  # a crest, a seal or a sticker at an end
    return "•" + text if draw < 0.06 else text + "•" if draw < 0.12 else text
