import {
  appendBezierCurve,
  type Color,
  clip,
  closePath,
  concatTransformationMatrix,
  endPath,
  lineTo,
  moveTo,
  PDFDocument,
  type PDFImage,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  setLineWidth,
  setStrokingColor,
  stroke,
} from '@cantoo/pdf-lib';
import { MUTED } from './palette.ts';
import { Structure, type StructureRole } from './structure.ts';
import { type Lettering, type TextStyle, TextWriter } from './text-writer.ts';

/** Between the lines of hatching, in units of the drawing. */
const HATCH_STEP = 9;

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 48;
/** Text ends here; the footer is below. */
const BOTTOM = PAGE.height - 56;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws on A4 pages from top to bottom, with a cursor `y`. All measures are in points from the top left corner. */
export class Sheet {
  readonly document: PDFDocument;
  readonly left = MARGIN;
  readonly width = PAGE.width - 2 * MARGIN;
  readonly pageHeight = BOTTOM - MARGIN;
  readonly #writer: TextWriter;
  readonly #structure: Structure;
  #page: PDFPage;
  /** Where the next block is drawn. */
  y = MARGIN;

  private constructor(document: PDFDocument, lettering: Lettering) {
    this.document = document;
    this.#writer = new TextWriter(document, lettering);
    this.#structure = new Structure((text) => lettering.symbols.toPlain(text));
    this.#page = document.addPage([PAGE.width, PAGE.height]);
  }

  static async create(lettering: Lettering): Promise<Sheet> {
    return new Sheet(await PDFDocument.create({ updateMetadata: false }), lettering);
  }

  /**
   * Everything that `draw` draws is one element for screen readers: a heading, a paragraph, a cell. Elements can contain
   * others.
   *
   * @param alt - The text in place of a figure.
   */
  element(role: StructureRole, draw: () => void, alt?: string): void {
    this.#structure.within(role, draw, alt);
  }

  /** Writes fonts and structure into the document. Call it last. */
  finish(): void {
    this.#writer.finish();
    this.#structure.write(this.document);
  }

