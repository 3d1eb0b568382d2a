import { KerbsideCapture } from './capture/capture-element.ts';
import type { PhotoTakenDetail } from './capture/shot.ts';
import { KerbsideCar, type PartSelectDetail } from './car/car-element.ts';
import type { DrawnView } from './photo/drawing.ts';
import { KerbsidePhoto } from './photo/photo-element.ts';
import type { DamageSelectDetail, ViewAdjustedDetail } from './photo/photo-events.ts';
import { KerbsideRing, type SideSelectDetail } from './ring/ring-element.ts';
import { KerbsideSignature, type SignDetail } from './signature/signature-element.ts';
import { type ExportDetail, KerbsideSync, type SignInDetail } from './sync/sync-element.ts';
import { KerbsideWalk, type WalkDoneDetail } from './walk/walk-element.ts';

const ELEMENTS = {
  'kerbside-photo': KerbsidePhoto,
  'kerbside-capture': KerbsideCapture,
  'kerbside-car': KerbsideCar,
  'kerbside-ring': KerbsideRing,
  'kerbside-walk': KerbsideWalk,
  'kerbside-signature': KerbsideSignature,
  'kerbside-sync': KerbsideSync,
} as const;

/**
 * Registers `<kerbside-photo>`, `<kerbside-capture>`, `<kerbside-car>`, `<kerbside-ring>`, `<kerbside-walk>`,
 * `<kerbside-signature>` and `<kerbside-sync>`. Skips elements that are already registered, so it can be called more than once.
 *
 * @param registry Where to register them. Default: the registry of the page.
 *
 * @example
 * import { defineElements } from 'kerbside/elements';
 * defineElements();
 */
export function defineElements(registry: CustomElementRegistry = customElements): void {
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (!registry.get(name)) registry.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'kerbside-photo': KerbsidePhoto;
    'kerbside-capture': KerbsideCapture;
    'kerbside-car': KerbsideCar;
    'kerbside-ring': KerbsideRing;
    'kerbside-walk': KerbsideWalk;
    'kerbside-signature': KerbsideSignature;
    'kerbside-sync': KerbsideSync;
  }
  /** Of all HTML elements: these events bubble, and apps often listen on an ancestor. */
  interface HTMLElementEventMap {
    'photo-taken': CustomEvent<PhotoTakenDetail>;
    'part-select': CustomEvent<PartSelectDetail>;
    'side-select': CustomEvent<SideSelectDetail>;
    'walk-done': CustomEvent<WalkDoneDetail>;
    'damage-select': CustomEvent<DamageSelectDetail>;
    'view-drawn': CustomEvent<DrawnView>;
    'draw-cancel': CustomEvent<undefined>;
    'view-adjusted': CustomEvent<ViewAdjustedDetail>;
    'adjust-cancel': CustomEvent<undefined>;
    sign: CustomEvent<SignDetail>;
    'sign-in': CustomEvent<SignInDetail>;
    'export-ready': CustomEvent<ExportDetail>;
  }
}
