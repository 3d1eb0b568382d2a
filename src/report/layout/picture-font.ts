import { type PDFContext, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { Picture } from '../text/picture.ts';
import type { SymbolText } from '../text/symbols.ts';
import { toHex, writeToUnicode } from './to-unicode.ts';

interface Glyph {
  text: string;
  advance: number;
  /** Absent: the glyph before draws its text too. */
  picture?: Picture;
}

/**
 * A Type 3 font of the PDF: its glyphs are pictures of texts that the embedded fonts lack. Each glyph stands for its
 * text, which can be copied and searched. It has at most 256 glyphs.
 */
export class PictureFont {
  readonly ref: PDFRef;
  readonly #context: PDFContext;
  readonly #glyphs: Glyph[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
    this.ref = context.nextRef();
  }

  /** Adds a picture and returns its codes; undefined if the font has no room for them. */
  add({ text, isRightToLeft }: SymbolText, picture: Picture): PDFHexString | undefined {
    const glyphs = isRightToLeft
      ? splitRightToLeft(text, picture)
      : [{ text, picture, advance: picture.advance }];
    if (this.#glyphs.length + glyphs.length > 256) return undefined;
    return PDFHexString.of(glyphs.map((glyph) => toHex(this.#glyphs.push(glyph) - 1, 1)).join(''));
  }

  write(): void {
    const context = this.#context;
    const names = this.#glyphs.map((_, index) => `g${index}`);
    const images = this.#glyphs.map(({ picture }) => picture && this.#writeImage(picture));
    const drawn = this.#glyphs.map((glyph, index) =>
      context.register(context.flateStream(drawGlyph(glyph, `i${index}`))),
    );
    const byName = (refs: readonly (PDFRef | undefined)[], letter: string) =>
      Object.fromEntries(refs.flatMap((ref, index) => (ref ? [[`${letter}${index}`, ref]] : [])));
    context.assign(
      this.ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 0, 0], // not limited
        FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
        FirstChar: 0,
        LastChar: names.length - 1,
        Widths: this.#glyphs.map(({ advance }) => toThousandths(advance)),
        Encoding: { Type: 'Encoding', Differences: [0, ...names] },
        CharProcs: byName(drawn, 'g'),
        Resources: { XObject: byName(images, 'i') },
        ToUnicode: context.register(
          context.flateStream(
            writeToUnicode(
              this.#glyphs.map(({ text }) => text),
              { firstCode: 0, bytes: 1 },
            ),
          ),
        ),
      }),
    );
  }

  #writeImage({ pixels }: Picture): PDFRef {
    const context = this.#context;
    const size = { Type: 'XObject', Subtype: 'Image', Width: pixels.columns, Height: pixels.rows };
    if (pixels.kind === 'mask') {
      // 1 is painted: the mask has 1 where the text is.
      const dict = { ...size, ImageMask: true, BitsPerComponent: 1, Decode: [1, 0] };
      return context.register(context.flateStream(pixels.mask, dict));
    }
    const opacity = { ...size, ColorSpace: 'DeviceGray', BitsPerComponent: 8 };
    const colours = {
      ...size,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      SMask: context.register(context.flateStream(pixels.opacity, opacity)),
    };
    return context.register(context.flateStream(pixels.rgb, colours));
  }
}

/**
 * Readers of PDFs expect the letters of a right-to-left word one by one from the right. The leftmost glyph draws the whole
 * word, the others only have their place.
 */
function splitRightToLeft(text: string, picture: Picture): Glyph[] {
  const letters = [...text].reverse();
  const advance = picture.advance / letters.length;
  return letters.map((letter, index) => ({ text: letter, advance, ...(index === 0 && { picture }) }));
}

/** A mask takes the colour of the text (`d1`), a coloured picture brings its own (`d0`). */
function drawGlyph({ picture, advance }: Glyph, image: string): string {
  if (!picture) return `${toThousandths(advance)} 0 d0`;
  const { left, bottom, width, height, pixels } = picture;
  const box = [left, bottom, left + width, bottom + height].map(toThousandths).join(' ');
  const [x, y, columns, rows] = [left, bottom, width, height].map(toThousandths);
  const head = `${toThousandths(advance)} 0`;
  const metrics = pixels.kind === 'mask' ? `${head} ${box} d1` : `${head} d0`;
  return `${metrics}\nq ${columns} 0 0 ${rows} ${x} ${y} cm ${PDFName.of(image)} Do Q`;
}

function toThousandths(ems: number): number {
  return Math.round(ems * 1000);
}
