import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';

import type { Names } from '../locales/names.ts';
import type { Size } from './drawing.ts';
import { type Mark, markLabel } from './marks.ts';
import { styleText } from './style-text.ts';

export interface MarkLabels {
  size: Size;
  marks: readonly Mark[];
  names: Names;
  selected: string | undefined;
}

/** Names beside the outlines. In HTML and not in the drawing: they keep their size when the photo changes its own. */
export function markLabels({ size, marks, names, selected }: MarkLabels): unknown {
  const label = (mark: Mark): TemplateResult => {
    const { xmin, ymin, width, height } = mark.view.boundingBox;
    const across = (xmin + width / 2) / size.width;
    const down = (pixels: number) => `${(pixels / size.height) * 100}%`;
    const style = {
      '--left': `${across * 100}%`,
      // Shifted by as much as it is to the right, it never leaves the photo.
      '--shift': `${across * -100}%`,
      '--above': down(ymin),
      '--below': down(ymin + height),
    };
    const classes = { label: true, chosen: mark.damage.id === selected };
    return html`<span class=${classMap(classes)} part="label" .style=${styleText(style)} aria-hidden="true"
      >${markLabel(mark, names)}</span
    >`;
  };
  return repeat(marks, ({ view }) => view.id, label);
}
