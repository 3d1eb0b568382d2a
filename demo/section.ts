import type { Answer, Entities, Inspection } from 'kerbside';
import { h } from './dom.ts';

/** One inspection as its page shows it. */
export interface Shown {
  inspection: Inspection;
  entities: Entities;
  isDeleted: boolean;
}

/** A part of an inspection's page. It is built once and then follows the inspection. */
export interface Section {
  element: HTMLElement;
  update(shown: Shown): void;
  leave?(): void;
}

export function shownOf({ entities, result }: Answer): Shown {
  const inspection = entities.inspections[result];
  if (!inspection) throw new Error(`The answer lacks inspection ${result}`);
  return { inspection, entities, isDeleted: inspection.deletedAt !== undefined };
}

export function card(title: string, ...children: (HTMLElement | string)[]): HTMLElement {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  return h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children);
}
