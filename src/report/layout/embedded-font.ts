import { type PDFContext, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { subsetFont } from '../text/subset-font.ts';
import type { TrueTypeFont } from '../text/true-type.ts';
import { toHex, writeToUnicode } from './to-unicode.ts';

/** Height of the capital letters of Noto Sans; its file does not have it after the reduction. */
const CAP_HEIGHT = 714;

/**
 * A font of the PDF with the glyphs that its text uses. Each character has its own code and its own copy of the glyph, so
 * that copied text has the same characters.
 */
export class EmbeddedFont {
  readonly ref: PDFRef;
  readonly #context: PDFContext;
  readonly #font: TrueTypeFont;
  readonly #name: string;
  /** Code 0 is the box for missing glyphs, which no text uses. */
  readonly #codes = new Map<string, number>();

  /** @param name - PostScript name of the font. */
  constructor(context: PDFContext, font: TrueTypeFont, name: string) {
    this.#context = context;
    this.#font = font;
    this.#name = `KERBSI+${name}`;
    this.ref = context.nextRef();
  }

  /** Returns the codes of a text whose characters the font has. */
  encode(text: string): PDFHexString {
    return PDFHexString.of(Array.from(text, (char) => toHex(this.#codeOf(char))).join(''));
  }

  measure(text: string, size: number): number {
    let width = 0;
    for (const char of text) width += this.#font.getAdvance(this.#glyphOf(char));
    return (width / this.#font.unitsPerEm) * size;
  }

  /** Writes the font into the document. Call it after all text is encoded. */
  write(): void {
    if (this.#codes.size === 0) return;
    const context = this.#context;
    const chars = [...this.#codes.keys()];
    const glyphs = [0, ...chars.map((char) => this.#glyphOf(char))];
    const widths = glyphs.map((glyph) => this.#toThousandths(this.#font.getAdvance(glyph)));
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: this.#name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: this.#writeDescriptor(subsetFont(this.#font, glyphs)),
        DW: 0,
        W: [0, widths],
        CIDToGIDMap: 'Identity',
      }),
    );
    context.assign(
      this.ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: this.#name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: context.register(context.flateStream(writeToUnicode(chars, { firstCode: 1, bytes: 2 }))),
      }),
    );
  }

  #writeDescriptor(file: Uint8Array): PDFRef {
    const context = this.#context;
    const { box, ascent, descent } = this.#font;
    return context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: PDFName.of(this.#name),
        Flags: 4, // symbolic: the codes follow no standard encoding
        FontBBox: box.map((value) => this.#toThousandths(value)),
        ItalicAngle: 0,
        Ascent: this.#toThousandths(ascent),
        Descent: this.#toThousandths(descent),
        CapHeight: CAP_HEIGHT,
        StemV: 80,
        FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
      }),
    );
  }

  #codeOf(char: string): number {
    const code = this.#codes.get(char) ?? this.#codes.size + 1;
    this.#codes.set(char, code);
    return code;
  }

  #glyphOf(char: string): number {
    return this.#font.glyphs.get(char.codePointAt(0) ?? 0) ?? 0;
  }

  #toThousandths(value: number): number {
    return Math.round((value * 1000) / this.#font.unitsPerEm);
  }
}
