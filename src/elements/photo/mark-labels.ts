import { html, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Names } from '../../domain/names/names.ts';
import type { Size } from './drawing.ts';
import { placeLabels } from './label-placement.ts';
import { describeMark, type Mark } from './marks.ts';

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
