import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Sight } from '../../domain/sights/sight.ts';
import { sightsFor } from '../../domain/sights/sights.ts';
import type { FrameSource } from '../../guide/guide.ts';
import { cameraDialogStyles } from '../camera-dialog-styles.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import type { RingDamage } from '../ring/ring-layout.ts';
import { theme } from '../theme.ts';
import { CameraController } from './camera-controller.ts';
import { closeCameraDialog, updateCameraDialog } from './camera-dialog.ts';
import { renderCameraView } from './camera-view.ts';
import { cameraViewStyles } from './camera-view-styles.ts';
import { captureStyles } from './capture-styles.ts';
import { renderCaptureTile } from './capture-tile.ts';
import { GuideController } from './guide-controller.ts';
import type { PhotoTakenDetail, Shot } from './shot.ts';
import { findNextSight, isAccepted, toSideStates } from './shot.ts';
import { nameSight } from './sight-title.ts';

/**
 * `<kerbside-capture>`: guided capture. It shows one tile per sight and opens the camera with a silhouette to align the
 * vehicle with. The app stores each photo (`photo-taken`) and sets `shots` to show its assessment. If that is good,
 * the camera moves on to the next sight; a ring shows the covered sides and `damages`. With `guide`, the camera says what to
 * do and takes the photos by itself.
 *
 * @fires photo-taken - `CustomEvent<PhotoTakenDetail>`: the user took or chose a photo.
 *
 * @cssprop [--kerbside-surface] - Background of secondary buttons.
 * @cssprop [--kerbside-sunken] - Background of tiles without a photo.
 * @cssprop [--kerbside-line] - Borders.
 * @cssprop [--kerbside-ink] - Text.
 * @cssprop [--kerbside-quiet] - Secondary text, silhouettes.
 * @cssprop [--kerbside-accent] - Buttons, focus outlines, good photos.
 * @cssprop [--kerbside-on-accent] - Text on buttons.
 * @cssprop [--kerbside-danger] - Text of `problem`.
 * @cssprop [--kerbside-danger-soft] - Background of `problem`.
 * @cssprop [--kerbside-warn] - Text about bad photos.
 * @cssprop [--kerbside-warn-soft] - Background of that text.
 * @cssprop [--kerbside-stage=#0a1110] - Background of the camera.
 * @cssprop [--kerbside-on-stage=#eef4f2] - Text over the camera.
 * @cssprop [--kerbside-mark-chosen=#5ff0d6] - Silhouette over the camera.
 * @cssprop [--kerbside-radius=12px] - Corner radius of tiles and buttons.
 * @csspart summary - How many photos are taken.
 * @csspart problem - The text of `problem` above the tiles.
 * @csspart sights - The list of tiles.
 * @csspart sight - One tile.
 * @csspart verdict - The assessment of a photo.
 * @csspart silhouette - The line drawing of a sight.
 * @csspart camera - The camera dialog.
 * @csspart progress - The position of the sight in the list.
 * @csspart ring - The ring of the sides in the camera.
 * @csspart shutter - The shutter button.
 * @csspart automatic - The button that switches the automatic shutter, with `guide`.
 * @csspart switch-camera - The button of the next camera, if the device has several.
 * @csspart torch - The button of the torch, if the camera has one.
 *
 * @example
 * const capture = document.createElement('kerbside-capture');
 * capture.sights = sightsFor(['damage_detection']);
 * capture.addEventListener('photo-taken', ({ detail }) => savePhoto(detail.sight, detail.photo));
 */
