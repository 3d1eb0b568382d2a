import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import { frameOf } from './camera.ts';
import { CameraSession } from './camera-session.ts';
import { cameraView } from './camera-view.ts';
import { captureStyles } from './capture-styles.ts';
import { captureTile } from './capture-tile.ts';
import type { PhotoTakenDetail, Shot } from './shot.ts';
import { sightName } from './sight-name.ts';
import { type Sight, sightsFor } from './sights.ts';

/**
 * Guided capture: one tile for each sight, with an outline to line the camera up with. It hands photos out
 * (`photo-taken`) and shows what the app makes of them (`shots`).
 */
export class KerbsideCapture extends KerbsideElement {
  static override styles = [theme, captureStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    sights: { attribute: false },
    shots: { attribute: false },
    source: {},
    locked: { type: Boolean, reflect: true },
    problem: {},
    current: { state: true },
    earlier: { state: true },
    still: { state: true },
  };

  declare sights: readonly Sight[];
  /** By sight id. */
  declare shots: Readonly<Record<string, Shot>>;
  /** `files`: never ask for the camera. */
  declare source: 'camera' | 'files';
  /** Nothing can be taken any more. */
  declare locked: boolean;
  /** Why the last photo was not taken, shown beside the camera, or above the tiles. Empty again with the next photo. */
  declare problem: string;
  /** The sight that the camera is open for. */
  declare protected current: Sight | undefined;
  /** Id of the shot that was there before the one just taken. */
  declare protected earlier: string | undefined;
  declare protected still: Blob | undefined;

  readonly #camera = new CameraSession(this);
  #isShooting = false;

  constructor() {
    super();
    this.sights = sightsFor([]);
    this.shots = {};
    this.source = 'camera';
    this.locked = false;
    this.problem = '';
  }

  /** Also when it is moved on the page: an open dialog would come back as one that is no longer modal. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.current = undefined;
    this.still = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('problem') && this.problem) this.still = undefined;
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.current && dialog && !dialog.open) dialog.showModal();
    const video = this.renderRoot.querySelector('video');
    if (video && video.srcObject !== (this.#camera.stream ?? null)) {
      video.srcObject = this.#camera.stream ?? null;
    }
  }

  protected override render(): TemplateResult {
    const { words, sights, shots, locked, problem, current } = this;
    const taken = sights.filter(({ id }) => shots[id]).length;
    return html`
      <p class="done" part="summary" role="status">${words.capture.done(taken, sights.length)}</p>
      <div role="alert">${problem && !current ? html`<p class="problem" part="problem">${problem}</p>` : nothing}</div>
      <ul class="sights" part="sights" aria-label=${words.capture.sights}>
        ${repeat(
          sights,
          ({ id }) => id,
          (sight) =>
            captureTile({
              name: this.#nameOf(sight),
              sight,
              shot: shots[sight.id],
              words: words.capture,
              locked,
              take: this.source === 'camera' && this.#camera.isThere ? () => this.#open(sight) : undefined,
              chosen: (photo) => this.#taken(sight, photo),
            }),
        )}
      </ul>
      ${current ? this.#dialog(current) : nothing}
    `;
  }

  #dialog(sight: Sight): TemplateResult {
    const shot = this.shots[sight.id];
    const next = this.sights.find(({ id }) => id !== sight.id && !this.shots[id]);
    return html`<dialog
      part="camera"
      aria-label=${this.words.capture.lineUp(this.#nameOf(sight))}
      @close=${this.#close}
    >
      ${cameraView({
        sight,
        name: this.#nameOf(sight),
        words: this.words.capture,
        state: this.#camera.state,
        still: this.still,
        shot: shot && shot.id !== this.earlier ? shot : undefined,
        problem: this.problem,
        next: next && this.#nameOf(next),
        shoot: () => this.#shoot(sight),
        chosen: (photo) => this.#taken(sight, photo),
        retake: () => this.#open(sight),
        goOn: () => (next ? this.#open(next) : this.#end()),
        close: () => this.#end(),
      })}
    </dialog>`;
  }

  #nameOf(sight: Sight): string {
    return sightName(sight, this.words.capture, this.names);
  }

  #open(sight: Sight): void {
    this.current = sight;
    this.still = undefined;
    this.earlier = undefined;
    void this.#camera.open();
  }

  async #shoot(sight: Sight): Promise<void> {
    const video = this.renderRoot.querySelector('video');
    if (this.#isShooting || !video || video.videoWidth === 0) return;
    this.#isShooting = true; // a second tap, while the first one's picture is made
    try {
      this.#taken(sight, await frameOf(video));
    } finally {
      this.#isShooting = false;
    }
  }

  #taken(sight: Sight, photo: Blob): void {
    this.earlier = this.shots[sight.id]?.id;
    if (this.current) this.still = photo;
    this.problem = ''; // the same words again are news again
    this.tell<PhotoTakenDetail>('photo-taken', { sight: sight.id, photo });
  }

  #end(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  #close(): void {
    this.current = undefined;
    this.still = undefined;
    this.#camera.close();
  }
}
