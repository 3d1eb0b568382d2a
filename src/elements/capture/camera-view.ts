import { html, nothing, type TemplateResult } from 'lit';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import type { GuideStatus } from '../../guide/guide.ts';
import type { ElementMessages } from '../locales/messages.ts';
import type { RingDamage, SideState } from '../ring/ring-layout.ts';
import type { CameraController } from './camera-controller.ts';
import { renderFileInput } from './file-input.ts';
import type { Shot } from './shot.ts';
import { renderSilhouette } from './silhouettes.ts';

interface CameraView {
  sight: Sight;
  name: string;
  /** How far the user is, such as `1 of 15`. */
  progress: string;
  messages: ElementMessages['capture'];
  camera: ViewedCamera;
  /** The photo that was just taken. */
  still: Blob | undefined;
  /** The assessment of that photo; undefined until the app has one. */
  shot: Shot | undefined;
  problem: string;
  /** Name of the sight before this one, if its photo was good. */
  passed: string | undefined;
  /** The sides that are covered, and the damages that were found on them so far. */
  ring: { sides: Record<Viewpoint, SideState>; damages: readonly RingDamage[] };
  /** How many damages; empty if there are none. */
  ringText: string;
  /** The live guide; undefined if the app has none. */
  guide: GuideView | undefined;
  takePhoto(): void;
  onFile(photo: Blob): void;
  retake(): void;
  keep(): void;
  close(): void;
}

/** The part of the camera that the dialog shows, and the actions of its buttons. */
type ViewedCamera = Pick<
  CameraController,
  'state' | 'fault' | 'isFront' | 'hasOtherCamera' | 'torch' | 'switchCamera' | 'switchTorch' | 'reopen'
>;

/** The part of the live guide that the dialog shows. */
export interface GuideView {
  /** Undefined until it runs. */
  status: GuideStatus | undefined;
  /** The instruction to the user. Empty if there is none. */
  text: string;
  isAutomatic: boolean;
  switchAutomatic(): void;
}

/** Renders the content of the dialog: the camera with the silhouette, then the photo with its verdict. */
export function renderCameraView(view: CameraView): TemplateResult {
  const { messages, name, progress, sight, still, guide, camera, close } = view;
  return html`
    <header>
      <h2>${name}</h2>
      <span class="progress" part="progress">${progress}</span>
      ${
        camera.hasOtherCamera && !still
          ? html`<button
              type="button"
              class="round switch"
              part="switch-camera"
              aria-label=${messages.switchCamera}
              @click=${() => void camera.switchCamera()}
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
      ${still ? nothing : renderRing(view)}
      <p class="status" role="status" data-instruction=${guide?.status?.instruction ?? nothing}>
        ${getStatus(view)}
      </p>
    </div>
    ${still ? renderReview(view) : renderShutter(view)}
  `;
}

/** Screen readers hear the number of damages when it changes. */
function renderRing({ sight, ring, ringText }: CameraView): TemplateResult {
  return html`<div class="ring">
    <kerbside-ring
      part="ring"
      compact
      locked
      .sides=${ring.sides}
      .damages=${ring.damages}
      .current=${sight.kind === 'viewpoint' ? sight.id : undefined}
    ></kerbside-ring>
    <p class="found" role="status">${ringText}</p>
  </div>`;
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

function renderShutter({ messages, camera, takePhoto, onFile }: CameraView): TemplateResult {
  const { state, fault, torch } = camera;
  if (state === 'unavailable')
    return html`<footer>
      ${renderFileInput({ label: messages.chooseFile, className: 'button', onFile })}
      ${
        fault === 'absent'
          ? nothing
          : html`<button type="button" class="secondary try-again" @click=${() => void camera.reopen()}>${messages.tryAgain}</button>`
      }
    </footer>`;
  return html`<footer class="shutter-between">
    ${renderFileInput({ label: messages.chooseFile, content: messages.file, className: 'button secondary', onFile })}
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
            @click=${() => void camera.switchTorch()}
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
    ${
      shot?.verdict === 'checking'
        ? html`<button type="button" class="secondary go-on" @click=${keep}>${messages.goOn}</button>`
        : nothing
    }
  </footer>`;
}

function getStatus(view: CameraView): string {
  const { messages, name, still, shot, problem, passed, guide } = view;
  const { state, fault, isFront } = view.camera;
  if (problem && !still) return problem;
  if (!still) {
    // A front camera that shows no vehicle faces the user.
    const isTurnedAway = isFront && (!guide?.text || guide.status?.instruction === 'find_vehicle');
    if (state === 'live' && isTurnedAway) return messages.frontCamera;
    if (state === 'live' && guide?.text) return guide.text;
    if (state === 'live') return `${passed ? `${passed} ✓ · ` : ''}${messages.lineUp(name)}`;
    return state === 'unavailable' ? messages.faults[fault ?? 'failed'] : messages.opening;
  }
  return shot?.verdict === 'bad' ? (shot.reason ?? '') : messages.checking;
}
