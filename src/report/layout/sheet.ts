import {
  type Color,
  PDFDocument,
  type PDFFont,
  type PDFImage,
  type PDFPage,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { printable } from '../content/printable.ts';
import { INK } from './palette.ts';
import { wrap } from './wrap.ts';

/** A4 in points, and the frame that text keeps to. */
const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
const BOTTOM = PAGE.height - 56;

export interface TextStyle {
  size: number;
  font?: 'regular' | 'bold' | 'mono';
  colour?: Color;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The paper: pages from top to bottom, with a cursor. All measures are points, from the top left corner. */
export class Sheet {
  readonly document: PDFDocument;
  readonly left = MARGIN;
  readonly width = PAGE.width - 2 * MARGIN;
  readonly pageHeight = BOTTOM - MARGIN;
  readonly #fonts: Record<'regular' | 'bold' | 'mono', PDFFont>;
  #page: PDFPage;
  /** Where the next thing goes. */
  y = MARGIN;

  private constructor(document: PDFDocument, fonts: Record<'regular' | 'bold' | 'mono', PDFFont>) {
    this.document = document;
    this.#fonts = fonts;
    this.#page = document.addPage([PAGE.width, PAGE.height]);
  }

  static async create(): Promise<Sheet> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const [regular, bold, mono] = await Promise.all([
      document.embedFont(StandardFonts.Helvetica),
      document.embedFont(StandardFonts.HelveticaBold),
      document.embedFont(StandardFonts.Courier),
    ]);
    return new Sheet(document, { regular, bold, mono });
  }

  get room(): number {
    return BOTTOM - this.y;
  }

  newPage(): void {
    this.#page = this.document.addPage([PAGE.width, PAGE.height]);
    this.y = MARGIN;
  }

  /** A new page, unless this much still fits here. */
  need(height: number): void {
    if (this.room < height && this.y > MARGIN) this.newPage();
  }

  widthOf(text: string, { size, font = 'regular' }: TextStyle): number {
    return this.#fonts[font].widthOfTextAtSize(printable(text), size);
  }

  lines(text: string, { size, font = 'regular' }: TextStyle, width: number): string[] {
    return wrap(printable(text), this.#fonts[font], size, width);
  }

  /** One line whose letters hang from `y`. */
  text(text: string, x: number, y: number, { size, font = 'regular', colour = INK }: TextStyle): void {
    const line = printable(text).replace(/\n/g, ' ');
    this.#page.drawText(line, {
      x,
      y: PAGE.height - y - size * 0.8,
      size,
      font: this.#fonts[font],
      color: colour,
    });
  }

  textRight(text: string, right: number, y: number, style: TextStyle): void {
    this.text(text, right - this.widthOf(text, style), y, style);
  }

  fill({ x, y, width, height }: Box, colour: Color): void {
    this.#page.drawRectangle({ x, y: PAGE.height - y - height, width, height, color: colour });
  }

  rule(y: number, colour: Color, x = this.left, width = this.width): void {
    this.#page.drawLine({
      start: { x, y: PAGE.height - y },
      end: { x: x + width, y: PAGE.height - y },
      thickness: 0.6,
      color: colour,
    });
  }

  /** A path in SVG's terms, placed at a point of the page. */
  path(
    path: string,
    { x, y }: { x: number; y: number },
    style: { fill?: Color; fillOpacity?: number; stroke?: Color; strokeWidth?: number },
  ): void {
    this.#page.drawSvgPath(path, {
      x,
      y: PAGE.height - y,
      ...(style.fill && { color: style.fill }),
      ...(style.fillOpacity !== undefined && { opacity: style.fillOpacity }),
      ...(style.stroke && { borderColor: style.stroke }),
      ...(style.strokeWidth !== undefined && { borderWidth: style.strokeWidth }),
    });
  }

  image(image: PDFImage, { x, y, width, height }: Box): void {
    this.#page.drawImage(image, { x, y: PAGE.height - y - height, width, height });
  }

  /** Draws on every page that there is. */
  onEachPage(draw: (number: number, count: number) => void): void {
    const pages = this.document.getPages();
    for (const [index, page] of pages.entries()) {
      this.#page = page;
      draw(index + 1, pages.length);
    }
  }
}

/** A rectangle with round corners, as an SVG path from its own top left corner. */
export function rounded(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom] = [width - r, height - r];
  return [
    `M${r} 0H${right}A${r} ${r} 0 0 1 ${width} ${r}V${bottom}A${r} ${r} 0 0 1 ${right} ${height}`,
    `H${r}A${r} ${r} 0 0 1 0 ${bottom}V${r}A${r} ${r} 0 0 1 ${r} 0Z`,
  ].join('');
}
