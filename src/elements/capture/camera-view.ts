import { html, type TemplateResult } from 'lit';
import type { ElementWords } from '../locales/messages.ts';
import type { CameraState } from './camera-session.ts';
import { fileInput } from './file-input.ts';
import type { Shot } from './shot.ts';
import type { Sight } from './sights.ts';
import { silhouette } from './silhouettes.ts';

export interface CameraView {
  sight: Sight;
  name: string;
  words: ElementWords['capture'];
  state: CameraState;
  /** The photo just taken. */
  still: Blob | undefined;
  /** What the app says of it, once it does. */
  shot: Shot | undefined;
  problem: string;
  /** The name of what comes next, where anything does. */
  next: string | undefined;
  shoot(): void;
  chosen(photo: Blob): void;
  retake(): void;
  goOn(): void;
  close(): void;
}

/** Inside the dialog: the camera with the outline over it, then the photo with its verdict. */
export function cameraView(view: CameraView): TemplateResult {
  const { words, name, sight, still, close } = view;
  return html`
    <header>
      <h2>${name}</h2>
      <button type="button" class="round" aria-label=${words.close} @click=${close}>×</button>
    </header>
    <div class="stage">
      <video autoplay playsinline .muted=${true} ?hidden=${still !== undefined} aria-hidden="true"></video>
      ${still ? html`<kerbside-photo thumbnail .photo=${still}></kerbside-photo>` : silhouette(sight)}
      <p class="said" role="status">${saidOf(view)}</p>
    </div>
    ${still ? afterwards(view) : before(view)}
  `;
}

function before({ words, state, shoot, chosen }: CameraView): TemplateResult {
  if (state === 'none')
    return html`<footer>${fileInput({ label: words.chooseFile, className: 'button', chosen })}</footer>`;
  return html`<footer class="shutter-between">
    ${fileInput({ label: words.chooseFile, className: 'button secondary', chosen })}
    <button
      type="button"
      class="shutter"
      part="shutter"
      aria-label=${words.shutter}
      ?disabled=${state !== 'live'}
      @click=${shoot}
    ></button>
  </footer>`;
}

function afterwards({ words, shot, next, retake, goOn }: CameraView): TemplateResult {
  const isBad = shot?.verdict === 'bad';
  const onwards = next === undefined ? words.close : `${words.next}: ${next}`;
  return html`<footer>
    <button type="button" class=${isBad ? '' : 'secondary'} @click=${retake}>${words.retake}</button>
    <button
      type="button"
      class=${isBad ? 'secondary' : ''}
      ?disabled=${!shot || shot.verdict === 'checking'}
      @click=${goOn}
    >
      ${isBad ? words.keep : onwards}
    </button>
  </footer>`;
}

function saidOf({ words, name, state, still, shot, problem }: CameraView): string {
  if (problem && !still) return problem;
  if (!still) {
    if (state === 'live') return words.lineUp(name);
    return state === 'none' ? words.noCamera : words.opening;
  }
  if (!shot || shot.verdict === 'checking') return words.checking;
  if (shot.verdict === 'bad') return shot.reason ?? '';
  return shot.verdict === 'good' ? words.good : '';
}
