import type { Homography, Image, View } from 'kerbside';
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  svg,
  type TemplateResult,
} from 'lit';
import { styleMap } from 'lit/directives/style-map.js';

/** A photo with the outlines of its damages. */
export interface SliderPhoto {
  image: Image;
  photo: Blob;
  views: readonly View[];
  /** Of the whole photo, for screen readers. */
  title: string;
}

/** Shows the earlier photo over the later one, up to a line that the user moves. */
export class PhotoSlider extends LitElement {
  static override properties: PropertyDeclarations = {
    earlier: { attribute: false },
    later: { attribute: false },
    mapping: { attribute: false },
    label: {},
    start: { type: Number },
    position: { state: true },
    side: { state: true },
  };

  declare earlier: SliderPhoto;
  declare later: SliderPhoto;
  /** From the earlier photo to the later one. Without it, the photos lie over each other as they are. */
  declare mapping: Homography | undefined;
  /** Names the slider. */
  declare label: string;
  /** Where the line is until the user moves it, 0 to 100. */
  declare start: number;
  /** 0 to 100: left of it is the earlier photo. */
  declare protected position: number;
  /** The longer side of the later photo on the page, in CSS pixels. */
  declare protected side: number;
  readonly #urls = new Map<Blob, string>();
  readonly #observer = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    this.side = Math.max(width, height);
  });

  constructor() {
    super();
    this.start = 50;
    this.position = 50;
    this.side = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('start')) this.position = this.start;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
    for (const url of this.#urls.values()) URL.revokeObjectURL(url);
    this.#urls.clear();
  }

  protected override firstUpdated(): void {
    const frame = this.querySelector('.slider-frame');
    if (frame) this.#observer.observe(frame);
  }

  protected override render(): TemplateResult {
    const { earlier, later, position, label } = this;
    const { imageWidth, imageHeight } = later.image;
    return html`<div class="slider-frame" style=${styleMap({ aspectRatio: `${imageWidth} / ${imageHeight}` })}>
        ${this.#renderPhoto(later, 'now')}
        <div class="slider-then" style=${styleMap({ clipPath: `inset(0 ${100 - position}% 0 0)` })}>
          <div class="slider-mapped" style=${styleMap(this.#getTransform())}>
            ${this.#renderPhoto(earlier, 'then')}
          </div>
        </div>
        <span class="slider-line" style=${styleMap({ left: `${position}%` })}></span>
      </div>
      <input
        type="range"
        min="0"
        max="100"
        aria-label=${label}
        .value=${String(position)}
        @input=${({ currentTarget }: Event) => {
          this.position = Number((currentTarget as HTMLInputElement).value);
        }}
      />`;
  }

  #renderPhoto({ image, photo, views, title }: SliderPhoto, moment: 'then' | 'now'): TemplateResult {
    const { imageWidth, imageHeight } = image;
    const outlines = views.map(({ polygons, boundingBox: { xmin, ymin, width, height } }) =>
      polygons.length > 0
        ? polygons.map((ring) => svg`<polygon points=${ring.map((point) => point.join()).join(' ')} />`)
        : svg`<rect x=${xmin} y=${ymin} width=${width} height=${height} />`,
    );
    return html`<img src=${this.#getUrl(photo)} alt=${title} />
      ${
        views.length > 0
          ? html`<svg class=${moment} viewBox="0 0 ${imageWidth} ${imageHeight}" aria-hidden="true">${outlines}</svg>`
          : nothing
      }`;
  }

  #getUrl(photo: Blob): string {
    const url = this.#urls.get(photo) ?? URL.createObjectURL(photo);
    this.#urls.set(photo, url);
    return url;
  }

  /** Mappings are in fractions of the longer sides: the earlier photo is laid out with the same longer side, then mapped. */
  #getTransform(): Record<string, string> {
    const { mapping, side, earlier } = this;
    const { imageWidth, imageHeight } = earlier.image;
    if (!mapping || side === 0) return { width: '100%', height: '100%' };
    const [a, b, c, d, e, f, g, h] = mapping;
    const longer = Math.max(imageWidth, imageHeight);
    const matrix = [a, d, 0, g / side, b, e, 0, h / side, 0, 0, 1, 0, c * side, f * side, 0, 1];
    return {
      width: `${(imageWidth / longer) * side}px`,
      height: `${(imageHeight / longer) * side}px`,
      transform: `matrix3d(${matrix.join()})`,
    };
  }
}
