import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFonts } from './load-fonts.ts';
import { Symbols } from './symbols.ts';

const { glyphs } = loadFonts().regular;
const createSymbols = () => new Symbols((codePoint) => glyphs.has(codePoint));
/** Returns the text in pieces: a symbol is one piece, and text of the fonts is one. */
function split(text: string): string[] {
  const symbols = createSymbols();
  const drawable = symbols.toDrawable(text);
  return drawable
    .split(/([\u{100000}-\u{10fffd}])/u)
    .flatMap((piece) => symbols.get(piece)?.text ?? piece)
    .filter(Boolean);
}

describe('text of a report', () => {
  it.each([
    'Żółć Dvořák Straße Ẵẫ',
    'Παπαδόπουλος Ὀδυσσεύς',
    'Иван Щербаков Київ Ѣ',
    '€ £ ₹ ₺ ₽ № 12 % “a” – …',
  ])('the fonts have %j', (text) => {
    expect(split(text)).toEqual([text]);
  });

  it.each([
    ['山田 A', ['山', '田', ' A']],
    ['محمد علي', ['محمد', ' ', 'علي']],
    ['प्रिया', ['प्रिया']],
    ['👩‍🔧🚗', ['👩‍🔧', '🚗']],
    ['a→b', ['a', '→', 'b']],
  ])(
    'what the fonts lack is a symbol: characters that stand alone, and whole words of letters that join: %j',
    (text, pieces) => {
      expect(split(text)).toEqual(pieces);
    },
  );

  it.each([
    ['e\u0301te\u0301', 'été'],
    ['a\u0000b\u0007c\u200bd\u202ee', 'abcde'],
    ['tab\there\r\nthere', 'tab here\nthere'],
    ['©\ufe0f', '©'],
    ['\ud83d', '\ufffd'],
  ])('%j is composed, without control characters: %j', (text, expected) => {
    expect(split(text).join('')).toBe(expected);
  });

  it('comes back as it was written, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aŁω Ж山עא👩🔧\u200d1(') }), (text) => {
        const symbols = createSymbols();
        const plain = symbols.toPlain(symbols.toDrawable(text));
        expect(plain.replaceAll('\u200d', '')).toBe(text.normalize('NFC').replaceAll('\u200d', ''));
      }),
    );
  });

  it('private characters of a text are not taken for symbols', () => {
    const symbols = createSymbols();
    const [person = '', own = ''] = [symbols.toDrawable('山'), symbols.toDrawable('\u{100000}')];
    expect(symbols.get(person)?.text).toBe('山');
    expect(symbols.get(own)?.text).toBe('\u{100000}');
  });
});
