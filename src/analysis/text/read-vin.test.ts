import { describe, expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { rectangleQuad } from './quad.ts';
import { readVin } from './read-vin.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { computeVinCheckDigit } from './vin-check-digit.ts';

/** The alphabet of a recognizer without spaces. */
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
    doubts?: Parameters<typeof createColumns>[2];
    alphabet?: string;
  } = {},
): RecognizedLine {
  const columns = createColumns(text, alphabet, doubts);
  const quad = rectangleQuad(left, top, left + text.length * 12, top + 20);
  return { quad, columns, line: decodeLine(columns) };
}

describe('readVin', () => {
  it('reads a VIN among other lines', () => {
    const read = readVin([line('MADE IN GERMANY'), line(VALID, { top: 40 }), line('2150 KG', { top: 80 })]);
    expect(read).toMatchObject({ vin: VALID, checkDigit: 'right' });
    expect(read?.characterConfidences).toHaveLength(17);
  });

  it('replaces one of the first characters by a likely one that gives a known manufacturer', () => {
    const doubts = { 0: ['J', 0.2] } as const;
    expect(readVin([line('UMZKE197600124374', { doubts })])?.vin).toBe('JMZKE197600124374');
    expect(readVin([line('UMZKE197600124374')])?.vin).toBe('UMZKE197600124374');
  });

  it('keeps known manufacturers, and prefers those that fill with Z before ZZZ', () => {
    expect(readVin([line('XWBJA69V9HA000123', { doubts: { 2: ['8', 0.4] } })])?.vin).toBe(
      'XWBJA69V9HA000123',
    );
    expect(readVin([line('XWBZZZCKZNG009519', { doubts: { 2: ['8', 0.4] } })])?.vin).toBe(
      'XW8ZZZCKZNG009519',
    );
  });

  it('prefers a text with a serial number to a name of 17 letters', () => {
    const doubts = { 2: ['T', 0.4], 5: ['S', 0.4], 11: ['H', 0.4] } as const;
    const read = readVin([line('TOYOTAMOTORCORPOR'), line('JTJBK11A602001106', { top: 40, doubts })]);
    expect(read?.vin).toBe('JTJBK11A602001106');
  });

  it('prefers a single line to two joined lines, even if those have a right check digit', () => {
    const european = 'W0L0SDL6894322708';
    const read = readVin([
      line(VALID.slice(0, 8)),
      line(VALID.slice(8), { top: 30 }),
      line(european, { top: 90 }),
    ]);
    expect(read?.vin).toBe(european);
  });

  it('reads I, O and Q as digits', () => {
    expect(readVin([line('IHGBH4IJXMNIO9I86')])?.vin).toBe('1HGBH41JXMN109186');
  });

  it('ignores text before and after the VIN', () => {
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

  it('prefers a word of 17 characters of any manufacturer, with the same confidence as without a label', () => {
    const [vin, alone] = ['W222030421A123456', readVin([line('W222030421A123456')])];
    expect(readVin([line(`FIN ${vin}`)])).toMatchObject({ vin, confidence: alone?.confidence });
    expect(readVin([line(`${vin} E`)])?.vin).toBe(vin);
  });

  it('prefers a window that starts or ends with a word, if nothing else decides', () => {
    expect(readVin([line('FIN W22 203042 1A123456')])?.vin).toBe('W222030421A123456');
  });

  it('joins halves beside and below each other', () => {
    expect(readVin([line(VALID.slice(0, 8)), line(VALID.slice(8), { left: 200 })])?.vin).toBe(VALID);
    expect(readVin([line(VALID.slice(0, 8)), line(VALID.slice(8), { top: 30 })])?.vin).toBe(VALID);
  });

  it('raises the confidence with a right check digit, and lowers it with a wrong mandatory one', () => {
    const right = readVin([line(VALID)])?.confidence ?? 0;
    const unused = readVin([line('WVWZZZ1KZ7P101727')])?.confidence ?? 0;
    const wrong = readVin([line('1HGBH41JXMN109187')])?.confidence ?? 0;
    expect(right).toBeGreaterThan(unused);
    expect(unused).toBeGreaterThan(wrong);
    expect(wrong).toBeGreaterThan(0);
  });

  it('corrects the one confusable character that explains a wrong check digit', () => {
    const misread = VALID.replace('B', '8');
    const read = readVin([line(misread, { doubts: { 3: ['B', 0.3] } })]);
    expect(read).toMatchObject({ vin: VALID, readAs: misread, checkDigit: 'right' });
  });

  it('only proposes a correction if the check digit is not mandatory', () => {
    const european = `VF1${VALID.slice(3, 8)}`;
    const valid = `${european}0${VALID.slice(9)}`;
    const vin = `${european}${computeVinCheckDigit(valid)}${VALID.slice(9)}`;
    const misread = vin.replace('B', '8');
    const read = readVin([line(misread, { doubts: { [misread.indexOf('8')]: ['B', 0.3] } })]);
    expect(read).toMatchObject({ vin: misread, correction: vin, checkDigit: 'wrong' });
  });

  it('keeps the text if nothing explains a wrong check digit', () => {
    const read = readVin([line('1HGBH41JXMN109187')]);
    expect(read).toMatchObject({ vin: '1HGBH41JXMN109187', checkDigit: 'wrong' });
    expect(read?.correction).toBeUndefined();
  });

  it('returns undefined without a VIN', () => {
    expect(readVin([line('HELLO'), line('2150 KG', { top: 40 })])).toBeUndefined();
    expect(readVin([])).toBeUndefined();
  });
});
