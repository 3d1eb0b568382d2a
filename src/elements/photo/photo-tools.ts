import { html, type TemplateResult } from 'lit';
import type { ElementMessages } from '../locales/messages.ts';
import type { AdjustingController } from './adjusting-controller.ts';
import { toDrawnView } from './drawing.ts';
import type { DrawingController } from './drawing-controller.ts';
import { getPosition, toView } from './outline.ts';
import { MAX_SCALE, type Zoom, zoomAt } from './zoom.ts';

/** Each press of a zoom button. */
const ZOOM_STEP = 1.6;

export function renderZoomTools(
  zoom: Zoom,
  { zoomIn, zoomOut }: ElementMessages['photo'],
  onZoom: (zoom: Zoom) => void,
): TemplateResult {
  const zoomBy = (factor: number) => () => onZoom(zoomAt(zoom, factor));
  return html`<div class="tools" part="tools">
    <button type="button" aria-label=${zoomOut} ?disabled=${zoom.scale <= 1} @click=${zoomBy(1 / ZOOM_STEP)}>−</button>
    <button type="button" aria-label=${zoomIn} ?disabled=${zoom.scale >= MAX_SCALE} @click=${zoomBy(ZOOM_STEP)}>+</button>
  </div>`;
}

/** Renders the buttons of a drawing, and the cursor position for screen readers. */
export function renderDrawingTools(
  controller: DrawingController,
  messages: ElementMessages['photo'],
): TemplateResult {
  const { drawing } = controller;
  if (!drawing) return html``;
  const { tool, points, cursor } = drawing;
  const last = points.at(-1);
  const position = last ? messages.pointAt(last[0], last[1], points.length) : cursor.join(', ');
  const hint = tool === 'box' ? messages.drawBox : messages.drawPolygon;
  return html`<div class="tools" part="tools">
      <span class="hint" ?hidden=${tool === 'box' && points.length > 0}>${hint}</span>
      <button type="button" @click=${() => controller.cancel()}>${messages.cancel}</button>
      <button type="button" ?disabled=${points.length === 0} @click=${() => controller.undo()}>${messages.undo}</button>
      ${
        tool === 'polygon'
          ? html`<button
              type="button"
              class="primary"
              ?disabled=${toDrawnView(drawing) === undefined}
              @click=${() => controller.finish()}
            >
              ${messages.finish}
            </button>`
          : ''
      }
    </div>
    <p class="visually-hidden" role="status">${position}</p>`;
}

/** Renders the buttons of an adjustment, and the position of the current point for screen readers. */
export function renderAdjustingTools(
  controller: AdjustingController,
  messages: ElementMessages['photo'],
): TemplateResult {
  const { outline, current, canUndo } = controller;
  if (!outline) return html``;
  const [x, y] = current.kind === 'whole' ? [] : getPosition(outline, current).map(Math.round);
  const index = current.kind === 'whole' ? 0 : current.index;
  return html`<div class="tools" part="tools">
      <span class="hint" ?hidden=${canUndo}>${outline.isBox ? messages.adjustBox : messages.adjustPolygon}</span>
      <button type="button" @click=${() => controller.cancel()}>${messages.cancel}</button>
      <button type="button" ?disabled=${!canUndo} @click=${() => controller.undo()}>${messages.undoChange}</button>
      ${
        outline.isBox
          ? ''
          : html`<button
              type="button"
              ?disabled=${!controller.canRemove}
              @click=${() => controller.removePoint()}
            >
              ${messages.removePoint}
            </button>`
      }
      <button
        type="button"
        class="primary"
        ?disabled=${toView(outline) === undefined}
        @click=${() => controller.finish()}
      >
        ${messages.finish}
      </button>
    </div>
    <p class="visually-hidden" role="status">
      ${x === undefined || y === undefined ? '' : messages.pointAt(x, y, index + 1)}
    </p>`;
}