  /** Draws content that belongs to the current element, or decoration outside of one. */
  #paint(draw: (page: PDFPage) => void): void {
    const page = this.#page;
    const mark = this.#structure.mark(page);
    const begin = mark
      ? PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [`/${mark.role}`, `<</MCID ${mark.id}>>`])
      : PDFOperator.of(PDFOperatorNames.BeginMarkedContent, ['/Artifact']);
    page.pushOperators(begin);
    draw(page);
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }

  #decorate(draw: (page: PDFPage) => void): void {
    this.#structure.withoutElement(() => this.#paint(draw));
  }

  /** The height that is left on this page. */
  get remainingHeight(): number {
    return BOTTOM - this.y;
  }

  newPage(): void {
    this.#page = this.document.addPage([PAGE.width, PAGE.height]);
    this.y = MARGIN;
  }

  /** Starts a new page if `height` does not fit on this one. */
  ensureHeight(height: number): void {
    if (this.remainingHeight < height && this.y > MARGIN) this.newPage();
  }

  measureText(text: string, style: TextStyle): number {
    return this.#writer.measure(text, style);
  }

  wrapText(text: string, style: TextStyle, width: number): string[] {
    return this.#writer.wrap(text, style, width);
  }

  /** Draws one line of text; `y` is its top. */
  drawText(text: string, x: number, y: number, style: TextStyle): void {
    this.#paint((page) => this.#writer.write(page, text, x, PAGE.height - y - style.size * 0.8, style));
  }

  /** Draws one line of text that ends at `right`. */
  drawTextRight(text: string, right: number, y: number, style: TextStyle): void {
    this.drawText(text, right - this.measureText(text, style), y, style);
  }

  fillBox({ x, y, width, height }: Box, colour: Color): void {
    this.#decorate((page) =>
      page.drawRectangle({ x, y: PAGE.height - y - height, width, height, color: colour }),
    );
  }

  drawRule(y: number, colour: Color, x = this.left, width = this.width): void {
    this.#decorate((page) =>
      page.drawLine({
        start: { x, y: PAGE.height - y },
        end: { x: x + width, y: PAGE.height - y },
        thickness: 0.6,
        color: colour,
      }),
    );
  }

  /** Draws a short thick line, as a key to an outline. */
  drawDash(x: number, y: number, width: number, colour: Color): void {
    this.fillBox({ x, y: y - 1, width, height: 2 }, colour);
  }

  /** Draws an SVG path with its origin at a point of the page. */
  drawPath(
    path: string,
    { x, y }: { x: number; y: number },
    style: { fill?: Color; fillOpacity?: number; stroke?: Color; strokeWidth?: number; scale?: number },
  ): void {
    this.#decorate((page) =>
      page.drawSvgPath(path, {
        x,
        y: PAGE.height - y,
        ...(style.scale !== undefined && { scale: style.scale }),
        ...(style.fill && { color: style.fill }),
        ...(style.fillOpacity !== undefined && { opacity: style.fillOpacity }),
        ...(style.stroke && { borderColor: style.stroke }),
        ...(style.strokeWidth !== undefined && { borderWidth: style.strokeWidth }),
      }),
    );
  }

  /** Hatches the inside of an SVG path of absolute commands. */
  hatchPath(path: string, { x, y }: { x: number; y: number }, scaling: number): void {
    const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, index) => index % 2 === odd));
    const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))];
    const [top, bottom] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))];
    const lines: PDFOperator[] = [];
    const first = Math.ceil((left + top) / HATCH_STEP) * HATCH_STEP;
    for (let sum = first; sum < right + bottom; sum += HATCH_STEP)
      lines.push(moveTo(sum - top, top), lineTo(sum - bottom, bottom));
    this.#decorate((page) =>
      page.pushOperators(
        pushGraphicsState(),
        concatTransformationMatrix(scaling, 0, 0, -scaling, x, PAGE.height - y),
        ...toPathOperators(path),
        clip(),
        endPath(),
        setStrokingColor(MUTED),
        setLineWidth(0.7),
        ...lines,
        stroke(),
        popGraphicsState(),
      ),
    );
  }

  drawImage(image: PDFImage, { x, y, width, height }: Box): void {
    this.#paint((page) => page.drawImage(image, { x, y: PAGE.height - y - height, width, height }));
  }

  /** Calls `draw` once per page; it draws on that page. */
  forEachPage(draw: (number: number, count: number) => void): void {
    const pages = this.document.getPages();
    for (const [index, page] of pages.entries()) {
      this.#page = page;
      draw(index + 1, pages.length);
    }
  }
}

/** Converts the absolute commands M, L, C and Z of an SVG path. */
function toPathOperators(path: string): PDFOperator[] {
  return [...path.matchAll(/([MLCZ])([^MLCZ]*)/g)].flatMap(([, command = '', rest = '']) => {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === 'Z') return [closePath()];
    const count = command === 'C' ? 6 : 2;
    return Array.from({ length: numbers.length / count }, (_, index) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.slice(index * count, (index + 1) * count);
      if (command === 'C') return appendBezierCurve(a, b, c, d, e, f);
      return command === 'M' && index === 0 ? moveTo(a, b) : lineTo(a, b);
    });
  });
}

/** Returns the SVG path of a rectangle with round corners. */
export function roundedRectPath(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom] = [width - r, height - r];
  return [
    `M${r} 0H${right}A${r} ${r} 0 0 1 ${width} ${r}V${bottom}A${r} ${r} 0 0 1 ${right} ${height}`,
    `H${r}A${r} ${r} 0 0 1 0 ${bottom}V${r}A${r} ${r} 0 0 1 ${r} 0Z`,
  ].join('');
}
