import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import type { DrawingTool, DrawnView, Size } from './drawing.ts';
import { Gestures, getReach, toPhotoPoint } from './gestures.ts';
import { placeMarkLabels, renderMarkLabels } from './mark-labels.ts';
import { renderOutlineButtons, renderThumbnailOutlines } from './mark-outlines.ts';
import { createMarks, type Mark, type PhotoDamage, type PhotoView } from './marks.ts';
import { OutlineTools } from './outline-tools.ts';
import type { DamageSelectDetail, ViewAdjustedDetail } from './photo-events.ts';
import { PhotoUrl, renderPhotoImage } from './photo-image.ts';
import { photoStyles } from './photo-styles.ts';
import { renderZoomTools } from './photo-tools.ts';
import { INITIAL_ZOOM, moveBy, toPosition, toStyleText, type Zoom, zoomAt } from './zoom.ts';

/**
 * `<kerbside-photo>`: shows a photo with outlines of its damages. The user selects outlines by pointer or keyboard, zooms,
 * with `drawing` set, draws new outlines, and with `adjusting` set, moves an outline and its points.
 *
 * @fires damage-select - `CustomEvent<DamageSelectDetail>`: the user selects or deselects a damage.
 * @fires view-drawn - `CustomEvent<DrawnView>`: the user completes an outline.
 * @fires draw-cancel - `CustomEvent<undefined>`: the user cancels a drawing.
 * @fires view-adjusted - `CustomEvent<ViewAdjustedDetail>`: the user completes a change of an outline.
 * @fires adjust-cancel - `CustomEvent<undefined>`: the user leaves an outline as it is.
 *
 * @cssprop [--kerbside-stage=#0a1110] - Background behind the photo.
 * @cssprop [--kerbside-on-stage=#eef4f2] - Text and cursor over the photo.
 * @cssprop [--kerbside-mark=#ff4fa3] - Outlines.
 * @cssprop [--kerbside-mark-chosen=#5ff0d6] - The selected outline and the one being drawn.
 * @cssprop [--kerbside-accent] - Focus outlines.
 * @cssprop [--kerbside-radius=12px] - Corner radius of buttons.
 * @csspart frame - The photo with its outlines.
 * @csspart image - The `<img>`.
 * @csspart mark - An outline; the selected one is also `mark-selected`.
 * @csspart label - The name beside an outline.
 * @csspart drawing - The outline being drawn or adjusted.
 * @csspart handle - A point of the outline being adjusted.
 * @csspart tools - The buttons for zooming or drawing.
 *
 * @example
 * const photo = document.createElement('kerbside-photo');
 * Object.assign(photo, { photo: blob, width: image.imageWidth, height: image.imageHeight, views, damages });
 * photo.drawing = 'box';
 * photo.addEventListener('view-drawn', ({ detail }) => kerbside.views.createOne(id, { imageId, damageId, ...detail }));
 */
