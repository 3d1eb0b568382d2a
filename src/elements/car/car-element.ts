import { html, nothing, type PropertyDeclarations, svg, type TemplateResult } from 'lit';
import { CAR_DIAGRAM, type DiagramPart, getPartViewpoint } from '../../domain/car-diagram/car-diagram.ts';
import type { PartType, Viewpoint } from '../../domain/enums.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import {
  type CarDamage,
  type CarOrientation,
  type DamagedDiagramPart,
  findNeighbour,
  getTransform,
  getViewBox,
  groupByDiagramPart,
  placePoint,
} from './car-layout.ts';
import { carStyles } from './car-styles.ts';

/** Detail of `part-select`. */
export interface PartSelectDetail {
  partType: PartType;
  /** The viewpoint from which the part is best seen. Undefined for the roof. */
  viewpoint: Viewpoint | undefined;
}

/**
 * `<kerbside-car>`: a drawing of a car. It shows damages by place and severity. With `choosing` set, the user selects any
 * part by tap or keyboard; otherwise only parts with damages.
 *
 * @fires part-select - `CustomEvent<PartSelectDetail>`: the user selects a part.
 *
 * @cssprop [--kerbside-severity-1] - Fill of parts with minor damage.
 * @cssprop [--kerbside-severity-2] - Fill of parts with moderate damage.
 * @cssprop [--kerbside-severity-3] - Fill of parts with severe damage.
 * @cssprop [--kerbside-surface] - Fill of other parts.
 * @cssprop [--kerbside-sunken] - Fill of windows and wheels.
 * @cssprop [--kerbside-quiet] - Lines.
 * @cssprop [--kerbside-accent] - The selected part and focus outlines.
 * @csspart drawing - The `<svg>`.
 * @csspart part - The outline of a part; the selected one is also `part-selected`.
 * @csspart mark - The number of damages on a part.
 * @csspart caption - The name of the part under the pointer or focus.
 *
 * @example
 * const car = document.createElement('kerbside-car');
 * car.choosing = true;
 * car.addEventListener('part-select', ({ detail }) => showPart(detail.partType, detail.viewpoint));
 */
