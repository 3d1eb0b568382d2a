import { html, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Names } from '../../domain/names/names.ts';
import type { Drawing, Size } from './drawing.ts';
import { describeMark, type Mark, type PhotoView } from './marks.ts';
import { type Outline, toRectangle } from './outline.ts';

/** Renders the outlines over a thumbnail, cropped as the thumbnail is, and not interactive. */
export function renderThumbnailOutlines(size: Size, marks: readonly Mark[]): TemplateResult {
  return html`<svg class="thumb" viewBox=${toViewBox(size)} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${marks.map(({ view }) => svg`<g class="mark">${renderOutline(view)}</g>`)}
  </svg>`;
}

interface OutlineButtons {
  size: Size;
  marks: readonly Mark[];
  names: Names;
  label: string;
  selected: string | undefined;
  select(damageId: string): void;
  /** The outline that the user draws or adjusts. */
  unfinished: TemplateResult | undefined;
}

/** Renders each outline as a button, and the unfinished one. Coordinates are pixels of the photo at any display size. */
export function renderOutlineButtons({
  size,
  marks,
  names,
  label,
  selected,
  select,
  unfinished,
}: OutlineButtons): TemplateResult {
  const button = (mark: Mark) => {
    const { damage, view } = mark;
    return svg`<g
      class="mark"
      part=${damage.id === selected ? 'mark mark-selected' : 'mark'}
      role="button"
      tabindex="0"
      aria-label=${describeMark(mark, names)}
      aria-pressed=${damage.id === selected}
      data-view=${view.id}
      @click=${() => select(damage.id)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        select(damage.id);
      }}
    >${renderOutline(view)}</g>`;
  };
  return html`<svg viewBox=${toViewBox(size)} preserveAspectRatio="none" role="group" aria-label=${label}>
    ${repeat(marks, ({ view }) => view.id, button)}
    ${unfinished ? svg`<g class="drawing-outline" part="drawing">${unfinished}</g>` : ''}
  </svg>`;
}

const toViewBox = ({ width, height }: Size) => `0 0 ${width} ${height}`;

/** Renders every line twice: a dark one below keeps it visible on any paint. */
function renderOutline({
  polygons,
  boundingBox,
}: Pick<PhotoView, 'polygons' | 'boundingBox'>): TemplateResult {
  const { xmin, ymin, width, height } = boundingBox;
  const outlines = polygons.length > 0 ? polygons : [toRectangle(xmin, ymin, xmin + width, ymin + height)];
  const rings = (name: string) =>
    outlines.map((ring) => svg`<polygon class=${name} points=${toPoints(ring)}></polygon>`);
  return svg`<rect class="box" x=${xmin} y=${ymin} width=${width} height=${height}></rect>
    ${rings('casing')}${rings('ring')}`;
}

/** Renders the points that are set, the line to the cursor, and the cursor. */
export function renderDrawing({ tool, points, cursor, size }: Drawing): TemplateResult {
  const dot = Math.max(size.width, size.height) / 120;
  const [x, y] = cursor;
  const [first] = points;
  const shape =
    tool === 'box'
      ? first && renderBox(first, points[1] ?? cursor)
      : svg`<polyline class="ring" points=${toPoints([...points, cursor])}></polyline>`;
  return svg`${shape}
    ${points.map(([cx, cy]) => svg`<circle class="dot" cx=${cx} cy=${cy} r=${dot}></circle>`)}
    <path class="cross" d="M${x - dot * 2} ${y}H${x + dot * 2}M${x} ${y - dot * 2}V${y + dot * 2}"></path>`;
}

/** Renders an outline that the user adjusts. Its handles are HTML: outline-handles.ts. */
export function renderAdjusted({ rings }: Outline): TemplateResult {
  return svg`${rings.map((ring) => svg`<polygon class="ring" points=${toPoints(ring)}></polygon>`)}`;
}

function renderBox([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): TemplateResult {
  const [x, y, width, height] = [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)];
  return svg`<rect class="ring" x=${x} y=${y} width=${width} height=${height}></rect>`;
}

function toPoints(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join()).join(' ');
}
