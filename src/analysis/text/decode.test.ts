import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASCII, columnsOf } from './columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { decodePattern } from './decode-pattern.ts';
import { joinColumns } from './recognized-line.ts';
import { foldColumns } from './sign-columns.ts';

const texts = fc.string({ unit: fc.constantFrom(...'ABC0123'), minLength: 1, maxLength: 12 });
const anything = (length: number) => new Array<() => boolean>(length).fill(() => true);

describe('decodeLine', () => {
  it('reads what the columns say, doubled signs included', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decodeLine(columnsOf(text, ASCII)).text).toBe(text);
      }),
    );
  });

  it('takes a sign over several columns for one, as sure as its surest column', () => {
    const columns = { data: new Float32Array([0.4, 0.6, 0.1, 0.9, 0.3, 0.7]), count: 3, signs: ['A'] };
    const { text, signs, confidence } = decodeLine(columns);
    expect(text).toBe('A');
    expect(signs).toEqual([{ sign: 'A', confidence: expect.closeTo(0.9), column: 1 }]);
    expect(confidence).toBeCloseTo(0.9);
  });

  it('is not sure of nothing', () => {
    expect(decodeLine({ data: new Float32Array([1, 0]), count: 1, signs: ['A'] })).toMatchObject({
      text: '',
      confidence: 0,
    });
  });
});

describe('foldColumns', () => {
  it('lets look-alikes speak for each other, and the rest say nothing', () => {
    const columns = columnsOf('1O-', ASCII, { 1: ['0', 0.4] });
    const digits = foldColumns(columns, (sign) => (sign === 'O' ? '0' : /\d/.test(sign) ? sign : undefined));
    const { text, signs } = decodeLine(digits);
    expect(text).toBe('10');
    expect(signs[1]?.confidence).toBeCloseTo(0.99);
  });

  it('keeps each column at the probability it had', () => {
    const columns = foldColumns(columnsOf('AB1', ASCII), (sign) => (sign < 'A' ? sign : undefined));
    const size = columns.signs.length + 1;
    for (let column = 0; column < columns.count; column += 1) {
      const sum = columns.data.subarray(column * size, (column + 1) * size).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1);
    }
  });
});

describe('decodePattern', () => {
  it('agrees with the plain reading where that has the right length', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(decodePattern(columnsOf(text, ASCII), anything(text.length))?.text).toBe(text);
      }),
    );
  });

  it('holds every position to what it may be', () => {
    const columns = columnsOf('AB12', ASCII, { 1: ['8', 0.3], 2: ['I', 0.2] });
    const letter = (sign: string) => sign >= 'A' && sign <= 'Z';
    const digit = (sign: string) => sign >= '0' && sign <= '9';
    expect(decodePattern(columns, [letter, digit, letter, digit])?.text).toBe('A8I2');
  });

  it('finds a sign that the plain reading lost', () => {
    // Two equal signs ran into one: only a weak blank lies between them.
    const columns = {
      data: new Float32Array([0.1, 0.9, 0.4, 0.6, 0.1, 0.9]),
      count: 3,
      signs: ['7'],
    };
    expect(decodeLine(columns).text).toBe('7');
    expect(decodePattern(columns, anything(2))?.text).toBe('77');
  });

  it('answers nothing where there are too few columns', () => {
    expect(decodePattern({ data: new Float32Array([0.1, 0.9]), count: 1, signs: ['7'] }, anything(2))).toBe(
      undefined,
    );
  });
});

describe('joinColumns', () => {
  it('reads lines one after the other, also where one ends as the next begins', () => {
    const joined = joinColumns([columnsOf('AB1', ASCII), columnsOf('1CD', ASCII)]);
    expect(joined && decodeLine(joined).text).toBe('AB11CD');
  });
});
