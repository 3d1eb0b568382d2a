import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { KerbsideElement } from '../kerbside-element.ts';
import { theme } from '../theme.ts';
import { addPoint, SIGNATURE_BOX, type StrokePoint, toPath } from './strokes.ts';

/** Detail of `sign`. */
export interface SignDetail {
  /** The typed name; never empty. */
  name: string;
  /** The strokes as an SVG path in a box of 600 × 200. Undefined if the user only typed the name. */
  path: string | undefined;
}

/**
 * `<kerbside-signature>`: a form with a name and a field to sign in, by pointer. The typed name alone signs too, for people
 * who use a keyboard or a screen reader. It suggests no names: those of earlier customers of a shared device.
 *
 * @fires sign - `CustomEvent<SignDetail>`: the user signs.
 *
 * @csspart name - The `<input>` of the name.
 * @csspart field - The field to sign in.
 * @csspart clear - The button that clears the field.
 * @csspart sign - The button that signs.
 *
 * @example
 * const signature = document.createElement('kerbside-signature');
 * signature.addEventListener('sign', ({ detail }) => comparisons.sign(inspectionId, detail));
 */
export class KerbsideSignature extends KerbsideElement {
  /** The styles of the element. CSS custom properties change them. */
  static override styles = [theme, signatureStyles()];
  static override properties: PropertyDeclarations = {
    ...KerbsideElement.properties,
    name: {},
    disabled: { type: Boolean, reflect: true },
    strokes: { state: true },
    isNameMissing: { state: true },
  };

  /**
   * The name in the field at first. Attribute: `name`.
   *
   * @default ''
   */
  declare name: string;
  /**
   * Disables signing. Attribute: `disabled`.
   *
   * @default false
   */
  declare disabled: boolean;
  declare protected strokes: StrokePoint[][];
  declare protected isNameMissing: boolean;
  /** Id of the pointer that draws. */
  #pointer: number | undefined;

  protected override setDefaults(): void {
    this.name ??= '';
    this.disabled ??= false;
    this.strokes ??= [];
    this.isNameMissing ??= false;
  }

  protected override render(): TemplateResult {
    const { signature } = this.messages;
    const { width, height } = SIGNATURE_BOX;
    return html`<form novalidate @submit=${this.#sign}>
      <label for="name">${signature.name}</label>
      <input
        id="name"
        part="name"
        autocomplete="off"
        maxlength="256"
        required
        .value=${this.name}
        ?disabled=${this.disabled}
        aria-invalid=${this.isNameMissing}
        aria-describedby="hint"
        @input=${this.#changeName}
      />
      <p id="hint" class=${this.isNameMissing ? 'missing' : 'hint'} role=${this.isNameMissing ? 'alert' : 'note'}>
        ${this.isNameMissing ? signature.nameMissing : signature.hint}
      </p>
      <svg
        part="field"
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${this.strokes.length > 0 ? signature.drawn : signature.empty}
        @pointerdown=${this.#start}
        @pointermove=${this.#draw}
      >
        <line x1="30" y1="160" x2=${width - 30} y2="160" />
        <path d=${toPath(this.strokes)} />
      </svg>
      <div class="buttons">
        <button part="sign" ?disabled=${this.disabled}>${signature.sign}</button>
        <button
          type="button"
          class="plain"
          part="clear"
          ?disabled=${this.disabled || this.strokes.length === 0}
          @click=${this.clear}
        >
          ${signature.clear}
        </button>
      </div>
    </form>`;
  }

  /** Removes the strokes. */
  readonly clear = (): void => {
    this.strokes = [];
  };

  #changeName({ currentTarget }: Event): void {
    this.name = (currentTarget as HTMLInputElement).value;
    this.isNameMissing = false;
  }

  #sign(event: SubmitEvent): void {
    event.preventDefault();
    const name = this.name.trim();
    this.isNameMissing = name === '';
    if (this.isNameMissing) this.renderRoot.querySelector('input')?.focus();
    else this.emit<SignDetail>('sign', { name, path: toPath(this.strokes) || undefined });
  }

  #start(event: PointerEvent): void {
    const field = event.currentTarget as Element;
    // A second finger, or the palm, does not draw.
    const isDrawing = this.#pointer !== undefined && field.hasPointerCapture(this.#pointer);
    if (this.disabled || isDrawing || event.button !== 0) return;
    this.#pointer = event.pointerId;
    field.setPointerCapture(event.pointerId);
    this.strokes = [...this.strokes, [this.#toPoint(event)]];
  }

  #draw(event: PointerEvent): void {
    const field = event.currentTarget as Element;
    if (event.pointerId !== this.#pointer || !field.hasPointerCapture(event.pointerId)) return;
    // Fast strokes have several points between two frames.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length > 0 ? events : [event])
      this.strokes = addPoint(this.strokes, this.#toPoint(one));
  }

  #toPoint({ clientX, clientY }: PointerEvent): StrokePoint {
    const field = this.renderRoot.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const { width, height } = SIGNATURE_BOX;
    const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));
    return [
      clamp(((clientX - field.left) / field.width) * width, width),
      clamp(((clientY - field.top) / field.height) * height, height),
    ];
  }
}

function signatureStyles() {
  return css`
    form {
      display: grid;
      gap: 6px;
      max-width: 36rem;
    }

    label {
      font-weight: 600;
    }

    input {
      min-height: 44px;
      padding: 8px 12px;
      border: 1px solid var(--_quiet);
      border-radius: 8px;
      background: var(--_surface);
      color: inherit;
      font: inherit;
    }

    p {
      color: var(--_quiet);
      font-size: 0.875rem;
    }

    .missing {
      color: var(--_danger);
    }

    svg {
      width: 100%;
      aspect-ratio: 3;
      border: 1px solid var(--_quiet);
      border-radius: var(--_radius);
      background: var(--_surface);
      touch-action: none;
      cursor: crosshair;
    }

    line {
      stroke: var(--_line);
      stroke-width: 2;
    }

    path {
      fill: none;
      stroke: var(--_ink);
      stroke-width: 3.5;
      stroke-linecap: round;
      stroke-linejoin: round;
    }

    .buttons {
      display: flex;
      gap: 8px;
      margin-top: 4px;
    }

    button.plain {
      background: none;
      color: var(--_accent);
    }
  `;
}
