import {
  beginText,
  type Color,
  endText,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib';
import type { Picture } from '../text/picture.ts';
import type { Symbols, SymbolText } from '../text/symbols.ts';
import type { TrueTypeFont } from '../text/true-type.ts';
import { toVisualOrder } from '../text/visual-order.ts';
import { EmbeddedFont } from './embedded-font.ts';
import { INK } from './palette.ts';
import { PictureFont } from './picture-font.ts';
import { wrapText } from './wrap-text.ts';

export interface TextStyle {
  size: number;
  font?: 'regular' | 'bold';
  colour?: Color;
}

/** The means to write text: the fonts of the library, and pictures of the characters that they lack. */
export interface Lettering {
  fonts: Record<'regular' | 'bold', TrueTypeFont>;
  symbols: Symbols;
  /** By text. A symbol without a picture is written as its number. */
  pictures: ReadonlyMap<string, Picture>;
}

/** Writes text into pages. All texts are drawable (`Symbols.toDrawable`). */
export class TextWriter {
  readonly #document: PDFDocument;
  readonly #lettering: Lettering;
  readonly #fonts: Record<'regular' | 'bold', EmbeddedFont>;
  readonly #pictureFonts: PictureFont[] = [];
  readonly #pictureCodes = new Map<string, { font: number; code: PDFHexString }>();

  constructor(document: PDFDocument, lettering: Lettering) {
    const { regular, bold } = lettering.fonts;
    this.#document = document;
    this.#lettering = lettering;
    this.#fonts = {
      regular: new EmbeddedFont(document.context, regular, 'NotoSans-Regular'),
      bold: new EmbeddedFont(document.context, bold, 'NotoSans-Bold'),
    };
  }

  measure(text: string, style: TextStyle): number {
    return splitRuns(text, this.#lettering.symbols).reduce(
      (sum, run) => sum + this.#measureRun(run, style),
      0,
    );
  }

  wrap(text: string, style: TextStyle, width: number): string[] {
    return wrapText(text, (line) => this.measure(line, style), width);
  }

  /** Writes one line; `y` is its baseline from the bottom of the page. */
  write(page: PDFPage, text: string, x: number, y: number, style: TextStyle): void {
    const { symbols } = this.#lettering;
    const line = toVisualOrder(
      text.replaceAll('\n', ' '),
      (char) => symbols.get(char)?.isRightToLeft === true,
    );
    const operators = [beginText(), setFillingColor(style.colour ?? INK)];
    let at = x;
    for (const run of splitRuns(line, symbols)) {
      operators.push(...this.#showRun(page, run, style, at, y));
      at += this.#measureRun(run, style);
    }
    page.pushOperators(...operators, endText());
  }

  /** Writes the fonts into the document. Call it last. */
  finish(): void {
    for (const font of [...Object.values(this.#fonts), ...this.#pictureFonts]) font.write();
  }

  #measureRun(run: Run, { size, font = 'regular' }: TextStyle): number {
    const picture = this.#pictureOf(run);
    return picture ? picture.advance * size : this.#fonts[font].measure(toVisible(run), size);
  }

  #showRun(page: PDFPage, run: Run, style: TextStyle, x: number, y: number): PDFOperator[] {
    const { size, font = 'regular' } = style;
    const show = (name: string, ref: EmbeddedFont['ref'], codes: PDFHexString) => {
      page.node.setFontDictionary(PDFName.of(name), ref);
      return [setFontAndSize(name, size), setTextMatrix(1, 0, 0, 1, x, y), showText(codes)];
    };
    const picture = this.#pictureOf(run);
    if (run.symbol && picture) {
      const { font: index, code } = this.#pictureCodeOf(run.symbol, picture);
      return show(`P${index}`, this.#pictureFonts[index]?.ref ?? this.#fonts.regular.ref, code);
    }
    const embedded = this.#fonts[font];
    const name = font === 'bold' ? 'B' : 'R';
    const shown = show(name, embedded.ref, embedded.encode(toVisible(run)));
    if (run.symbol === undefined) return shown;
    const actual = PDFHexString.fromText(run.symbol.text);
    return [
      PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Span', `<</ActualText ${actual}>>`]),
      ...shown,
      PDFOperator.of(PDFOperatorNames.EndMarkedContent),
    ];
  }

  #pictureOf({ symbol }: Run): Picture | undefined {
    return symbol && this.#lettering.pictures.get(symbol.text);
  }

  #pictureCodeOf(symbol: SymbolText, picture: Picture): { font: number; code: PDFHexString } {
    const known = this.#pictureCodes.get(symbol.text);
    if (known) return known;
    const code = this.#pictureFonts.at(-1)?.add(symbol, picture);
    if (!code) {
      this.#pictureFonts.push(new PictureFont(this.#document.context));
      return this.#pictureCodeOf(symbol, picture);
    }
    const place = { font: this.#pictureFonts.length - 1, code };
    this.#pictureCodes.set(symbol.text, place);
    return place;
  }
}

/** Characters that one font has, or one symbol. */
interface Run {
  text: string;
  symbol?: SymbolText;
}

function splitRuns(text: string, symbols: Symbols): Run[] {
  const runs: Run[] = [];
  for (const char of text) {
    const symbol = symbols.get(char);
    const last = runs.at(-1);
    if (symbol) runs.push({ text: char, symbol });
    else if (last && last.symbol === undefined) last.text += char;
    else runs.push({ text: char });
  }
  return runs.length > 0 ? runs : [{ text: '' }];
}

/** Returns the numbers of the characters in brackets for a symbol that has no picture. */
function toVisible({ text, symbol }: Run): string {
  if (symbol === undefined) return text;
  const codes = Array.from(
    symbol.text,
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `[${codes.slice(0, 3).join(' ')}${codes.length > 3 ? ' …' : ''}]`;
}
