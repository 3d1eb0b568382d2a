import { svg, type TemplateResult } from 'lit';
import type { Drawing } from './drawing.ts';
import type { PhotoView } from './marks.ts';

/** Every line twice: a dark one below makes it stand out from any paint. */
export function outline({
  polygons,
  boundingBox,
}: Pick<PhotoView, 'polygons' | 'boundingBox'>): TemplateResult {
  const { xmin, ymin, width, height } = boundingBox;
  const rings = (name: string) =>
    polygons.map((ring) => svg`<polygon class=${name} points=${pointsOf(ring)}></polygon>`);
  return svg`<rect class="box" x=${xmin} y=${ymin} width=${width} height=${height}></rect>
    ${rings('casing')}${rings('ring')}`;
}

/** The outline in the making: what is set, the line to the cursor, and the cursor itself. */
export function drawingOutline({ tool, points, cursor, size }: Drawing): TemplateResult {
  const dot = Math.max(size.width, size.height) / 120;
  const [x, y] = cursor;
  const [first] = points;
  const shape =
    tool === 'box'
      ? first && box(first, points[1] ?? cursor)
      : svg`<polyline class="ring" points=${pointsOf([...points, cursor])}></polyline>`;
  return svg`${shape}
    ${points.map(([cx, cy]) => svg`<circle class="dot" cx=${cx} cy=${cy} r=${dot}></circle>`)}
    <path class="cross" d="M${x - dot * 2} ${y}H${x + dot * 2}M${x} ${y - dot * 2}V${y + dot * 2}"></path>`;
}

function box([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): TemplateResult {
  const [x, y, width, height] = [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)];
  return svg`<rect class="ring" x=${x} y=${y} width=${width} height=${height}></rect>`;
}

function pointsOf(points: readonly (readonly [number, number])[]): string {
  return points.map((point) => point.join()).join(' ');
}
