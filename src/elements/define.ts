import { KerbsideCapture } from './capture/capture-element.ts';
import { KerbsidePhoto } from './photo/photo-element.ts';
import { KerbsideSync } from './sync/sync-element.ts';

const ELEMENTS = {
  'kerbside-photo': KerbsidePhoto,
  'kerbside-capture': KerbsideCapture,
  'kerbside-sync': KerbsideSync,
} as const;

/** Makes the browser know the elements. Once is enough; again does no harm. */
export function defineElements(registry: CustomElementRegistry = customElements): void {
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (!registry.get(name)) registry.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'kerbside-photo': KerbsidePhoto;
    'kerbside-capture': KerbsideCapture;
    'kerbside-sync': KerbsideSync;
  }
}
