import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../../domain/sights/sight.ts';
import type { ElementMessages } from '../locales/messages.ts';
import { renderFileInput } from './file-input.ts';
import type { Shot } from './shot.ts';
import { renderSilhouette } from './silhouettes.ts';

interface CaptureTile {
  sight: Sight;
  name: string;
  shot: Shot | undefined;
  messages: ElementMessages['capture'];
  locked: boolean;
  /** Opens the camera; undefined if there is none. */
  openCamera: (() => void) | undefined;
  onFile(photo: Blob): void;
}

/** Renders one sight: its silhouette or photo, the verdict, and the buttons to take it. */
export function renderCaptureTile(tile: CaptureTile): TemplateResult {
  const { sight, name, shot } = tile;
  const verdict = shot?.verdict ?? 'missing';
  return html`<li class="sight" part="sight" data-sight=${sight.id} data-verdict=${verdict}>
    ${renderFrame(tile)}
    <p class="name">${name}</p>
    <p class="verdict" part="verdict" role="status">${describeVerdict(tile)}</p>
    ${shot?.verdict === 'bad' ? renderRetake(tile) : nothing}
  </li>`;
}

function renderFrame({
  name,
  shot,
  messages,
  locked,
  openCamera,
  onFile,
  sight,
}: CaptureTile): TemplateResult {
  const label = shot ? messages.takeAgain(name) : messages.take(name);
  const picture = shot
    ? html`<kerbside-photo thumbnail .photo=${shot.photo}></kerbside-photo>`
    : renderSilhouette(sight);
  if (locked) return html`<div class="frame">${picture}</div>`;
  if (!openCamera) return renderFileInput({ label, content: picture, className: 'frame', onFile });
  return html`<button type="button" class="frame" aria-label=${label} @click=${openCamera}>${picture}</button>
    ${renderFileInput({ label: messages.fromFile(name), content: html`<span aria-hidden="true">↥</span>`, className: 'corner', onFile })}`;
}

function renderRetake({
  name,
  messages,
  locked,
  openCamera,
  onFile,
}: CaptureTile): TemplateResult | typeof nothing {
  if (locked) return nothing;
  const label = messages.takeAgain(name);
  if (!openCamera)
    return renderFileInput({ label, content: messages.retake, className: 'button secondary', onFile });
  return html`<button type="button" class="secondary" aria-label=${label} @click=${openCamera}>${messages.retake}</button>`;
}

/** An empty frame says by itself that there is no photo, unless it cannot be taken any more. */
function describeVerdict({ shot, messages, locked }: CaptureTile): string {
  switch (shot?.verdict) {
    case undefined:
      return locked ? messages.missing : '';
    case 'checking':
      return messages.checking;
    case 'good':
      return messages.good;
    case 'bad':
      return shot?.reason ?? '';
    case 'unknown':
      return '';
  }
}
