import { describe, expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { rectangleQuad } from './quad.ts';
import { computeMrzCheckDigit, readMrz } from './read-mrz.ts';
import { readRegistration } from './read-registration.ts';
import type { RecognizedLine } from './recognized-line.ts';

/** The specimens of ICAO 9303, and a made-up French identity card of the old format. */
const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];
const CARD = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
];

function oldFrenchCard(): string[] {
  const first = 'IDFRABERTHIER<<<<<<<<<<<<<<<<<<75C001';
  const upper = first.slice(0, 36);
  const number = '880692310285';
  const start = `${number}${computeMrzCheckDigit(number)}${'CORINNE'.padEnd(14, '<')}651206${computeMrzCheckDigit('651206')}F`;
  return [upper, `${start}${computeMrzCheckDigit(upper + start)}`];
}

function rows(lines: readonly string[], top = 300): RecognizedLine[] {
  return lines.map((text, index) => {
    const columns = createColumns(text, ASCII);
    const quad = rectangleQuad(20, top + index * 40, 20 + text.length * 12, top + 24 + index * 40);
    return { quad, columns, line: decodeLine(columns) };
  });
}

describe('readMrz', () => {
  it('reads a passport and verifies its check digits', () => {
    const read = readMrz(rows(['REPUBLIC OF UTOPIA', ...PASSPORT]));
    expect(read).toMatchObject({
      format: 'TD3',
      lines: PASSPORT,
      isValid: true,
      checks: {
        documentNumber: true,
        birthDate: true,
        expiryDate: true,
        personalNumber: true,
        composite: true,
      },
      fields: {
        surname: 'ERIKSSON',
        givenNames: 'ANNA MARIA',
        documentNumber: 'L898902C3',
        nationality: 'UTO',
        birthDate: '740812',
        sex: 'F',
        expiryDate: '120415',
      },
    });
  });

  it('reads an identity card with 3 lines', () => {
    const read = readMrz(rows(CARD));
    expect(read).toMatchObject({ format: 'TD1', isValid: true });
    expect(read?.fields).toMatchObject({ documentNumber: 'D23145890', surname: 'ERIKSSON' });
  });

  it('reads a document number that continues in the optional field of an identity card', () => {
    // The specimen of ICAO 9303, part 5.
    const upper = 'I<UTOD23145890<7349<<<<<<<<<<<';
    const lines = [upper, '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
    const read = readMrz(rows(lines));
    expect(read).toMatchObject({ format: 'TD1', isValid: true, fields: { documentNumber: 'D23145890734' } });
    expect(read?.fields).not.toHaveProperty('optional');
    const misread = readMrz(rows(lines.map((text) => text.replace('7349', '7348'))));
    expect(misread).toMatchObject({ isValid: false, checks: { documentNumber: false } });
  });

  it('reads the French card with 2 lines of 36', () => {
    const read = readMrz(rows(oldFrenchCard()));
    expect(read).toMatchObject({ format: 'FR_ID', isValid: true });
    expect(read?.fields).toMatchObject({ surname: 'BERTHIER', givenNames: 'CORINNE', birthDate: '651206' });
  });

  it('decodes digits at digit positions', () => {
    const misread = [PASSPORT[0] ?? '', (PASSPORT[1] ?? '').replace('740812', '74O812')];
    const columns = rows(misread).map((row) => ({ ...row, columns: addDoubt(row.columns) }));
    expect(readMrz(columns)?.fields.birthDate).toBe('740812');
  });

  it('reports the wrong check digit', () => {
    const altered = [PASSPORT[0] ?? '', (PASSPORT[1] ?? '').replace('740812', '740813')];
    const read = readMrz(rows(altered));
    expect(read).toMatchObject({ isValid: false, checks: { birthDate: false, documentNumber: true } });
  });

  it('returns undefined for a page without a zone', () => {
    expect(readMrz(rows(['A PAGE OF TEXT', 'AND ANOTHER LINE']))).toBeUndefined();
  });
});

/** Gives 0 a low probability wherever O is likely. */
function addDoubt(columns: RecognizedLine['columns']): RecognizedLine['columns'] {
  const size = columns.characters.length + 1;
  const [letter, digit] = [columns.characters.indexOf('O') + 1, columns.characters.indexOf('0') + 1];
  const data = columns.data.slice();
  for (let at = 0; at < data.length; at += size) {
    data[at + digit] = (data[at + digit] ?? 0) + 0.1 * (data[at + letter] ?? 0);
  }
  return { ...columns, data };
}

describe('readRegistration', () => {
  const placed = (text: string, left: number, top: number) => ({
    text,
    quad: rectangleQuad(left, top, left + text.length * 12, top + 20),
    confidence: 0.9,
  });

  it('reads values in the line of their code and beside it', () => {
    const fields = readRegistration([
      placed('A', 0, 0),
      placed('AB-482-CD', 60, 0),
      placed('B 12/03/2019', 300, 0),
      placed('D.1 RENAULT', 0, 40),
      placed('(D.3)', 0, 80),
      placed('CLIO', 80, 80),
      placed('E', 0, 120),
      placed('VF1RJAO0863412975', 60, 120),
      placed('P.6', 0, 160),
      placed('5', 60, 160),
    ]);
    expect(Object.fromEntries(Object.entries(fields).map(([code, { value }]) => [code, value]))).toEqual({
      A: 'AB482CD',
      B: '2019-03-12',
      'D.1': 'RENAULT',
      'D.3': 'CLIO',
      E: 'VF1RJA00863412975',
      'P.6': '5',
    });
  });

  it('accepts a code without its point', () => {
    expect(readRegistration([placed('D1 PEUGEOT', 0, 0), placed('D,3 208', 0, 40)])).toMatchObject({
      'D.1': { value: 'PEUGEOT' },
      'D.3': { value: '208' },
    });
  });

  it('accepts a code with a space instead of the point', () => {
    expect(readRegistration([placed('D 1 PEUGEOT', 0, 0), placed('G 1 1230', 0, 40)])).toMatchObject({
      'D.1': { value: 'PEUGEOT' },
      'G.1': { value: '1230' },
    });
  });

  it.each([
    ['S.1 5', 'S.1', '5'],
    ['P.6 7', 'P.6', '7'],
    ['D.3 3', 'D.3', '3'],
    ['Y.1 0', 'Y.1', '0'],
    ['Y.6 2.76', 'Y.6', '2.76'],
    ['Q 0.05', 'Q', '0.05'],
    ['F.1 1 850', 'F.1', '1850'],
    ['B 12 03 2015', 'B', '2015-03-12'],
    ['A 12 AB 75', 'A', '12AB75'],
  ])('does not take digits of the value for the code: %s', (written, code, value) => {
    expect(readRegistration([placed(written, 0, 0)])).toEqual({ [code]: { value, confidence: 0.9 } });
  });

  it.each([
    ['AAB-123-CD', 'A', 'AB123CD'],
    ['B12/03/2015', 'B', '2015-03-12'],
    ['I12.03.2015', 'I', '2015-03-12'],
    ['EVF1RJA00863412975', 'E', 'VF1RJA00863412975'],
    ['P.11461', 'P.1', '1461'],
    ['F.11 850', 'F.1', '1850'],
    ['Y.62.76', 'Y.6', '2.76'],
    ['(S.1)5', 'S.1', '5'],
  ])('splits code and value without a space: %s', (written, code, value) => {
    expect(readRegistration([placed(written, 0, 0)])).toEqual({ [code]: { value, confidence: 0.9 } });
  });

  it('does not read words as a code and its value', () => {
    const words = [
      'BORN 12/03/2015',
      'IMMATRICULE LE 05/06/2019',
      'EMPATTEMENT MAXIMAL',
      'AB-123-CD',
      'G1230',
    ];
    expect(readRegistration(words.map((text, row) => placed(text, 0, row * 40)))).toEqual({});
  });

  it('accepts plates of the old format, of Corsica and overseas', () => {
    expect(readRegistration([placed('A 1234 AB 2A', 0, 0)])).toMatchObject({ A: { value: '1234AB2A' } });
    expect(readRegistration([placed('A 1234 AB 971', 0, 0)])).toMatchObject({ A: { value: '1234AB971' } });
  });

  it('reads the number at the start of a value, not the digit of its unit', () => {
    expect(readRegistration([placed('P.1 1461 cm3', 0, 0), placed('V.7 95.5 g/km', 0, 40)])).toMatchObject({
      'P.1': { value: '1461' },
      'V.7': { value: '95.5' },
    });
    expect(readRegistration([placed('G 1.230', 0, 0), placed('S.1 5.5', 0, 40)])).toEqual({
      G: { value: '1230', confidence: 0.9 },
    });
  });

  it('accepts a one-letter code only with a valid value', () => {
    expect(readRegistration([placed('A RENAULT', 0, 0), placed('E NOT A VIN', 0, 40)])).toEqual({});
  });

  it.each(['B 42/03/2015', 'B 12/13/2015', 'B 12/03/1015'])('rejects an impossible date: %s', (written) => {
    expect(readRegistration([placed(written, 0, 0)])).toEqual({});
  });

  it('ignores a value that is too far from its code', () => {
    expect(readRegistration([placed('D.1', 0, 0), placed('RENAULT', 900, 0)])).toEqual({});
  });
});
