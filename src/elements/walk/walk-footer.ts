import { html, type TemplateResult } from 'lit';
import type { CameraController } from '../capture/camera-controller.ts';
import type { ElementMessages } from '../locales/messages.ts';

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
