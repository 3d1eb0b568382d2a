import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import type { DrawingTool, DrawnView, Point, Size } from './drawing.ts';
import { DrawingController } from './drawing-controller.ts';
import { Gestures } from './gestures.ts';
import { placeLabels, renderMarkLabels } from './mark-labels.ts';
import { renderOutlineButtons, renderThumbnailOutlines } from './mark-outlines.ts';
import { createMarks, type PhotoDamage, type PhotoView } from './marks.ts';
import { photoStyles } from './photo-styles.ts';
import { renderDrawingTools, renderZoomTools } from './photo-tools.ts';
import { PhotoUrl } from './photo-url.ts';
import { toStyleText } from './style-text.ts';
import { INITIAL_ZOOM, moveBy, type Zoom, zoomAt } from './zoom.ts';

/** Detail of `damage-select`. */
export interface DamageSelectDetail {
  /** Undefined if the user deselects the damage. */
  damageId: string | undefined;
}

/**
 * `<kerbside-photo>`: shows a photo with outlines of its damages. The user selects outlines by pointer or keyboard, zooms,
 * and, with `drawing` set, draws new outlines.
 *
 * @fires damage-select - `CustomEvent<DamageSelectDetail>`: the user selects or deselects a damage.
 * @fires view-drawn - `CustomEvent<DrawnView>`: the user completes an outline.
 * @fires draw-cancel - `CustomEvent<undefined>`: the user cancels a drawing.
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
 * @csspart drawing - The outline being drawn.
 * @csspart tools - The buttons for zooming or drawing.
 *
 * @example
 * const photo = document.createElement('kerbside-photo');
 * Object.assign(photo, { photo: blob, width: image.imageWidth, height: image.imageHeight, views, damages });
 * photo.drawing = 'box';
 * photo.addEventListener('view-drawn', ({ detail }) => kerbside.views.createOne(id, { imageId, damageId, ...detail }));
 */
export class KerbsidePhoto extends KerbsideElement {
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
  readonly #drawingController = new DrawingController(this, {
    onDrawn: (view) => this.emit<DrawnView>('view-drawn', view),
    onCancelled: () => this.emit('draw-cancel', undefined),
  });
  /** jsdom has no ResizeObserver, and no layout either. */
  readonly #resizeObserver =
    typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#placeLabels());

  constructor() {
    super();
    this.name = '';
    this.views = [];
    this.damages = [];
    this.fit = 'width';
    this.thumbnail = false;
    this.zoom = INITIAL_ZOOM;
    this.hasFailed = false;
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
    if (changed.has('photo')) {
      this.hasFailed = false;
      this.naturalSize = undefined;
      this.zoom = INITIAL_ZOOM;
    }
    this.#drawingController.selectTool(this.drawing, this.#size);
  }

  protected override firstUpdated(): void {
    const frame = this.#frame;
    if (!frame || this.thumbnail) return;
    this.#resizeObserver?.observe(frame);
    new Gestures(frame, {
      move: (by) => {
        if (!this.drawing) this.zoom = moveBy(this.zoom, by);
      },
      zoom: (factor, at) => {
        this.zoom = zoomAt(this.zoom, factor, at);
      },
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#placeLabels();
    if (changed.has('drawing') && this.drawing) this.#frame?.focus();
  }

  protected override render(): TemplateResult {
    const { width, height } = this.#size ?? { width: 4, height: 3 };
    const { scale, x, y } = this.zoom;
    const isDrawing = this.#drawingController.drawing !== undefined;
    const toPercent = (value: number) => `${value * 100}%`;
    const size = toPercent(scale);
    const position = { width: size, height: size, left: toPercent(x), top: toPercent(y) };
    return html`
      <div
        class=${classMap({ frame: true, drawing: isDrawing, zoomed: scale > 1 })}
        part="frame"
        .style=${toStyleText({ '--ratio': String(width / height) })}
        tabindex=${isDrawing ? '0' : nothing}
        role=${isDrawing ? 'application' : nothing}
        aria-label=${isDrawing ? this.messages.photo.drawingKeys : nothing}
        @pointerdown=${this.#handlePointer('pointerDown')}
        @pointermove=${this.#handlePointer('pointerMove')}
        @pointerup=${this.#handlePointer('pointerUp')}
        @keydown=${this.#handleKey}
      >
        <div class="content" .style=${toStyleText(position)}>${this.#renderImage()} ${this.#renderMarks()}</div>
      </div>
      ${this.thumbnail ? nothing : this.#renderTools()}
    `;
  }

  #renderImage(): TemplateResult {
    // A removed element is updated too, but nothing would revoke its URL.
    const src = this.isConnected ? this.#url.get(this.photo) : undefined;
    if (this.hasFailed) return html`<p class="missing">${this.messages.photo.notShown}</p>`;
    if (!src) return html``;
    return html`<img
      part="image"
      src=${src}
      alt=${this.thumbnail ? '' : this.messages.photo.photo(this.name)}
      draggable="false"
      @load=${({ currentTarget }: Event) => {
        const { naturalWidth, naturalHeight } = currentTarget as HTMLImageElement;
        this.naturalSize = { width: naturalWidth, height: naturalHeight };
      }}
      @error=${() => {
        this.hasFailed = this.isConnected;
      }}
    />`;
  }

  #renderMarks(): TemplateResult | typeof nothing {
    const size = this.#size;
    if (!size) return nothing;
    const marks = createMarks(this.views, this.damages);
    if (this.thumbnail) return renderThumbnailOutlines(size, marks);
    const { names, selected } = this;
    const select = (damageId: string) => this.#select(damageId);
    return html`
      ${renderOutlineButtons({ size, marks, names, selected, select, label: this.messages.photo.marks, drawing: this.#drawingController.drawing })}
      ${renderMarkLabels({ size, marks, names, selected })}
    `;
  }

  #renderTools(): TemplateResult {
    const { photo } = this.messages;
    if (this.#drawingController.drawing) return renderDrawingTools(this.#drawingController, photo);
    return renderZoomTools(this.zoom, photo, (zoom) => {
      this.zoom = zoom;
    });
  }

  #select(damageId: string): void {
    this.selected = this.selected === damageId ? undefined : damageId;
    this.emit<DamageSelectDetail>('damage-select', { damageId: this.selected });
  }

  #handlePointer(kind: 'pointerDown' | 'pointerMove' | 'pointerUp') {
    return (event: PointerEvent) => {
      if (!this.#drawingController.drawing || !event.isPrimary) return;
      // With capture, dragging the mouse over a button keeps drawing, as with touch. Synthetic events have no pointer to capture.
      if (kind === 'pointerDown' && event.isTrusted) this.#frame?.setPointerCapture(event.pointerId);
      this.#drawingController[kind](this.#toPhotoPoint(event));
    };
  }

  #handleKey(event: KeyboardEvent): void {
    if (!this.#drawingController.handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation(); // Escape cancels the drawing, but does not close a dialog around it
  }

  /** Returns the position of a pointer in pixels of the photo. */
  #toPhotoPoint({ clientX, clientY }: PointerEvent): Point {
    const content = this.renderRoot.querySelector('.content')?.getBoundingClientRect();
    const size = this.#size;
    if (!content || !size) return [0, 0];
    return [
      ((clientX - content.left) / content.width) * size.width,
      ((clientY - content.top) / content.height) * size.height,
    ];
  }

  #placeLabels(): void {
    if (this.#frame) placeLabels(this.#frame);
  }

  get #frame(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.frame');
  }

  get #size(): Size | undefined {
    if (this.width && this.height) return { width: this.width, height: this.height };
    return this.naturalSize;
  }
}
