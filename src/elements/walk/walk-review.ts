import { html, nothing, type TemplateResult } from 'lit';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import type { Walk, WalkSide } from '../../walk/walk-types.ts';
import type { CameraController } from '../capture/camera-controller.ts';
import { errorMessagesIn } from '../locales/error-messages.ts';
import type { ElementLanguage } from '../locales/language.ts';
import type { ElementMessages } from '../locales/messages.ts';

interface WalkReview {
  walk: Walk;
  chosen: Readonly<Partial<Record<Viewpoint, number>>>;
  messages: ElementMessages;
  choose(side: Viewpoint, index: number): void;
  accept(): void;
  discard(): void;
}

/** Renders the chosen photo of each side, with its neighbours to exchange it for. */
export function renderWalkReview(review: WalkReview): TemplateResult {
  const { walk, messages, accept, discard } = review;
  return html`<ul class="sides" aria-label=${messages.walk.review}>
      ${VIEWPOINTS.map((side) => renderSide(side, walk.sides[side], review))}
    </ul>
    <footer>
      <button type="button" class="secondary" @click=${discard}>${messages.walk.discard}</button>
      <button type="button" class="accept" @click=${accept}>
        ${messages.walk.accept(Object.keys(walk.sides).length)}
      </button>
    </footer>`;
}

function renderSide(
  side: Viewpoint,
  found: WalkSide | undefined,
  { chosen, messages, choose }: WalkReview,
): TemplateResult {
  const name = messages.capture.viewpoints[side];
  const index = chosen[side] ?? 0;
  const photo = found?.photos[index];
  if (!found || !photo)
    return html`<li part="side" data-side=${side} data-state="missing">
      <div class="frame empty"></div>
      <p class="name">${name}</p>
      <p class="note">${messages.walk.notSeen}</p>
    </li>`;
  const { problem } = photo;
  const exchange = (to: number, label: string, sign: string) =>
    html`<button
      type="button"
      class="secondary"
      aria-label=${`${name}: ${label}`}
      ?disabled=${!found.photos[to]}
      @click=${() => choose(side, to)}
    >
      ${sign}
    </button>`;
  return html`<li part="side" data-side=${side} data-state=${problem ? 'poor' : 'good'} data-at=${photo.at}>
    <div class="frame"><kerbside-photo thumbnail .photo=${photo.photo} .name=${name}></kerbside-photo></div>
    <p class="name">${name}</p>
    <div class="exchange">
      ${exchange(index - 1, messages.walk.earlier, '‹')}
      <span role="status">${messages.capture.position(index + 1, found.photos.length)}</span>
      ${exchange(index + 1, messages.walk.later, '›')}
    </div>
    ${problem ? html`<p class="note">${messages.walk.problems[problem] ?? messages.walk.poor}</p>` : nothing}
  </li>`;
}

interface WalkFooter {
  /** How much of a file is read, 0 to 1; undefined while the camera records. */
  share: number | undefined;
  camera: Pick<CameraController, 'state' | 'fault' | 'reopen'>;
  /** Ends the recording; undefined until it has begun. */
  finish: (() => void) | undefined;
  messages: ElementMessages;
}

/** Renders what is beneath the picture of a walk. A camera that fails before the recording can be opened again. */
export function renderWalkFooter({ share, camera, finish, messages }: WalkFooter): TemplateResult {
  if (share !== undefined)
    return html`<footer>
      <progress max="1" .value=${share} aria-label=${messages.walk.reading}></progress>
    </footer>`;
  const { state, fault } = camera;
  if (!finish && state === 'unavailable' && fault !== 'absent')
    return html`<footer>
      <button type="button" @click=${() => void camera.reopen()}>${messages.capture.tryAgain}</button>
    </footer>`;
  return html`<footer>
    <button type="button" ?disabled=${!finish} @click=${finish}>${messages.walk.finish}</button>
  </footer>`;
}

/** Returns why a walk failed, in the language of the user. */
export function describeWalkProblem(
  error: unknown,
  { walk }: ElementMessages,
  language: ElementLanguage,
): string {
  if (!(error instanceof KerbsideError)) return walk.failed;
  if (error.code === 'unsupported') return walk.noModel;
  if (error.code === 'photo_invalid') return walk.noVideo;
  return errorMessagesIn(language)[error.code] ?? walk.failed;
}
