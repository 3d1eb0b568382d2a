import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII, columnsOf } from './columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { rectangleQuad } from './quad.ts';
import { readVin } from './read-vin.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { checkVin, vinCheckDigit } from './vin-check-digit.ts';

/** Of a recogniser that knows no space. */
const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.';
const VALID = '1HGBH41JXMN109186';

function line(
  text: string,
  {
    top = 0,
    left = 0,
    doubts = {},
    alphabet = ASCII,
  }: {
    top?: number;
    left?: number;
    doubts?: Parameters<typeof columnsOf>[2];
    alphabet?: string;
  } = {},
): RecognizedLine {
  const columns = columnsOf(text, alphabet, doubts);
  const quad = rectangleQuad(left, top, left + text.length * 12, top + 20);
  return { quad, columns, line: decodeLine(columns) };
}

describe('the check digit', () => {
  it('is that of the regulation', () => {
    expect(vinCheckDigit(VALID)).toBe('X');
    expect(vinCheckDigit('11111111111111111')).toBe('1');
    expect(checkVin(VALID)).toBe('right');
    expect(checkVin('1HGBH41JXMN109187')).toBe('wrong');
  });

  it('is not looked for where a maker has none', () => {
    expect(checkVin('WVWZZZ1KZ7P101727')).toBe('not_used');
  });

  it('notices every change of one sign to another of a different value', () => {
    const position = fc.integer({ min: 0, max: 16 }).filter((at) => at !== 8);
    fc.assert(
      fc.property(position, fc.constantFrom(...'0123456789'), (at, digit) => {
        const changed = `${VALID.slice(0, at)}${digit}${VALID.slice(at + 1)}`;
        const isSame = vinCheckDigit(changed) === vinCheckDigit(VALID);
        expect(checkVin(changed)).toBe(isSame ? 'right' : 'wrong');
      }),
    );
  });
});

