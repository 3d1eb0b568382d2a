import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Names } from '../../domain/names/names.ts';
import type { Size } from './drawing.ts';
import { describeMark, type Mark } from './marks.ts';
import { toStyleText } from './style-text.ts';

interface MarkLabels {
  size: Size;
  marks: readonly Mark[];
  names: Names;
  selected: string | undefined;
}

/** Renders names beside the outlines. They are HTML, not SVG: their size does not change with that of the photo. */
export function renderMarkLabels({ size, marks, names, selected }: MarkLabels): unknown {
  const renderLabel = (mark: Mark): TemplateResult => {
    const { xmin, ymin, width, height } = mark.view.boundingBox;
    const center = (xmin + width / 2) / size.width;
    const toTop = (pixels: number) => `${(pixels / size.height) * 100}%`;
    const style = {
      '--left': `${center * 100}%`,
      // Shifting it left by its share of the width keeps the label inside the photo.
      '--shift': `${center * -100}%`,
      '--above': toTop(ymin),
      '--below': toTop(ymin + height),
    };
    const classes = { label: true, selected: mark.damage.id === selected };
    return html`<span class=${classMap(classes)} part="label" .style=${toStyleText(style)} aria-hidden="true"
      >${describeMark(mark, names)}</span
    >`;
  };
  return repeat(marks, ({ view }) => view.id, renderLabel);
}

/**
 * Places each label above its outline, below it or inside it, whichever is free. If none is free, hides the label until its
 * damage is selected: overlapping names are not readable. The selected damage comes first, then the smallest outlines.
 */
export function placeLabels(frame: Element): void {
  const { top, bottom } = frame.getBoundingClientRect();
  const placed: DOMRect[] = [];
  const labels = [...frame.querySelectorAll<HTMLElement>('.label')].reverse();
  const isSelected = (label: HTMLElement) => Number(label.classList.contains('selected'));
  for (const label of labels.sort((a, b) => isSelected(b) - isSelected(a))) {
    label.dataset.place = 'hidden';
    for (const place of ['above', 'below', 'inside']) {
      label.dataset.place = place;
      const box = label.getBoundingClientRect();
      const isFree = box.top >= top && box.bottom <= bottom && !placed.some((other) => overlap(box, other));
      if (isFree) {
        placed.push(box);
        break;
      }
      label.dataset.place = 'hidden';
    }
  }
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
