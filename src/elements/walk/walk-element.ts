import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import { loadChunk } from '../../platform/load-chunk.ts';
import type { WalkRecording } from '../../walk/record-walk.ts';
import type { Walk, WalkOptions, WalkProgress, WalkReader } from '../../walk/walk-types.ts';
import { cameraDialogStyles } from '../camera-dialog-styles.ts';
import { CameraController } from '../capture/camera-controller.ts';
import { closeCameraDialog, updateCameraDialog } from '../capture/camera-dialog.ts';
import { renderFileInput } from '../capture/file-input.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import { getLanguage } from '../locales/language.ts';
import { theme } from '../theme.ts';
import { describeWalkProblem, renderWalkFooter, renderWalkReview } from './walk-review.ts';
import { walkStyles } from './walk-styles.ts';

/** The part of `Kerbside` that the element uses. */
export interface WalkSource {
  /** Returns what reads frames on this device. */
  frames(): WalkReader | Promise<WalkReader>;
}

/** A photo of a walk. */
export interface WalkedPhoto {
  /** Id of the sight: the side that it shows. */
  sight: Viewpoint;
  photo: Blob;
}

/** Detail of `walk-done`. */
export interface WalkDoneDetail {
  photos: WalkedPhoto[];
  /** The recording, only with `keepVideo` and if the browser has an encoder. */
  video?: Blob | undefined;
}

/**
 * `<kerbside-walk>`: photos of the eight sides from a walk around the vehicle. The user records while walking, or chooses a
 * video. The best frame of each side is shown and can be exchanged for its neighbours. The app stores the photos as any
 * others (`walk-done`). The video is not kept unless `keepVideo` is set.
 *
 * @fires walk-done - `CustomEvent<WalkDoneDetail>`: the user accepts the photos.
 *
 * @cssprop [--kerbside-accent] - Buttons and good sides.
 * @cssprop [--kerbside-surface] - Background of secondary buttons.
 * @cssprop [--kerbside-stage=#0a1110] - Background of the dialog.
 * @cssprop [--kerbside-on-stage=#eef4f2] - Text in the dialog.
 * @cssprop [--kerbside-danger] - Text of a problem.
 * @csspart record - The button that opens the camera.
 * @csspart problem - Why a walk failed.
 * @csspart walk - The dialog.
 * @csspart side - The photo of a side.
 *
 * @example
 * const walk = document.createElement('kerbside-walk');
 * walk.models = kerbside.models;
 * walk.addEventListener('walk-done', ({ detail }) => savePhotos(detail.photos));
 */
