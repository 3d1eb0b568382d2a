import { html, type TemplateResult } from 'lit';
import type { ElementWords } from '../locales/messages.ts';
import { drawnView } from './drawing.ts';
import type { DrawingSession } from './drawing-session.ts';

/** What a person can do while drawing, and for those who listen, where they are. */
export function drawingTools(session: DrawingSession, words: ElementWords['photo']): TemplateResult {
  const { drawing } = session;
  if (!drawing) return html``;
  const { tool, points, cursor } = drawing;
  const last = points.at(-1);
  const said = last && words.pointAt(last[0], last[1], points.length);
  const hint = tool === 'box' ? words.drawBox : words.drawPolygon;
  return html`<div class="tools" part="tools">
      <span class="hint" ?hidden=${tool === 'box' && points.length > 0}>${hint}</span>
      <button type="button" @click=${() => session.cancel()}>${words.cancel}</button>
      <button type="button" ?disabled=${points.length === 0} @click=${() => session.undo()}>${words.undo}</button>
      ${
        tool === 'polygon'
          ? html`<button
              type="button"
              class="primary"
              ?disabled=${drawnView(drawing) === undefined}
              @click=${() => session.finish()}
            >
              ${words.finish}
            </button>`
          : ''
      }
    </div>
    <p class="unseen" role="status">${said ?? cursor.join(', ')}</p>`;
}
