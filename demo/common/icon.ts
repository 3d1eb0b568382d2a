import { html, type TemplateResult } from 'lit';

/** Strokes in a box of 24. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  camera: 'M3 8.5h4l1.6-3h6.8l1.6 3h4v11H3zM12 17.2a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2z',
  check: 'M4.5 12.5l5 5 10-11',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12.5h6M9 16.5h6',
  compare: 'M12 4v16M9 8l-5 4 5 4M15 8l5 4-5 4',
  play: 'M8 5.5v13l10.5-6.5z',
  save: 'M12 4v11M7.5 10.5l4.5 4.5 4.5-4.5M5 20h14',
} as const;
export type IconName = keyof typeof PATHS;

/** Renders an icon beside a text that says the same: screen readers skip it. */
export function renderIcon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
