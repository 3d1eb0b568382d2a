import { html, nothing, type PropertyDeclarations, svg, type TemplateResult } from 'lit';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import {
  CAR_FROM_ABOVE,
  findNextSide,
  type RingDamage,
  SEGMENTS,
  type Segment,
  type SideState,
} from './ring-layout.ts';
import { ringStyles } from './ring-styles.ts';

/** Detail of `side-select`. */
export interface SideSelectDetail {
  viewpoint: Viewpoint;
}

/**
 * `<kerbside-ring>`: a car from above with a ring of its eight sides. The ring fills as sides are covered; missing and poor
 * ones stay visible, and damages that were found are counted at their side.
 *
 * @fires side-select - `CustomEvent<SideSelectDetail>`: the user selects a side.
 *
 * @cssprop [--kerbside-accent] - Good sides.
 * @cssprop [--kerbside-on-accent] - Signs on good sides.
 * @cssprop [--kerbside-warn] - Signs on poor sides.
 * @cssprop [--kerbside-warn-soft] - Poor sides.
 * @cssprop [--kerbside-quiet] - Lines.
 * @cssprop [--kerbside-sunken] - Missing sides and windows.
 * @cssprop [--kerbside-surface] - The car.
 * @csspart drawing - The `<svg>`.
 * @csspart side - A segment of the ring.
 * @csspart summary - How many sides are covered.
 * @csspart damages - The list of damages.
 *
 * @example
 * const ring = document.createElement('kerbside-ring');
 * ring.sides = { front: 'good', left: 'poor' };
 * ring.addEventListener('side-select', ({ detail }) => takePhoto(detail.viewpoint));
 */
export class KerbsideRing extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, ringStyles];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    sides: { attribute: false },
    damages: { attribute: false },
    current: {},
    locked: { type: Boolean, reflect: true },
    compact: { type: Boolean, reflect: true },
    focused: { state: true },
  };

  /**
   * How well each side is covered. Absent: missing.
   *
   * @default {}
   */
  declare sides: Readonly<Partial<Record<Viewpoint, SideState>>>;
  /**
   * The damages found so far.
   *
   * @default []
   */
  declare damages: readonly RingDamage[];
  /** The side that the camera shows. Attribute: `current`. */
  declare current: Viewpoint | undefined;
  /**
   * Shows the sides, without selecting one. Attribute: `locked`.
   *
   * @default false
   */
  declare locked: boolean;
  /**
   * Shows the drawing only, without texts. Attribute: `compact`.
   *
   * @default false
   */
  declare compact: boolean;
  /** The side that had the focus last. */
  declare protected focused: Viewpoint | undefined;

  protected override setDefaults(): void {
    this.sides ??= {};
    this.damages ??= [];
    this.locked ??= false;
    this.compact ??= false;
  }

  protected override render(): TemplateResult {
    const { messages, locked } = this;
    const covered = VIEWPOINTS.filter((side) => this.#getState(side) !== 'missing').length;
    const summary = messages.ring.summary(covered, VIEWPOINTS.length, this.damages.length);
    return html`<svg
        part="drawing"
        viewBox="-166 -166 332 332"
        role=${locked ? 'img' : 'group'}
        aria-label=${locked ? this.#describeAll(summary) : messages.ring.sides}
        @keydown=${this.#handleKey}
      >
        <g class="car" aria-hidden="true">
          <path d=${CAR_FROM_ABOVE.mirrors}></path>
          <path d=${CAR_FROM_ABOVE.body}></path>
          <path class="glass" d=${CAR_FROM_ABOVE.glass}></path>
          <path class="glass" d=${CAR_FROM_ABOVE.lamps}></path>
        </g>
        ${SEGMENTS.map((segment) => this.#renderSegment(segment))}
      </svg>
      ${
        this.compact
          ? nothing
          : html`<p part="summary" role="status">${summary}</p>
            ${this.damages.length > 0 ? this.#renderDamages() : nothing}`
      }`;
  }

  #renderSegment({ viewpoint, path, x, y }: Segment): TemplateResult {
    const { locked, current } = this;
    const state = this.#getState(viewpoint);
    const count = this.#countDamages(viewpoint);
    const sign = count > 0 ? count : { good: '✓', poor: '!', missing: '' }[state];
    return svg`<g
      class="side"
      part="side"
      data-side=${viewpoint}
      data-state=${state}
      data-damaged=${count > 0 ? 'true' : nothing}
      role=${locked ? nothing : 'button'}
      tabindex=${locked ? nothing : viewpoint === (this.focused ?? current ?? 'front') ? '0' : '-1'}
      aria-label=${locked ? nothing : this.#describe(viewpoint)}
      aria-current=${!locked && viewpoint === current ? 'true' : nothing}
      ?data-current=${viewpoint === current}
      @click=${locked ? nothing : () => this.#select(viewpoint)}
      @focus=${
        locked
          ? nothing
          : () => {
              this.focused = viewpoint;
            }
      }
    >
      <path d=${path}></path>
      ${count > 0 ? svg`<circle cx=${x} cy=${y} r="15"></circle>` : nothing}
      <text x=${x} y=${y} aria-hidden="true">${sign}</text>
    </g>`;
  }

  #renderDamages(): TemplateResult {
    const { messages } = this;
    return html`<ul part="damages" aria-label=${messages.ring.found}>
      ${this.damages.map(
        ({ viewpoint, text }) => html`<li><b>${messages.capture.viewpoints[viewpoint]}</b> ${text}</li>`,
      )}
    </ul>`;
  }

  #getState(viewpoint: Viewpoint): SideState {
    return this.sides[viewpoint] ?? 'missing';
  }

  #countDamages(side: Viewpoint): number {
    return this.damages.filter(({ viewpoint }) => viewpoint === side).length;
  }

  #describe(viewpoint: Viewpoint): string {
    const { messages } = this;
    const count = this.#countDamages(viewpoint);
    const { states, side: describe } = messages.ring;
    const side = describe(messages.capture.viewpoints[viewpoint], states[this.#getState(viewpoint)]);
    return count > 0 ? `${side}, ${messages.car.damages(count)}` : side;
  }

  #describeAll(summary: string): string {
    return `${summary}. ${VIEWPOINTS.map((side) => this.#describe(side)).join('. ')}`;
  }

  #select(viewpoint: Viewpoint): void {
    this.emit<SideSelectDetail>('side-select', { viewpoint });
  }

  #handleKey(event: KeyboardEvent): void {
    const side = (event.target as SVGElement).dataset.side as Viewpoint | undefined;
    if (!side) return;
    const next = findNextSide(side, event.key);
    if (next) this.renderRoot.querySelector<SVGElement>(`[data-side="${next}"]`)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') this.#select(side);
    else return;
    event.preventDefault();
    event.stopPropagation(); // arrow keys of a dialog around it do something else
  }
}
