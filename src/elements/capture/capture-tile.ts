import { html, nothing, type TemplateResult } from 'lit';
import type { ElementWords } from '../locales/messages.ts';
import { fileInput } from './file-input.ts';
import type { Shot } from './shot.ts';
import type { Sight } from './sights.ts';
import { silhouette } from './silhouettes.ts';

export interface CaptureTile {
  sight: Sight;
  name: string;
  shot: Shot | undefined;
  words: ElementWords['capture'];
  locked: boolean;
  /** Opens the camera, where there is one. */
  take: (() => void) | undefined;
  chosen(photo: Blob): void;
}

/** One sight: its outline or its photo, what is thought of it, and how to take it. */
export function captureTile(tile: CaptureTile): TemplateResult {
  const { sight, name, shot, words } = tile;
  const verdict = shot?.verdict ?? 'missing';
  return html`<li class="sight" part="sight" data-sight=${sight.id} data-verdict=${verdict}>
    ${frame(tile)}
    <p class="name">${name}</p>
    <p class="verdict" part="verdict" role="status">${verdictText(shot, words)}</p>
    ${shot?.verdict === 'bad' ? retake(tile) : nothing}
  </li>`;
}

function frame({ name, shot, words, locked, take, chosen, sight }: CaptureTile): TemplateResult {
  const label = shot ? words.takeAgain(name) : words.take(name);
  const picture = shot
    ? html`<kerbside-photo thumbnail .photo=${shot.photo}></kerbside-photo>`
    : silhouette(sight);
  if (locked) return html`<div class="frame">${picture}</div>`;
  if (!take) return fileInput({ label, text: picture, className: 'frame', chosen });
  return html`<button type="button" class="frame" aria-label=${label} @click=${take}>${picture}</button>
    ${fileInput({ label: words.fromFile(name), text: html`<span aria-hidden="true">↥</span>`, className: 'corner', chosen })}`;
}

function retake({ name, words, locked, take, chosen }: CaptureTile): TemplateResult | typeof nothing {
  if (locked) return nothing;
  const label = words.takeAgain(name);
  if (!take) return fileInput({ label, text: words.retake, className: 'button secondary', chosen });
  return html`<button type="button" class="secondary" aria-label=${label} @click=${take}>${words.retake}</button>`;
}

function verdictText(shot: Shot | undefined, words: ElementWords['capture']): string {
  switch (shot?.verdict) {
    case undefined:
      return words.missing;
    case 'checking':
      return words.checking;
    case 'good':
      return words.good;
    case 'bad':
      return shot?.reason ?? '';
    case 'unknown':
      return '';
  }
}
