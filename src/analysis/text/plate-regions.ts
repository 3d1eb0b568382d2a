import type { RecognizedLine } from './recognized-line.ts';

/** Texts that plates print beside their number, by ISO 3166 code. Capitals without spaces and accents. */
const NAMES: Readonly<Record<string, string>> = {
  AR: 'ARGENTINA REPUBLICAARGENTINA',
  BR: 'BRASIL MERCOSULBRASIL',
  CL: 'CHILE',
  CO: 'COLOMBIA',
  PY: 'PARAGUAY REPUBLICADELPARAGUAY',
  UY: 'URUGUAY',
  ...{ 'US-AL': 'ALABAMA', 'US-AK': 'ALASKA', 'US-AZ': 'ARIZONA', 'US-AR': 'ARKANSAS' },
  ...{ 'US-CA': 'CALIFORNIA', 'US-CO': 'COLORADO', 'US-CT': 'CONNECTICUT', 'US-DE': 'DELAWARE' },
  ...{ 'US-DC': 'WASHINGTONDC DISTRICTOFCOLUMBIA' },
  ...{ 'US-FL': 'FLORIDA MYFLORIDACOM', 'US-GA': 'GEORGIA', 'US-HI': 'HAWAII', 'US-ID': 'IDAHO' },
  ...{ 'US-IL': 'ILLINOIS LANDOFLINCOLN', 'US-IN': 'INDIANA', 'US-IA': 'IOWA', 'US-KS': 'KANSAS' },
  ...{ 'US-KY': 'KENTUCKY', 'US-LA': 'LOUISIANA', 'US-ME': 'MAINE', 'US-MD': 'MARYLAND' },
  ...{ 'US-MA': 'MASSACHUSETTS', 'US-MI': 'MICHIGAN', 'US-MN': 'MINNESOTA', 'US-MS': 'MISSISSIPPI' },
  ...{ 'US-MO': 'MISSOURI', 'US-MT': 'MONTANA', 'US-NE': 'NEBRASKA', 'US-NV': 'NEVADA' },
  ...{ 'US-NH': 'NEWHAMPSHIRE', 'US-NJ': 'NEWJERSEY GARDENSTATE', 'US-NM': 'NEWMEXICO' },
  ...{ 'US-NY': 'NEWYORK EMPIRESTATE', 'US-NC': 'NORTHCAROLINA', 'US-ND': 'NORTHDAKOTA', 'US-OH': 'OHIO' },
  ...{ 'US-OK': 'OKLAHOMA', 'US-OR': 'OREGON', 'US-PA': 'PENNSYLVANIA', 'US-RI': 'RHODEISLAND' },
  ...{ 'US-SC': 'SOUTHCAROLINA', 'US-SD': 'SOUTHDAKOTA', 'US-TN': 'TENNESSEE', 'US-TX': 'TEXAS' },
  ...{ 'US-UT': 'UTAH', 'US-VT': 'VERMONT', 'US-VA': 'VIRGINIA', 'US-WA': 'WASHINGTON' },
  ...{ 'US-WV': 'WESTVIRGINIA', 'US-WI': 'WISCONSIN', 'US-WY': 'WYOMING' },
  ...{ 'CA-AB': 'ALBERTA', 'CA-BC': 'BRITISHCOLUMBIA', 'CA-MB': 'MANITOBA', 'CA-ON': 'ONTARIO' },
  ...{ 'CA-QC': 'QUEBEC', 'CA-SK': 'SASKATCHEWAN', 'CA-NS': 'NOVASCOTIA', 'CA-NB': 'NEWBRUNSWICK' },
};

/** Names from this length on are recognized inside longer texts. Shorter ones occur in other words. */
const SAFE_LENGTH = 6;

/** Returns the region or country that a plate names beside its number, by ISO 3166 code, if exactly one is named. */
export function findPlateRegion(lines: readonly Pick<RecognizedLine, 'line'>[]): string | undefined {
  const texts = lines.map(({ line }) => line.text.toUpperCase().replace(/[^A-Z]/g, ''));
  const found = Object.keys(NAMES).filter((code) =>
    (NAMES[code] ?? '')
      .split(' ')
      .some((name) =>
        texts.some((text) => text === name || (name.length >= SAFE_LENGTH && text.includes(name))),
      ),
  );
  // WEST VIRGINIA names VIRGINIA too, WASHINGTON DC WASHINGTON, and ARKANSAS ends with KANSAS: the longer name is meant.
  const longest = found.filter((code) => !found.some((other) => other !== code && contains(other, code)));
  return longest.length === 1 ? longest[0] : undefined;
}

function contains(code: string, other: string): boolean {
  const names = (NAMES[code] ?? '').split(' ');
  return (NAMES[other] ?? '').split(' ').some((name) => names.some((longer) => longer.includes(name)));
}
