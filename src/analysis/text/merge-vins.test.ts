import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { interpretText } from './interpret-text.ts';
import { mergeVinReadings } from './merge-vin-readings.ts';
import { mergeVins } from './merge-vins.ts';
import { rectangleQuad } from './quad.ts';
import { checkVin, computeVinCheckDigit, VIN_CHARACTERS } from './vin-check-digit.ts';

type Doubts = Parameters<typeof createColumns>[2];

/** The reading of a text, with doubts by position. */
function vote(model: string, text: string, doubts: Doubts = {}, view = 0) {
  const columns = createColumns(text, ASCII, doubts);
  const quad = rectangleQuad(0, 0, 200, 20);
  return { model, view, reading: interpretText('VIN', [{ quad, columns, line: decodeLine(columns) }]) };
}

const replace = (text: string, position: number, character: string) =>
  `${text.slice(0, position)}${character}${text.slice(position + 1)}`;

/** A VIN without a check digit, so that only the readings decide. */
const PLAIN = 'XWEPH81ABM0043319';

describe('mergeVins', () => {
  it('combines readings of which each has another error', () => {
    const a = vote('a', replace(PLAIN, 5, 'B'), { 5: ['8', 0.3] });
    const b = vote('b', replace(PLAIN, 9, 'N'), { 9: ['M', 0.3] });
    expect(mergeVins([a, b])?.vin).toBe(PLAIN);
  });

  it('does not let the readings of one model outvote another by their number', () => {
    const wrong = replace(PLAIN, 5, 'B');
    const doubtful = { 5: ['8', 0.45] } as const;
    const repeated = [0, 1, 2].map((view) => vote('a', wrong, doubtful, view));
    expect(mergeVins([...repeated, vote('b', PLAIN)])?.vin).toBe(PLAIN);
  });

  it('chooses the characters that make the check digit right, if they are nearly as likely', () => {
    const misread = 'XWBAN4NX2MH065639';
    expect(mergeVins([vote('a', misread, { 2: ['8', 0.2] })])?.vin).toBe('XW8AN4NX2MH065639');
    expect(mergeVins([vote('a', misread)])?.vin).toBe(misread);
  });

  it('always finds a right check digit where it is mandatory and one doubtful character explains it', () => {
    const character = fc.constantFrom(...VIN_CHARACTERS);
    const digit = fc.constantFrom(...'0123456789');
    const vins = fc
      .tuple(
        fc.array(character, { minLength: 6, maxLength: 6 }),
        fc.array(digit, { minLength: 7, maxLength: 7 }),
      )
      .map(([middle, serial]) => `1HG${middle.slice(0, 5).join('')}0${middle[5]}${serial.join('')}`)
      .map((vin) => replace(vin, 8, computeVinCheckDigit(vin)));
    fc.assert(
      fc.property(vins, fc.integer({ min: 3, max: 12 }), character, (vin, position, other) => {
        fc.pre(position !== 8 && checkVin(replace(vin, position, other)) === 'wrong');
        const read = vote('a', replace(vin, position, other), { [position]: [vin[position] ?? '', 0.2] });
        expect(mergeVins([read])?.vin).toBe(vin);
      }),
      { numRuns: 40 },
    );
  });

  it('reads Z where the manufacturer fills with Z', () => {
    const doubts = { 8: ['Z', 0.2] } as const;
    expect(mergeVins([vote('a', 'WVWZZZ3C27P058066', doubts)])?.vin).toBe('WVWZZZ3CZ7P058066');
    expect(mergeVins([vote('a', 'WDBZZZ3C27P058066', doubts)])?.vin).not.toBe('WDBZZZ3CZ7P058066');
  });

  it('prefers the text of a known manufacturer to another line of the label', () => {
    const label = vote('a', 'TCHUERUMMT0200238');
    expect(mergeVins([label, vote('b', PLAIN)])?.vin).toBe(PLAIN);
  });

  it('has a wider margin if models agree than if they contradict each other', () => {
    const agreed = mergeVins([vote('a', PLAIN), vote('b', PLAIN)]);
    const disputed = mergeVins([vote('a', PLAIN), vote('b', replace(PLAIN, 5, 'B'))]);
    expect(agreed?.margin).toBeGreaterThan(5);
    expect(disputed?.margin).toBeLessThan(1);
  });

  it('returns undefined without a reading', () => {
    expect(mergeVins([])).toBeUndefined();
  });
});

describe('mergeVinReadings', () => {
  it('returns a reading of the merged VIN, if there is one', () => {
    const right = vote('a', PLAIN);
    const merged = mergeVinReadings([right, vote('b', replace(PLAIN, 5, 'B'), { 5: ['8', 0.4] })]);
    expect(merged?.reading).toBe(right.reading);
  });

  it('says how it was read, if nobody read the merged VIN', () => {
    const a = vote('a', replace(PLAIN, 5, 'B'), { 5: ['8', 0.3] });
    const b = vote('b', replace(PLAIN, 9, 'N'), { 9: ['M', 0.3] });
    const { value, vehicle, fields } = mergeVinReadings([a, b])?.reading ?? {};
    expect([value, vehicle?.vin, fields?.vin]).toEqual([PLAIN, PLAIN, PLAIN]);
    expect([a.reading.value, b.reading.value]).toContain(fields?.readAs);
    expect(fields).toMatchObject({ checkDigit: 'not_used', characterConfidences: { length: 17 } });
  });
});
