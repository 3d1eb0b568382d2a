import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Names } from '../../domain/names/names.ts';
import type { Size } from './drawing.ts';
import { describeMark, type Mark } from './marks.ts';

/** A rectangle in CSS pixels of the frame. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface UnplacedLabel {
  width: number;
  height: number;
  /** The outline that the label names. */
  outline: Rectangle;
  /** A selected label is placed first, and always. */
  isSelected: boolean;
}

/** Between a label and its outline. */
const GAP = 4;

/**
 * Places labels beside or inside their outlines, inside the frame, so that no two overlap. Prefers places that cover no
 * other outline. The selected label comes first, then those of the smallest outlines.
 *
 * @returns the rectangle of each label; undefined if no place is free: overlapping names are not readable.
 */
export function placeLabels(
  labels: readonly UnplacedLabel[],
  frame: Pick<Rectangle, 'width' | 'height'>,
): (Rectangle | undefined)[] {
  const sight = { x: 0, y: 0, width: frame.width, height: frame.height }; // a DOMRect cannot be spread
  const placed = new Map<UnplacedLabel, Rectangle>();
  const inOrder = [...labels].sort(
    (a, b) => Number(b.isSelected) - Number(a.isSelected) || getArea(a.outline) - getArea(b.outline),
  );
  for (const label of inOrder) {
    if (!overlap(label.outline, sight)) continue; // zoomed out of sight
    const free = listPlaces(label, frame).filter(
      (place) => ![...placed.values()].some((other) => overlap(place, other)),
    );
    const coversNothing = (place: Rectangle) =>
      !labels.some((other) => other !== label && overlap(place, other.outline));
    const place = free.find(coversNothing) ?? free[0];
    if (place) placed.set(label, place);
    else if (label.isSelected && placed.size === 0) placed.set(label, clampToFrame(label, frame));
  }
  return labels.map((label) => placed.get(label));
}

/** Returns the places of a label that are inside the frame, best first: above, below, inside; centred, then at the edges. */
function listPlaces(
  { width, height, outline }: UnplacedLabel,
  frame: Pick<Rectangle, 'width' | 'height'>,
): Rectangle[] {
  const bottom = outline.y + outline.height;
  const rows = [outline.y - height - GAP, bottom + GAP, outline.y + GAP, bottom - height - GAP];
  const columns = [outline.x + (outline.width - width) / 2, outline.x, outline.x + outline.width - width];
  return rows
    .filter((y) => y >= 0 && y + height <= frame.height)
    .flatMap((y) => columns.map((x) => ({ x: clamp(x, frame.width - width), y, width, height })));
}

function clampToFrame(
  { width, height, outline }: UnplacedLabel,
  frame: Pick<Rectangle, 'width' | 'height'>,
): Rectangle {
  return {
    x: clamp(outline.x, frame.width - width),
    y: clamp(outline.y, frame.height - height),
    width,
    height,
  };
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max));

const getArea = ({ width, height }: Rectangle) => width * height;

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

interface MarkLabels {
  marks: readonly Mark[];
  names: Names;
  selected: string | undefined;
}

/** Renders names beside the outlines. They are HTML, not SVG: their size does not change with that of the photo. */
export function renderMarkLabels({ marks, names, selected }: MarkLabels): unknown {
  const renderLabel = (mark: Mark): TemplateResult => {
    const classes = { label: true, selected: mark.damage.id === selected };
    return html`<span class=${classMap(classes)} part="label" aria-hidden="true">${describeMark(mark, names)}</span>`;
  };
  return repeat(marks, ({ view }) => view.id, renderLabel);
}

/** Moves the rendered labels to their places; hides those without one. */
export function placeMarkLabels(frame: Element, marks: readonly Mark[], size: Size): void {
  const visible = frame.getBoundingClientRect();
  const content = frame.querySelector('.content')?.getBoundingClientRect();
  if (!content) return;
  const elements = [...frame.querySelectorAll<HTMLElement>('.label')];
  const [left, top] = [content.left - visible.left, content.top - visible.top];
  const scale = { x: content.width / size.width, y: content.height / size.height };
  const labels = elements.map((element, index) => {
    const { xmin, ymin, width, height } = marks[index]?.view.boundingBox ?? NOTHING;
    return {
      width: element.offsetWidth,
      height: element.offsetHeight,
      outline: {
        x: left + xmin * scale.x,
        y: top + ymin * scale.y,
        width: width * scale.x,
        height: height * scale.y,
      },
      isSelected: element.classList.contains('selected'),
    };
  });
  for (const [index, place] of placeLabels(labels, visible).entries()) {
    const element = elements[index];
    if (!element) continue;
    element.style.visibility = place ? '' : 'hidden';
    if (place) element.style.translate = `${place.x - left}px ${place.y - top}px`;
  }
}

const NOTHING = { xmin: 0, ymin: 0, width: 0, height: 0 };