export class KerbsidePhoto extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, photoStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    photo: { attribute: 'src' },
    name: {},
    width: { type: Number },
    height: { type: Number },
    views: { attribute: false },
    damages: { attribute: false },
    selected: {},
    drawing: { reflect: true },
    adjusting: {},
    fit: { reflect: true },
    thumbnail: { type: Boolean, reflect: true },
    zoom: { state: true },
    naturalSize: { state: true },
    hasFailed: { state: true },
  };

  /** The photo, or its URL. Attribute: `src`. */
  declare photo: Blob | string | undefined;
  /**
   * Name of the photo, for screen readers. Attribute: `name`.
   *
   * @default ''
   */
  declare name: string;
  /**
   * Width of the upright photo in pixels, the coordinate system of `views`. Attribute: `width`.
   *
   * @default that of the loaded photo
   */
  declare width: number | undefined;
  /**
   * Height of the upright photo in pixels. Attribute: `height`.
   *
   * @default that of the loaded photo
   */
  declare height: number | undefined;
  /**
   * The outlines to show. Views whose damage is not in `damages` are left out.
   *
   * @default []
   */
  declare views: readonly PhotoView[];
  /**
   * The damages of the views.
   *
   * @default []
   */
  declare damages: readonly PhotoDamage[];
  /** Id of the selected damage. Attribute: `selected`. */
  declare selected: string | undefined;
  /** The drawing tool. The user draws one outline after the other while it is set. Attribute: `drawing`. */
  declare drawing: DrawingTool | undefined;
  /**
   * Id of the view whose outline the user adjusts: moves it, resizes a box, moves, adds and removes points, with undo.
   * Reset it on `view-adjusted` and `adjust-cancel`. Attribute: `adjusting`.
   */
  declare adjusting: string | undefined;
  /**
   * `width`: the photo fills the width of the element. `contain`: the photo fits into an element with a fixed height.
   * Attribute: `fit`.
   *
   * @default 'width'
   */
  declare fit: 'width' | 'contain';
  /**
   * Crops the photo to the element, and disables selecting, zooming and drawing. Attribute: `thumbnail`.
   *
   * @default false
   */
  declare thumbnail: boolean;
  declare protected zoom: Zoom;
  declare protected naturalSize: Size | undefined;
  declare protected hasFailed: boolean;

  readonly #url = new PhotoUrl();
  readonly #tools = new OutlineTools(this, {
    onDrawn: (view) => this.emit<DrawnView>('view-drawn', view),
    onDrawCancelled: () => this.emit('draw-cancel', undefined),
    onAdjusted: (viewId, view) => this.emit<ViewAdjustedDetail>('view-adjusted', { viewId, ...view }),
    onAdjustCancelled: () => this.emit('adjust-cancel', undefined),
  });
  /** A key changed the outline: the focus follows the current handle. */
  #movesFocus = false;
  /** jsdom has no ResizeObserver, and no layout either. */
  readonly #resizeObserver =
    typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#placeLabels());

  protected override setDefaults(): void {
    this.name ??= '';
    this.views ??= [];
    this.damages ??= [];
    this.fit ??= 'width';
    this.thumbnail ??= false;
    this.zoom ??= INITIAL_ZOOM;
    this.hasFailed ??= false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate(); // disconnectedCallback revoked the URL of the photo
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#url.release();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('photo')) {
      this.hasFailed = false;
      this.naturalSize = undefined;
      this.zoom = INITIAL_ZOOM;
    }
    const { drawing, adjusting, views } = this;
    this.#tools.select({ drawing, adjusting, views, size: this.#size });
  }

  protected override firstUpdated(): void {
    const frame = this.#frame;
    if (!frame || this.thumbnail) return;
    this.#resizeObserver?.observe(frame);
    new Gestures(frame, {
      move: (by) => {
        if (!this.drawing && !this.#tools.isDragging) this.zoom = moveBy(this.zoom, by);
      },
      zoom: (factor, at) => {
        this.zoom = zoomAt(this.zoom, factor, at);
      },
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#placeLabels();
    if (changed.has('drawing') && this.drawing) this.#frame?.focus();
    if (this.#movesFocus || (changed.has('adjusting') && this.adjusting))
      this.#tools.focusHandle(this.renderRoot);
    this.#movesFocus = false;
  }

  protected override render(): TemplateResult {
    const { width, height } = this.#size ?? { width: 4, height: 3 };
    const { active } = this.#tools;
    return html`
      <div
        class=${classMap({ frame: true, [active ?? 'idle']: true, zoomed: this.zoom.scale > 1 })}
        part="frame"
        .style=${toStyleText({ '--ratio': String(width / height) })}
        tabindex=${active === 'drawing' ? '0' : nothing}
        role=${active ? 'application' : nothing}
        aria-label=${active ? this.messages.photo[`${active}Keys`] : nothing}
        @pointerdown=${this.#handlePointer}
        @pointermove=${this.#handlePointer}
        @pointerup=${this.#handlePointer}
        @pointercancel=${() => this.#tools.abortDrag()}
        @keydown=${this.#handleKey}
      >
        <div class="content" .style=${toStyleText(toPosition(this.zoom))}>${this.#renderImage()} ${this.#renderMarks()}</div>
      </div>
      ${this.thumbnail ? nothing : this.#renderTools()}
    `;
  }

  #renderImage(): TemplateResult | typeof nothing {
    return renderPhotoImage({
      // A removed element is updated too, but nothing would revoke its URL.
      src: this.isConnected ? this.#url.get(this.photo) : undefined,
      name: this.name,
      isThumbnail: this.thumbnail,
      hasFailed: this.hasFailed,
      messages: this.messages.photo,
      onLoad: (size) => {
        this.naturalSize = size;
      },
      onError: () => {
        this.hasFailed = this.isConnected;
      },
    });
  }

  #renderMarks(): TemplateResult | typeof nothing {
    const size = this.#size;
    if (!size) return nothing;
    const marks = this.#listMarks();
    if (this.thumbnail) return renderThumbnailOutlines(size, marks);
    const { names, selected } = this;
    const { photo } = this.messages;
    const unfinished = this.#tools.renderOutline();
    const select = (damageId: string) => this.#select(damageId);
    return html`
      ${renderOutlineButtons({ size, marks, names, selected, select, label: photo.marks, unfinished })}
      ${renderMarkLabels({ marks, names, selected })} ${this.#tools.renderHandles(photo)}
    `;
  }

  /** Leaves out the adjusted outline, which is drawn with its changes. */
  #listMarks(): Mark[] {
    const hidden = this.#tools.active === 'adjusting' ? this.adjusting : undefined;
    return createMarks(
      this.views.filter(({ id }) => id !== hidden),
      this.damages,
    );
  }

  #renderTools(): TemplateResult {
    const { photo } = this.messages;
    if (this.#tools.active) return this.#tools.renderButtons(photo);
    return renderZoomTools(this.zoom, photo, (zoom) => {
      this.zoom = zoom;
    });
  }

  #select(damageId: string): void {
    this.selected = this.selected === damageId ? undefined : damageId;
    this.emit<DamageSelectDetail>('damage-select', { damageId: this.selected });
  }

  #handlePointer(event: PointerEvent): void {
    const content = this.renderRoot.querySelector('.content')?.getBoundingClientRect();
    const at = toPhotoPoint(event, content, this.#size);
    const reach = getReach(content, this.#size);
    const isCaptured = this.#tools.handlePointer(event, at, reach);
    // With capture, dragging the mouse over a button goes on, as with touch. Synthetic events have no pointer to capture.
    if (isCaptured && event.isTrusted) this.#frame?.setPointerCapture(event.pointerId);
  }

  #handleKey(event: KeyboardEvent): void {
    if (!this.#tools.handleKey(event)) return;
    this.#movesFocus = this.#tools.active === 'adjusting';
    event.preventDefault();
    event.stopPropagation(); // Escape cancels the drawing, but does not close a dialog around it
  }

  #placeLabels(): void {
    if (this.#frame && this.#size && !this.thumbnail)
      placeMarkLabels(this.#frame, this.#listMarks(), this.#size);
  }

  get #frame(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.frame');
  }

  get #size(): Size | undefined {
    if (this.width && this.height) return { width: this.width, height: this.height };
    return this.naturalSize;
  }
}