export class KerbsideCapture extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, cameraDialogStyles, captureStyles, cameraViewStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    sights: { attribute: false },
    shots: { attribute: false },
    source: {},
    locked: { type: Boolean, reflect: true },
    problem: {},
    guide: { attribute: false },
    automatic: { attribute: false },
    damages: { attribute: false },
    current: { state: true },
    replacedShot: { state: true },
    still: { state: true },
    passed: { state: true },
  };

  /**
   * The photos to take.
   *
   * @default sightsFor([]): the eight sides of the vehicle
   */
  declare sights: readonly Sight[];
  /**
   * The photos that are taken, by sight id.
   *
   * @default {}
   */
  declare shots: Readonly<Record<string, Shot>>;
  /**
   * `files`: never opens the camera. If the camera is not available, files are used too. Attribute: `source`.
   *
   * @default 'camera'
   */
  declare source: 'camera' | 'files';
  /**
   * Disables taking photos. Attribute: `locked`.
   *
   * @default false
   */
  declare locked: boolean;
  /**
   * Why the last photo was rejected; shown over the camera or above the tiles. The element clears it with the next photo.
   * Attribute: `problem`.
   *
   * @default ''
   */
  declare problem: string;
  /**
   * The open Kerbside: it reads the frames of the camera and guides the user. Undefined: no guidance.
   *
   * @default undefined
   */
  declare guide: FrameSource | undefined;
  /**
   * Whether the guide takes photos by itself. The user can switch it in the camera.
   *
   * @default true
   */
  declare automatic: boolean;
  /**
   * The damages that were found on the photos so far. The ring in the camera counts them at their side.
   *
   * @default []
   */
  declare damages: readonly RingDamage[];
  /** The sight that the camera is open for. */
  declare protected current: Sight | undefined;
  /** Id of the shot that the photo just taken replaces. */
  declare protected replacedShot: string | undefined;
  declare protected still: Blob | undefined;
  /** Name of the sight whose photo was good, after the camera has moved on to the next one. */
  declare protected passed: string | undefined;

  readonly #camera = new CameraController(this);
  readonly #guide = new GuideController(this, ({ sight, ...taken }) => this.#handlePhoto(sight, taken));

  protected override setDefaults(): void {
    this.sights ??= sightsFor([]);
    this.shots ??= {};
    this.source ??= 'camera';
    this.locked ??= false;
    this.problem ??= '';
    this.automatic ??= true;
    this.damages ??= [];
  }

  /**
   * Opens the camera. Does nothing if it is locked, if only files are used, if there is no such sight, or if all are taken.
   *
   * @param sightId Default: the first sight without a photo.
   */
  open(sightId?: string): void {
    const { sights, shots, locked, source } = this;
    if (locked || source === 'files') return;
    const sight = sightId ? sights.find(({ id }) => id === sightId) : findNextSight(sights, shots);
    if (sight) this.#openCamera(sight);
  }

  /** Moving an element disconnects it too: an open dialog would come back as one that is not modal. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#handleClose();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('problem') && this.problem) this.still = undefined;
    if (changed.has('shots')) this.#continueAfterGoodPhoto();
  }

  protected override updated(): void {
    const { guide: source, current: sight, automatic } = this;
    const video = updateCameraDialog(this.renderRoot, {
      isOpen: sight !== undefined,
      stream: this.#camera.stream,
    });
    const isNeeded = this.#camera.state === 'live' && !this.still;
    this.#guide.update(
      source && sight && video && isNeeded ? { source, video, sight, automatic } : undefined,
    );
  }

  protected override render(): TemplateResult {
    const { messages, sights, shots, locked, problem, current } = this;
    const hasCamera = this.source === 'camera' && this.#camera.isAvailable;
    const taken = sights.filter(({ id }) => shots[id]).length;
    return html`
      <p class="done" part="summary" role="status">${messages.capture.done(taken, sights.length)}</p>
      <div role="alert">${problem && !current ? html`<p class="problem" part="problem">${problem}</p>` : nothing}</div>
      <ul class="sights" part="sights" aria-label=${messages.capture.sights}>
        ${repeat(
          sights,
          ({ id }) => id,
          (sight) =>
            renderCaptureTile({
              name: this.#getName(sight),
              sight,
              shot: shots[sight.id],
              messages: messages.capture,
              locked,
              openCamera: hasCamera ? () => this.#openCamera(sight) : undefined,
              onFile: (photo) => this.#handlePhoto(sight, { photo }),
            }),
        )}
      </ul>
      ${current ? this.#renderDialog(current) : nothing}
    `;
  }

  /** One tap per photo. */
  #continueAfterGoodPhoto(): void {
    const { current, still } = this;
    const shot = current && still && this.#getNewShot(current);
    if (shot && isAccepted(shot)) this.#goOn(current);
  }

  /** Returns the assessment of the photo that was just taken; undefined until the app has one. */
  #getNewShot({ id }: Sight): Shot | undefined {
    const shot = this.shots[id];
    return shot && shot.id !== this.replacedShot ? shot : undefined;
  }

  /** Opens the camera for the next sight without a photo, or closes it after the last one. */
  #goOn(sight: Sight): void {
    const next = findNextSight(this.sights, this.shots, sight);
    const shot = this.#getNewShot(sight);
    if (next) this.#openCamera(next, shot && isAccepted(shot) ? this.#getName(sight) : undefined);
    else void this.updateComplete.then(() => closeCameraDialog(this.renderRoot));
  }

  #renderDialog(sight: Sight): TemplateResult {
    return html`<dialog
      part="camera"
      aria-label=${this.messages.capture.lineUp(this.#getName(sight))}
      @close=${this.#handleCloseEvent}
    >
      ${renderCameraView({
        sight,
        name: this.#getName(sight),
        messages: this.messages.capture,
        progress: this.messages.capture.position(
          this.sights.findIndex(({ id }) => id === sight.id) + 1,
          this.sights.length,
        ),
        camera: this.#camera,
        still: this.still,
        shot: this.#getNewShot(sight),
        problem: this.problem,
        passed: this.passed,
        ring: { sides: toSideStates(this.shots), damages: this.damages },
        ringText: this.damages.length > 0 ? this.messages.car.damages(this.damages.length) : '',
        guide: this.guide && this.#guide.createView(this, this.language),
        takePhoto: () => this.#takePhoto(sight),
        onFile: (photo) => this.#handlePhoto(sight, { photo }),
        retake: () => this.#openCamera(sight),
        keep: () => this.#goOn(sight),
        close: () => closeCameraDialog(this.renderRoot),
      })}
    </dialog>`;
  }

  #getName(sight: Sight): string {
    return nameSight(sight, this.messages.capture, this.names);
  }

  #openCamera(sight: Sight, passed?: string): void {
    this.current = sight;
    this.passed = passed;
    this.still = undefined;
    this.replacedShot = undefined;
    void this.#camera.open();
  }

  async #takePhoto(sight: Sight): Promise<void> {
    const video = this.renderRoot.querySelector('video');
    const photo = video && (await this.#guide.takePhoto(video));
    if (photo) this.#handlePhoto(sight, { photo });
  }

  #handlePhoto(sight: Sight, { photo, isAutomatic, text }: Omit<PhotoTakenDetail, 'sight'>): void {
    // The user may have gone on to another sight while the photo was encoded.
    if (this.current?.id === sight.id) {
      this.replacedShot = this.shots[sight.id]?.id;
      this.still = photo;
    }
    this.problem = ''; // so that setting the same problem again is a change
    this.emit<PhotoTakenDetail>('photo-taken', { sight: sight.id, photo, isAutomatic, text });
  }

  /** The event comes late: the app may have opened the camera again. */
  #handleCloseEvent({ currentTarget }: Event): void {
    if (!(currentTarget as HTMLDialogElement).open) this.#handleClose();
  }

  #handleClose(): void {
    this.current = undefined;
    this.still = undefined;
    this.#camera.close();
  }
}
