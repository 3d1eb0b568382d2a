import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { foldColumns, joinColumns } from './character-columns.ts';
import { decodeLine } from './decode-line.ts';
import { decodePattern, scorePlainPath } from './decode-pattern.ts';

const texts = fc.string({ unit: fc.constantFrom(...'ABC0123'), minLength: 1, maxLength: 12 });
const anything = (length: number) => new Array<() => boolean>(length).fill(() => true);

describe('decodeLine', () => {
  it('decodes any text, including repeated characters', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decodeLine(createColumns(text, ASCII)).text).toBe(text);
      }),
    );
  });

  it('merges a character over several columns, with its highest confidence', () => {
    const columns = { data: new Float32Array([0.4, 0.6, 0.1, 0.9, 0.3, 0.7]), count: 3, characters: ['A'] };
    const { text, characters, confidence } = decodeLine(columns);
    expect(text).toBe('A');
    expect(characters).toEqual([{ character: 'A', confidence: expect.closeTo(0.9), column: 1 }]);
    expect(confidence).toBeCloseTo(0.9);
  });

  it('returns a confidence of 0 for an empty line', () => {
    expect(decodeLine({ data: new Float32Array([1, 0]), count: 1, characters: ['A'] })).toMatchObject({
      text: '',
      confidence: 0,
    });
  });
});

describe('foldColumns', () => {
  it('adds look-alikes, and the rest to the blank', () => {
    const columns = createColumns('1O-', ASCII, { 1: ['0', 0.4] });
    const digits = foldColumns(columns, (character) =>
      character === 'O' ? '0' : /\d/.test(character) ? character : undefined,
    );
    const { text, characters } = decodeLine(digits);
    expect(text).toBe('10');
    expect(characters[1]?.confidence).toBeCloseTo(0.99);
  });

  it('keeps the total probability of each column', () => {
    const columns = foldColumns(createColumns('AB1', ASCII), (character) =>
      character < 'A' ? character : undefined,
    );
    const size = columns.characters.length + 1;
    for (let column = 0; column < columns.count; column += 1) {
      const sum = columns.data.subarray(column * size, (column + 1) * size).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1);
    }
  });
});

describe('decodePattern', () => {
  it('returns the plain reading if its length is right', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decodePattern(createColumns(text, ASCII), anything(text.length))?.text).toBe(text);
      }),
    );
  });

  it('restricts every position to its character class', () => {
    const columns = createColumns('AB12', ASCII, { 1: ['8', 0.3], 2: ['I', 0.2] });
    const letter = (character: string) => character >= 'A' && character <= 'Z';
    const digit = (character: string) => character >= '0' && character <= '9';
    expect(decodePattern(columns, [letter, digit, letter, digit])?.text).toBe('A8I2');
  });

  it('restores a character that the plain reading lost', () => {
    // Two equal characters were merged: there is only a weak blank between them.
    const columns = {
      data: new Float32Array([0.1, 0.9, 0.4, 0.6, 0.1, 0.9]),
      count: 3,
      characters: ['7'],
    };
    expect(decodeLine(columns).text).toBe('7');
    expect(decodePattern(columns, anything(2))?.text).toBe('77');
  });

  it('gives up paths below a score, and no others', () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const columns = createColumns(text, ASCII);
        const positions = [...other].map((wanted) => (character: string) => character === wanted);
        const reading = decodePattern(columns, positions);
        const score = reading?.score ?? 0;
        expect(decodePattern(columns, positions, score)).toEqual(reading);
        expect(decodePattern(columns, positions, score + 1e-6)).toBe(undefined);
      }),
    );
  });

  it('scores the plain reading as the search for its length does', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const columns = createColumns(text, ASCII);
        expect(scorePlainPath(columns)).toBe(decodePattern(columns, anything(text.length))?.score);
      }),
    );
  });

  it('returns undefined if there are too few columns', () => {
    expect(
      decodePattern({ data: new Float32Array([0.1, 0.9]), count: 1, characters: ['7'] }, anything(2)),
    ).toBe(undefined);
  });
});

describe('joinColumns', () => {
  it('concatenates lines, even if one ends with the first character of the next', () => {
    const joined = joinColumns([createColumns('AB1', ASCII), createColumns('1CD', ASCII)]);
    expect(joined && decodeLine(joined).text).toBe('AB11CD');
  });
});
