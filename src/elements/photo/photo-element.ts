import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';

import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import type { DrawingTool, DrawnView, Point, Size } from './drawing.ts';
import { DrawingSession } from './drawing-session.ts';
import { drawingTools } from './drawing-tools.ts';
import { Gestures } from './gestures.ts';
import { markLabels } from './mark-labels.ts';
import { markButtons, markPicture } from './mark-outlines.ts';
import { marksOf, type PhotoDamage, type PhotoView } from './marks.ts';
import { photoStyles } from './photo-styles.ts';
import { PhotoUrl } from './photo-url.ts';
import { spreadLabels } from './spread-labels.ts';
import { styleText } from './style-text.ts';
import { MOST_ZOOM, movedBy, UNZOOMED, type Zoom, zoomedAt } from './zoom.ts';

export interface DamageSelectDetail {
  /** Undefined when the one that was chosen is let go of. */
  damageId: string | undefined;
}

/**
 * A photo with what is seen on it. Outlines are chosen by pointer or keyboard (`damage-select`); with `drawing` set,
 * new ones are drawn (`view-drawn`, `draw-cancel`).
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

  /** The picture, or its address. */
  declare photo: Blob | string | undefined;
  /** Of the photo, for those who can not see it. */
  declare name: string;
  /** Of the upright photo in pixels; without them those of the picture are taken, once it has loaded. */
  declare width: number | undefined;
  declare height: number | undefined;
  declare views: readonly PhotoView[];
  declare damages: readonly PhotoDamage[];
  /** Id of the damage that is chosen. */
  declare selected: string | undefined;
  declare drawing: DrawingTool | undefined;
  /** `width`: as wide as its place. `contain`: as large as fits into a place that has a height. */
  declare fit: 'width' | 'contain';
  /** To be seen, not to be touched. */
  declare thumbnail: boolean;
  declare protected zoom: Zoom;
  declare protected naturalSize: Size | undefined;
  declare protected hasFailed: boolean;

  readonly #url = new PhotoUrl();
  readonly #session = new DrawingSession(this, {
    drawn: (view) => this.tell<DrawnView>('view-drawn', view),
    cancelled: () => this.tell('draw-cancel', undefined),
  });
  /** In jsdom there is none, and nothing to lay out. */
  readonly #resized =
    typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.#spread());

  constructor() {
    super();
    this.name = '';
    this.views = [];
    this.damages = [];
    this.fit = 'width';
    this.thumbnail = false;
    this.zoom = UNZOOMED;
    this.hasFailed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate(); // its picture was let go of
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#url.release();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('photo')) {
      this.hasFailed = false;
      this.naturalSize = undefined;
      this.zoom = UNZOOMED;
    }
    this.#session.use(this.drawing, this.#size);
  }

  protected override firstUpdated(): void {
    const frame = this.#frame;
    if (!frame || this.thumbnail) return;
    this.#resized?.observe(frame);
    new Gestures(frame, {
      move: (by) => {
        if (!this.drawing) this.zoom = movedBy(this.zoom, by);
      },
      zoom: (factor, at) => {
        this.zoom = zoomedAt(this.zoom, factor, at);
      },
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#spread();
    if (changed.has('drawing') && this.drawing) this.#frame?.focus();
  }

  protected override render(): TemplateResult {
    const { width, height } = this.#size ?? { width: 4, height: 3 };
    const { scale, x, y } = this.zoom;
    const isDrawing = this.#session.drawing !== undefined;
    const share = (value: number) => `${value * 100}%`;
    const place = { width: share(scale), height: share(scale), left: share(x), top: share(y) };
    return html`
      <div
        class=${classMap({ frame: true, drawing: isDrawing, zoomed: scale > 1 })}
        part="frame"
        .style=${styleText({ '--ratio': String(width / height) })}
        tabindex=${isDrawing ? '0' : nothing}
        role=${isDrawing ? 'application' : nothing}
        aria-label=${isDrawing ? this.words.photo.drawingKeys : nothing}
        @pointerdown=${this.#pointer('pointerDown')}
        @pointermove=${this.#pointer('pointerMove')}
        @pointerup=${this.#pointer('pointerUp')}
        @keydown=${this.#key}
      >
        <div class="content" .style=${styleText(place)}>${this.#picture()} ${this.#marks()}</div>
      </div>
      ${this.thumbnail ? nothing : this.#tools()}
    `;
  }

  #picture(): TemplateResult {
    // An element that was removed is updated all the same; nobody would let go of what it took.
    const src = this.isConnected ? this.#url.of(this.photo) : undefined;
    if (this.hasFailed) return html`<p class="missing">${this.words.photo.notShown}</p>`;
    if (!src) return html``;
    return html`<img
      part="image"
      src=${src}
      alt=${this.thumbnail ? '' : this.words.photo.photo(this.name)}
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

  #marks(): TemplateResult | typeof nothing {
    const size = this.#size;
    if (!size) return nothing;
    const marks = marksOf(this.views, this.damages);
    if (this.thumbnail) return markPicture(size, marks);
    const { names, selected } = this;
    const choose = (damageId: string) => this.#choose(damageId);
    return html`
      ${markButtons({ size, marks, names, selected, choose, label: this.words.photo.marks, drawing: this.#session.drawing })}
      ${markLabels({ size, marks, names, selected })}
    `;
  }

  #tools(): TemplateResult {
    if (this.#session.drawing) return drawingTools(this.#session, this.words.photo);
    const { zoomIn, zoomOut } = this.words.photo;
    const { scale } = this.zoom;
    const zoomBy = (factor: number) => () => {
      this.zoom = zoomedAt(this.zoom, factor);
    };
    return html`<div class="tools" part="tools">
      <button type="button" aria-label=${zoomOut} ?disabled=${scale <= 1} @click=${zoomBy(1 / 1.6)}>−</button>
      <button type="button" aria-label=${zoomIn} ?disabled=${scale >= MOST_ZOOM} @click=${zoomBy(1.6)}>+</button>
    </div>`;
  }

  #choose(damageId: string): void {
    this.selected = this.selected === damageId ? undefined : damageId;
    this.tell<DamageSelectDetail>('damage-select', { damageId: this.selected });
  }

  #pointer(kind: 'pointerDown' | 'pointerMove' | 'pointerUp') {
    return (event: PointerEvent) => {
      if (!this.#session.drawing || !event.isPrimary) return;
      // A mouse that is dragged over a button still draws, as a finger does. A script's event has no pointer to hold.
      if (kind === 'pointerDown' && event.isTrusted) this.#frame?.setPointerCapture(event.pointerId);
      this.#session[kind](this.#pointOf(event));
    };
  }

  #key(event: KeyboardEvent): void {
    if (!this.#session.key(event)) return;
    event.preventDefault();
    event.stopPropagation(); // an Escape ends the drawing, and not the dialog around it
  }

  /** In pixels of the photo. */
  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const content = this.renderRoot.querySelector('.content')?.getBoundingClientRect();
    const size = this.#size;
    if (!content || !size) return [0, 0];
    return [
      ((clientX - content.left) / content.width) * size.width,
      ((clientY - content.top) / content.height) * size.height,
    ];
  }

  #spread(): void {
    if (this.#frame) spreadLabels(this.#frame);
  }

  get #frame(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.frame');
  }

  get #size(): Size | undefined {
    if (this.width && this.height) return { width: this.width, height: this.height };
    return this.naturalSize;
  }
}