export class KerbsideWalk extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, cameraDialogStyles, walkStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    models: { attribute: false },
    keepVideo: { type: Boolean, attribute: 'keep-video' },
    locked: { type: Boolean, reflect: true },
    phase: { state: true },
    progress: { state: true },
    walk: { state: true },
    chosen: { state: true },
    problem: { state: true },
  };

  /** The opened `Kerbside`. Without it, walks are disabled. */
  declare models: WalkSource | undefined;
  /**
   * Adds the recording to `walk-done`. Attribute: `keep-video`.
   *
   * @default false
   */
  declare keepVideo: boolean;
  /**
   * Disables walks. Attribute: `locked`.
   *
   * @default false
   */
  declare locked: boolean;
  /** The content of the dialog; undefined while it is closed. */
  declare protected phase: 'recording' | 'reading' | 'review' | undefined;
  declare protected progress: WalkProgress;
  declare protected walk: Walk | undefined;
  /** The index of the chosen photo of each side. */
  declare protected chosen: Partial<Record<Viewpoint, number>>;
  declare protected problem: string;

  readonly #camera = new CameraController(this);
  #recording: WalkRecording | undefined;
  /** Whether the frames of this walk are read, or will be when the reader is loaded. */
  #isReading = false;
  #abort = new AbortController();

  constructor() {
    super();
    this.keepVideo = false;
    this.locked = false;
    this.progress = { sides: {} };
    this.chosen = {};
    this.problem = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reset();
  }

  protected override updated(): void {
    const { stream } = this.#camera;
    const video = updateCameraDialog(this.renderRoot, { isOpen: this.phase !== undefined, stream });
    if (!video || this.phase !== 'recording') return;
    if (this.#camera.state === 'live' && !this.#isReading) this.#startRecording(video);
  }

  protected override render(): TemplateResult {
    const { messages, locked, models, problem, phase } = this;
    const isDisabled = locked || !models;
    return html`<p class="hint">${messages.walk.hint}</p>
      <div role="alert">${problem ? html`<p class="problem" part="problem">${problem}</p>` : nothing}</div>
      <div class="actions">
        ${
          this.#camera.isAvailable
            ? html`<button type="button" part="record" ?disabled=${isDisabled} @click=${this.#openCamera}>
                ${messages.walk.record}
              </button>`
            : nothing
        }
        ${
          isDisabled
            ? nothing
            : renderFileInput({
                label: messages.walk.choose,
                className: 'button secondary',
                accept: 'video/*',
                onFile: (file) => void this.#read(file),
              })
        }
      </div>
      ${phase ? this.#renderDialog() : nothing}`;
  }

  #renderDialog(): TemplateResult {
    const { messages, phase } = this;
    const title = phase === 'review' ? messages.walk.review : messages.walk.title;
    return html`<dialog part="walk" aria-label=${title} @close=${this.#handleClose}>
      <header>
        <h2>${title}</h2>
        <button type="button" class="round" aria-label=${messages.capture.close} @click=${this.#close}>×</button>
      </header>
      ${phase === 'review' && this.walk ? this.#renderReview(this.walk) : this.#renderWalking()}
    </dialog>`;
  }

  #renderWalking(): TemplateResult {
    const { progress, phase } = this;
    const recording = this.#recording;
    return html`<div class="stage">
        ${phase === 'recording' ? html`<video autoplay playsinline .muted=${true} aria-hidden="true"></video>` : nothing}
        <kerbside-ring
          locked
          compact
          lang=${getLanguage(this)}
          .sides=${progress.sides}
          .current=${progress.viewpoint}
        ></kerbside-ring>
        <p class="status" role="status">${this.#getStatus()}</p>
      </div>
      ${renderWalkFooter({
        share: phase === 'recording' ? undefined : (progress.share ?? 0),
        camera: this.#camera,
        finish: recording && (() => recording.stop()),
        messages: this.messages,
      })}`;
  }

  #renderReview(walk: Walk): TemplateResult {
    return renderWalkReview({
      walk,
      chosen: this.chosen,
      messages: this.messages,
      choose: (side, index) => {
        this.chosen = { ...this.chosen, [side]: index };
      },
      accept: () => this.#accept(walk),
      discard: () => this.#close(),
    });
  }

  #getStatus(): string {
    const { messages, progress, phase } = this;
    if (phase === 'recording' && this.#camera.state !== 'live')
      return this.#camera.state === 'unavailable'
        ? messages.capture.faults[this.#camera.fault ?? 'failed']
        : messages.capture.opening;
    const covered = Object.keys(progress.sides).length;
    const side = progress.viewpoint && messages.capture.viewpoints[progress.viewpoint];
    const count = messages.walk.sides(covered, VIEWPOINTS.length);
    return covered === VIEWPOINTS.length ? messages.walk.complete : side ? `${side} · ${count}` : count;
  }

  #openCamera(): void {
    this.#start('recording');
    void this.#camera.open();
  }

  #startRecording(video: HTMLVideoElement): void {
    void this.#run(async (options) => {
      const { recordWalk } = await loadWalk();
      this.#recording = recordWalk(video, { ...options, keepVideo: this.keepVideo });
      this.requestUpdate();
      return this.#recording.done;
    });
  }

  async #read(file: Blob): Promise<void> {
    this.#start('reading');
    await this.#run(async (options) => (await loadWalk()).readWalk(file, options));
  }

  #start(phase: 'recording' | 'reading'): void {
    this.#abort = new AbortController();
    this.problem = '';
    this.progress = { sides: {} };
    this.phase = phase;
  }

  async #run(walk: (options: WalkOptions) => Promise<Walk>): Promise<void> {
    const { signal } = this.#abort;
    this.#isReading = true;
    try {
      if (!this.models) throw new KerbsideError('invalid_input', 'Set the property models first.');
      const onProgress = (progress: WalkProgress) => {
        if (!signal.aborted) this.progress = progress;
      };
      const done = await walk({ reader: await this.models.frames(), signal, onProgress });
      if (!signal.aborted) this.#review(done);
    } catch (error) {
      if (signal.aborted) return;
      this.#close();
      this.problem = describeWalkProblem(error, this.messages, getLanguage(this));
    }
  }

  #review(walk: Walk): void {
    this.#camera.close();
    this.#recording = undefined;
    if (Object.keys(walk.sides).length === 0) {
      this.#close();
      this.problem = this.messages.walk.nothing;
      return;
    }
    this.walk = walk;
    this.chosen = Object.fromEntries(Object.entries(walk.sides).map(([side, { best }]) => [side, best]));
    this.phase = 'review';
  }

  #accept({ sides, video }: Walk): void {
    const photos = VIEWPOINTS.flatMap((sight): WalkedPhoto[] => {
      const photo = sides[sight]?.photos[this.chosen[sight] ?? -1]?.photo;
      return photo ? [{ sight, photo }] : [];
    });
    this.#close();
    this.emit<WalkDoneDetail>('walk-done', { photos, ...(video && { video }) });
  }

  /** Escape closes the dialog. The event of one that `#close` closed comes late: the next walk may have begun. */
  #handleClose({ currentTarget }: Event): void {
    if ((currentTarget as HTMLDialogElement).isConnected) this.#reset();
  }

  #close(): void {
    closeCameraDialog(this.renderRoot);
    this.#reset();
  }

  #reset(): void {
    this.#abort.abort();
    this.#camera.close();
    this.#recording = undefined;
    this.#isReading = false;
    this.walk = undefined;
    this.phase = undefined;
  }
}

/** Most pages never record a walk. */
function loadWalk() {
  return loadChunk('reads walks', () => import('../../walk/index.ts'));
}