describe('readVin', () => {
  it('reads a VIN among other lines', () => {
    const read = readVin([line('MADE IN GERMANY'), line(VALID, { top: 40 }), line('2150 KG', { top: 80 })]);
    expect(read).toMatchObject({ vin: VALID, checkDigit: 'right' });
    expect(read?.characterConfidences).toHaveLength(17);
  });

  it('takes a sign of the beginning for another one, not much less likely, that makes it a known maker', () => {
    const doubtful = { 0: ['J', 0.2] } as const;
    expect(readVin([line('UMZKE197600124374', { doubts: doubtful })])?.vin).toBe('JMZKE197600124374');
    expect(readVin([line('UMZKE197600124374')])?.vin).toBe('UMZKE197600124374');
  });

  it('leaves makers that are known as they were read, and looks for one that fills up with Z where that is done', () => {
    expect(readVin([line('XWBJA69V9HA000123', { doubts: { 2: ['8', 0.4] } })])?.vin).toBe(
      'XWBJA69V9HA000123',
    );
    expect(readVin([line('XWBZZZCKZNG009519', { doubts: { 2: ['8', 0.4] } })])?.vin).toBe(
      'XW8ZZZCKZNG009519',
    );
  });

  it('prefers a number that ends in a serial number to a name of as many letters', () => {
    const unsure = { 2: ['T', 0.4], 5: ['S', 0.4], 11: ['H', 0.4] } as const;
    const read = readVin([line('TOYOTAMOTORCORPOR'), line('JTJBK11A602001106', { top: 40, doubts: unsure })]);
    expect(read?.vin).toBe('JTJBK11A602001106');
  });

  it('prefers a line that is a VIN to what two others make together, even with a right check digit', () => {
    const european = 'W0L0SDL6894322708';
    const read = readVin([
      line(VALID.slice(0, 8)),
      line(VALID.slice(8), { top: 30 }),
      line(european, { top: 90 }),
    ]);
    expect(read?.vin).toBe(european);
  });

  it('knows no I, O and Q', () => {
    expect(readVin([line('IHGBH4IJXMNIO9I86')])?.vin).toBe('1HGBH41JXMN109186');
  });

  it('passes over what stands before and after it', () => {
    expect(readVin([line(`VIN: *${VALID}*`)])?.vin).toBe(VALID);
  });

  it.each([
    ['FIN WDB2030421A123456', 'WDB2030421A123456'],
    ['FIN: WVWZZZ1KZ8W123456', 'WVWZZZ1KZ8W123456'],
    ['TYPE 5YJSA1E14HF000337', '5YJSA1E14HF000337'],
    ['CHASSIS NO. JTDBR32E720123456', 'JTDBR32E720123456'],
    ['5YJSA1E14HF000337 0001', '5YJSA1E14HF000337'],
    ['E WF0XXXGCDX8K12345', 'WF0XXXGCDX8K12345'],
  ])('is not shifted by a label: %s', (written, vin) => {
    expect(readVin([line(written)])?.vin).toBe(vin);
    const glued = line(written.replace(/[^A-Z0-9]/g, ''), { alphabet: CAPITALS });
    expect(readVin([glued])?.vin).toBe(vin);
  });

  it('takes the word of seventeen signs, of whatever maker, and is as sure of it as without the label', () => {
    const [vin, alone] = ['W222030421A123456', readVin([line('W222030421A123456')])];
    expect(readVin([line(`FIN ${vin}`)])).toMatchObject({ vin, confidence: alone?.confidence });
    expect(readVin([line(`${vin} E`)])?.vin).toBe(vin);
  });

  it('prefers what begins or ends with a word where neither its length nor its maker tells', () => {
    expect(readVin([line('FIN W22 203042 1A123456')])?.vin).toBe('W222030421A123456');
  });

  it('puts halves together, beside and below each other', () => {
    expect(readVin([line(VALID.slice(0, 8)), line(VALID.slice(8), { left: 200 })])?.vin).toBe(VALID);
    expect(readVin([line(VALID.slice(0, 8)), line(VALID.slice(8), { top: 30 })])?.vin).toBe(VALID);
  });

  it('is surer with a right check digit than without one, and less sure with a wrong one where it is required', () => {
    const right = readVin([line(VALID)])?.confidence ?? 0;
    const unused = readVin([line('WVWZZZ1KZ7P101727')])?.confidence ?? 0;
    const wrong = readVin([line('1HGBH41JXMN109187')])?.confidence ?? 0;
    expect(right).toBeGreaterThan(unused);
    expect(unused).toBeGreaterThan(wrong);
    expect(wrong).toBeGreaterThan(0);
  });

  it('corrects the one confusable sign that explains a wrong check digit, and says what was read', () => {
    const misread = VALID.replace('B', '8');
    const read = readVin([line(misread, { doubts: { 3: ['B', 0.3] } })]);
    expect(read).toMatchObject({ vin: VALID, readAs: misread, checkDigit: 'right' });
  });

  it('only proposes where the check digit is no law', () => {
    const european = `VF1${VALID.slice(3, 8)}`;
    const valid = `${european}0${VALID.slice(9)}`;
    const vin = `${european}${vinCheckDigit(valid)}${VALID.slice(9)}`;
    const misread = vin.replace('B', '8');
    const read = readVin([line(misread, { doubts: { [misread.indexOf('8')]: ['B', 0.3] } })]);
    expect(read).toMatchObject({ vin: misread, correction: vin, checkDigit: 'wrong' });
  });

  it('keeps what was read where nothing explains a wrong check digit', () => {
    const read = readVin([line('1HGBH41JXMN109187')]);
    expect(read).toMatchObject({ vin: '1HGBH41JXMN109187', checkDigit: 'wrong' });
    expect(read?.correction).toBeUndefined();
  });

  it('finds no VIN where there is none', () => {
    expect(readVin([line('HELLO'), line('2150 KG', { top: 40 })])).toBeUndefined();
    expect(readVin([])).toBeUndefined();
  });
});
