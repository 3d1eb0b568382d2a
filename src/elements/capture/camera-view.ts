import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../../domain/sight.ts';
import type { GuideStatus } from '../../guide/guide.ts';
import type { ElementMessages } from '../locales/messages.ts';
import type { CameraState } from './camera-controller.ts';
import type { CameraFault } from './camera-fault.ts';
import { renderFileInput } from './file-input.ts';
import type { Shot } from './shot.ts';
import { renderSilhouette } from './silhouettes.ts';

interface CameraView {
  sight: Sight;
  name: string;
  /** How far the user is, such as `1 of 15`. */
  progress: string;
  messages: ElementMessages['capture'];
  state: CameraState;
  /** Why the camera is unavailable. */
  fault: CameraFault | undefined;
  isFront: boolean;
  /** Undefined if the device has one camera. */
  switchCamera: (() => void) | undefined;
  /** Asks for the camera again. */
  tryAgain(): void;
  /** Undefined if the camera has no torch. */
  torch: 'on' | 'off' | undefined;
  /** The photo that was just taken. */
  still: Blob | undefined;
  /** The assessment of that photo; undefined until the app has one. */
  shot: Shot | undefined;
  problem: string;
  /** Name of the sight before this one, if its photo was good. */
  passed: string | undefined;
  /** The live guide; undefined if the app has none. */
  guide: GuideView | undefined;
  takePhoto(): void;
  switchTorch(): void;
  onFile(photo: Blob): void;
  retake(): void;
  keep(): void;
  close(): void;
}

interface GuideView {
  /** Undefined until it runs. */
  status: GuideStatus | undefined;
  /** What the user should do; empty if there is nothing to say. */
  text: string;
  isAutomatic: boolean;
  switchAutomatic(): void;
}

/** Renders the content of the dialog: the camera with the silhouette, then the photo with its verdict. */
export function renderCameraView(view: CameraView): TemplateResult {
  const { messages, name, progress, sight, still, guide, switchCamera, close } = view;
  return html`
    <header>
      <h2>${name}</h2>
      <span class="progress" part="progress">${progress}</span>
      ${
        switchCamera && !still
          ? html`<button
              type="button"
              class="round switch"
              part="switch-camera"
              aria-label=${messages.switchCamera}
              @click=${switchCamera}
            >
              ⟳
            </button>`
          : nothing
      }
      <button type="button" class="round" aria-label=${messages.close} @click=${close}>×</button>
      ${guide && !still ? renderAutomatic(guide, messages) : nothing}
    </header>
    <div class="stage" data-phase=${guide?.status?.phase ?? nothing}>
      <video autoplay playsinline .muted=${true} ?hidden=${still !== undefined} aria-hidden="true"></video>
      ${still ? html`<kerbside-photo thumbnail .photo=${still}></kerbside-photo>` : renderSilhouette(sight)}
      <p class="status" role="status" data-instruction=${guide?.status?.instruction ?? nothing}>
        ${getStatus(view)}
      </p>
    </div>
    ${still ? renderReview(view) : renderShutter(view)}
  `;
}

function renderAutomatic(
  { isAutomatic, switchAutomatic }: GuideView,
  { automatic, automaticShutter }: ElementMessages['capture'],
): TemplateResult {
  return html`<button
    type="button"
    class="automatic"
    part="automatic"
    aria-label=${automaticShutter}
    aria-pressed=${isAutomatic}
    @click=${switchAutomatic}
  >
    ${automatic}
  </button>`;
}

function renderShutter({
  messages,
  state,
  fault,
  torch,
  takePhoto,
  tryAgain,
  switchTorch,
  onFile,
}: CameraView): TemplateResult {
  if (state === 'unavailable')
    return html`<footer>
      ${renderFileInput({ label: messages.chooseFile, className: 'button', onFile })}
      ${
        fault === 'absent'
          ? nothing
          : html`<button type="button" class="secondary try-again" @click=${tryAgain}>${messages.tryAgain}</button>`
      }
    </footer>`;
  return html`<footer class="shutter-between">
    ${renderFileInput({ label: messages.chooseFile, className: 'button secondary', onFile })}
    <button
      type="button"
      class="shutter"
      part="shutter"
      aria-label=${messages.shutter}
      ?disabled=${state !== 'live'}
      @click=${takePhoto}
    ></button>
    ${
      torch
        ? html`<button
            type="button"
            class="secondary torch"
            part="torch"
            aria-pressed=${torch === 'on'}
            @click=${switchTorch}
          >
            ${messages.torch}
          </button>`
        : nothing
    }
  </footer>`;
}

function renderReview({ messages, shot, retake, keep }: CameraView): TemplateResult {
  return html`<footer>
    <button type="button" @click=${retake}>${messages.retake}</button>
    ${
      shot?.verdict === 'bad'
        ? html`<button type="button" class="secondary" @click=${keep}>${messages.keep}</button>`
        : nothing
    }
  </footer>`;
}

function getStatus(view: CameraView): string {
  const { messages, name, state, fault, isFront, still, shot, problem, passed, guide } = view;
  if (problem && !still) return problem;
  if (!still) {
    if (state === 'live' && guide?.text) return guide.text;
    if (state === 'live' && isFront) return messages.frontCamera;
    if (state === 'live') return `${passed ? `${passed} ✓ · ` : ''}${messages.lineUp(name)}`;
    return state === 'unavailable' ? messages.faults[fault ?? 'failed'] : messages.opening;
  }
  return shot?.verdict === 'bad' ? (shot.reason ?? '') : messages.checking;
}