export class KerbsideCar extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, carStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    damages: { attribute: false },
    selected: {},
    choosing: { type: Boolean, reflect: true },
    orientation: { reflect: true },
    unseen: { attribute: false },
    pointed: { state: true },
    focused: { state: true },
  };

  /**
   * The damages to show.
   *
   * @default []
   */
  declare damages: readonly CarDamage[];
  /** The selected part. Attribute: `selected`. */
  declare selected: PartType | undefined;
  /**
   * The user can select any part. Attribute: `choosing`.
   *
   * @default false
   */
  declare choosing: boolean;
  /**
   * `portrait`: the front is up. `landscape`: the front is on the left. Attribute: `orientation`.
   *
   * @default 'portrait'
   */
  declare orientation: CarOrientation;
  /**
   * Sides that no photo shows. Their parts are hatched.
   *
   * @default []
   */
  declare unseen: readonly Viewpoint[];
  /** The part under the pointer. */
  declare protected pointed: PartType | undefined;
  /** The part with the focus, or the last that had it. */
  declare protected focused: PartType | undefined;

  protected override setDefaults(): void {
    this.damages ??= [];
    this.choosing ??= false;
    this.orientation ??= 'portrait';
    this.unseen ??= [];
  }

  protected override render(): TemplateResult {
    const { orientation, choosing } = this;
    const { parts: damaged, unplaced } = groupByDiagramPart(this.damages);
    const isInteractive = choosing || damaged.size > 0;
    return html`<svg
        part="drawing"
        viewBox=${getViewBox(orientation)}
        role=${choosing ? 'listbox' : isInteractive ? 'group' : 'img'}
        aria-label=${this.#describeDrawing(damaged)}
        @keydown=${this.#handleKey}
        @pointerleave=${() => {
          this.pointed = undefined;
        }}
      >
        ${this.unseen.length > 0 ? HATCHING : nothing}
        <g transform=${getTransform(orientation)}>
          ${CAR_DIAGRAM.parts.map((part) => this.#renderPart(part, damaged.get(part.partType)))}
        </g>
        ${[...damaged.values()].map((one) => this.#renderMark(one))}
      </svg>
      ${isInteractive ? this.#renderCaption(damaged, unplaced) : this.#renderUnseenCaption()}`;
  }

  /** Without damages and photos of all sides, a number would look like a result. */
  #describeDrawing(damaged: Map<PartType, DamagedDiagramPart>): string {
    const { car } = this.messages;
    if (this.choosing) return car.choose;
    const unseen = this.unseen.length > 0 ? [car.unseen(this.unseen.length)] : [];
    const damages = damaged.size > 0 || unseen.length === 0 ? [car.damages(this.damages.length)] : [];
    return [...damages, ...unseen].join(', ');
  }

  #isUnseen(partType: PartType): boolean {
    const viewpoint = getPartViewpoint(partType);
    return viewpoint !== undefined && this.unseen.includes(viewpoint);
  }

  #renderUnseenCaption(): TemplateResult | typeof nothing {
    if (this.unseen.length === 0) return nothing;
    return html`<p part="caption" aria-hidden="true">${this.#renderUnseenLegend()}</p>`;
  }

  #renderUnseenLegend(): TemplateResult {
    return html`<span class="level hatched">${this.messages.car.notPhotographed}</span>`;
  }

  #renderPart(part: DiagramPart, damaged: DamagedDiagramPart | undefined): TemplateResult {
    const { partType, path } = part;
    const isSelected = partType === this.selected;
    const canSelect = this.choosing || damaged !== undefined;
    const role = this.choosing ? 'option' : 'button';
    return svg`<path
      d=${path}
      part=${isSelected ? 'part part-selected' : 'part'}
      class=${this.#isUnseen(partType) && !damaged ? 'unseen' : getMaterial(partType)}
      data-part=${partType}
      data-level=${damaged ? (damaged.level ?? 'unknown') : nothing}
      role=${canSelect ? role : nothing}
      tabindex=${canSelect ? (this.#isTabStop(partType) ? '0' : '-1') : nothing}
      aria-label=${canSelect ? this.#describe(partType, damaged) : nothing}
      aria-hidden=${canSelect ? nothing : 'true'}
      aria-selected=${this.choosing ? String(isSelected) : nothing}
      aria-pressed=${!this.choosing && canSelect ? String(isSelected) : nothing}
      @click=${canSelect ? () => this.#select(part) : nothing}
      @pointerenter=${() => {
        this.pointed = canSelect ? partType : undefined;
      }}
      @focus=${canSelect ? () => this.#handleFocus(partType) : nothing}
    ></path>`;
  }

  #renderMark({ part, count, level }: DamagedDiagramPart): TemplateResult {
    const [x, y] = placePoint(part.center, this.orientation);
    return svg`<g class="mark" part="mark" data-level=${level ?? 'unknown'} aria-hidden="true">
      <circle cx=${x} cy=${y} r="12"></circle><text x=${x} y=${y}>${count}</text>
    </g>`;
  }

  #renderCaption(damaged: Map<PartType, DamagedDiagramPart>, unplaced: number): TemplateResult {
    const part = this.pointed ?? this.focused ?? this.selected;
    const text = part
      ? this.#describe(part, damaged.get(part))
      : this.choosing
        ? this.messages.car.hint
        : unplaced > 0
          ? this.messages.car.unplaced(unplaced)
          : '';
    return html`<p part="caption" aria-hidden="true">${text || this.#renderLegend(damaged)}</p>`;
  }

  /** Explains the colours that are used. */
  #renderLegend(damaged: Map<PartType, DamagedDiagramPart>): TemplateResult[] {
    const used = new Set([...damaged.values()].map(({ level }) => level));
    const levels = ([1, 2, 3] as const)
      .filter((level) => used.has(level))
      .map((level) => html`<span class="level" data-level=${level}>${this.names.severity(level)}</span>`);
    return this.unseen.length > 0 ? [...levels, this.#renderUnseenLegend()] : levels;
  }

  #describe(partType: PartType, damaged: DamagedDiagramPart | undefined): string {
    const { names, messages } = this;
    if (!damaged) return names.part(partType);
    const severity = damaged.level && names.severity(damaged.level);
    return [names.part(partType), messages.car.damages(damaged.count), severity].filter(Boolean).join(', ');
  }

  /** Parts that cannot be selected have no such listener: in Chromium, it would make them focusable. */
  #handleFocus(partType: PartType): void {
    this.focused = partType;
  }

  /** In a listbox, Tab stops once: at the part that had the focus last, else the selected one, else the first. */
  #isTabStop(partType: PartType): boolean {
    if (!this.choosing) return true;
    return partType === (this.focused ?? this.selected ?? CAR_DIAGRAM.parts[0]?.partType);
  }

  #select({ partType }: DiagramPart): void {
    this.selected = partType;
    this.emit<PartSelectDetail>('part-select', { partType, viewpoint: getPartViewpoint(partType) });
  }

  #handleKey(event: KeyboardEvent): void {
    const target = event.target as SVGElement;
    const part = CAR_DIAGRAM.parts.find(({ partType }) => partType === target.dataset.part);
    if (!part) return;
    if (event.key === 'Enter' || event.key === ' ') this.#select(part);
    else {
      const { parts: damaged } = groupByDiagramPart(this.damages);
      const reachable = CAR_DIAGRAM.parts.filter(({ partType }) => this.choosing || damaged.has(partType));
      const next = findNeighbour(part, event.key, reachable, this.orientation);
      if (!next) return;
      this.renderRoot.querySelector<SVGElement>(`[data-part="${next.partType}"]`)?.focus();
    }
    event.preventDefault();
    event.stopPropagation(); // arrow keys of a dialog around it do something else
  }
}

/** Of sides that no photo shows. A colour alone would look like a severity. */
const HATCHING = svg`<defs>
  <pattern id="unseen" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="gap" width="7" height="7"></rect><rect class="stripe" width="2.2" height="7"></rect>
  </pattern>
</defs>`;

function getMaterial(partType: PartType): string {
  if (partType.includes('window') || partType.includes('windshield')) return 'glass';
  if (partType.startsWith('wheel')) return 'tyre';
  return 'panel';
}
