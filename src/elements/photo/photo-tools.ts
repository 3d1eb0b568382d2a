import { html, type TemplateResult } from 'lit';
import type { ElementMessages } from '../locales/messages.ts';
import { toDrawnView } from './drawing.ts';
import type { DrawingController } from './drawing-controller.ts';
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
