import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPrintable, toPrintableLine } from './printable-text.ts';

describe('text for fonts that have only Windows-1252', () => {
  it.each([
    ['Citroën à Besançon, 12 €', 'Citroën à Besançon, 12 €'],
    ['Łódź', 'Lódz'],
    ['Škoda Žižkov', 'Škoda Žižkov'],
    ['Dvořák', 'Dvorák'],
    ['e\u0301te\u0301', 'été'],
    ['Київ, Мінськ', 'Kiyiv, Minsk'],
    ['Щербаков', 'Shcherbakov'],
    ['Αθήνα', 'Athina'],
    ['1\u202f234,56\u00a0€', '1 234,56 €'],
    ['ﬁne ½ ①', 'fine ½ 1'],
    ['a\u0000b\u0007c\u200bd\u202ee', 'abcde'],
    ['🚗🚙 car', '? car'],
    ['שלום', '?'],
    ['中文 AB', '? AB'],
    ['tab\there\r\nthere', 'tab here \nthere'],
  ])('%j → %j', (text, expected) => {
    expect(toPrintable(text)).toBe(expected);
  });

  it('joins lines and runs of spaces', () => {
    expect(toPrintableLine('  a\n\n b\tc ')).toBe('a b c');
  });

  it('returns text that the font can encode, for any input', async () => {
    const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        font.encodeText(toPrintableLine(text));
      }),
      { numRuns: 300 },
    );
  });
});
