import { h } from './dom.ts';
import type { Page } from './page.ts';

/** Beside the list on a wide screen; a phone shows the list alone. */
export function welcomePage(): Page {
  const element = h(
    'section',
    { class: 'welcome' },
    h('h1', {}, 'Inspect a vehicle'),
    h(
      'p',
      {},
      'Take photos, note damage, hand it over. Everything is kept on this device as you go, with or without a network.',
    ),
    h('a', { class: 'button', href: '#/new' }, 'New inspection'),
  );
  return { title: 'Inspections', element };
}
