import { html, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Names } from '../locales/names.ts';
import type { Drawing, Size } from './drawing.ts';
import { type Mark, markLabel } from './marks.ts';
import { drawingOutline, outline } from './outlines.ts';

/** Damages over a thumbnail, cropped as it is: to be seen, not to be touched. */
export function markPicture(size: Size, marks: readonly Mark[]): TemplateResult {
  return html`<svg class="thumb" viewBox=${viewBoxOf(size)} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${marks.map(({ view }) => svg`<g class="mark">${outline(view)}</g>`)}
  </svg>`;
}

export interface MarkButtons {
  size: Size;
  marks: readonly Mark[];
  names: Names;
  label: string;
  selected: string | undefined;
  choose(damageId: string): void;
  drawing: Drawing | undefined;
}

/** Damages over a photo, each one a button, and the one that is being drawn. In pixels of the photo, whatever its size. */
export function markButtons({
  size,
  marks,
  names,
  label,
  selected,
  choose,
  drawing,
}: MarkButtons): TemplateResult {
  const button = (mark: Mark) => {
    const { damage, view } = mark;
    return svg`<g
      class="mark"
      part=${damage.id === selected ? 'mark mark-selected' : 'mark'}
      role="button"
      tabindex="0"
      aria-label=${markLabel(mark, names)}
      aria-pressed=${damage.id === selected}
      data-view=${view.id}
      @click=${() => choose(damage.id)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose(damage.id);
      }}
    >${outline(view)}</g>`;
  };
  return html`<svg viewBox=${viewBoxOf(size)} preserveAspectRatio="none" role="group" aria-label=${label}>
    ${repeat(marks, ({ view }) => view.id, button)}
    ${drawing ? svg`<g class="making" part="drawing">${drawingOutline(drawing)}</g>` : ''}
  </svg>`;
}

const viewBoxOf = ({ width, height }: Size) => `0 0 ${width} ${height}`;
