import type { KerbsideCapture } from './capture/capture-element.ts';
import type { KerbsideCar } from './car/car-element.ts';
import type {} from './define.ts';
import type { KerbsidePhoto } from './photo/photo-element.ts';
import type { KerbsideRing } from './ring/ring-element.ts';
import type { KerbsideSignature } from './signature/signature-element.ts';
import type { KerbsideSync } from './sync/sync-element.ts';
import type { KerbsideWalk } from './walk/walk-element.ts';

/** Attributes that JSX accepts on every element, without the types of a framework. */
interface CommonProps<Element> {
  key?: string | number | bigint | null | undefined;
  ref?: { current: Element | null } | ((element: Element | null) => unknown) | null | undefined;
  id?: string | undefined;
  className?: string | undefined;
  style?: object | undefined;
  lang?: string | undefined;
  slot?: string | undefined;
  hidden?: boolean | undefined;
}

type EventHandlers<Types extends keyof HTMLElementEventMap> = {
  [Type in Types as `on${Type}`]?: ((event: HTMLElementEventMap[Type]) => void) | undefined;
};

type Props<
  Element extends HTMLElement,
  Properties extends keyof Element,
  Events extends keyof HTMLElementEventMap,
> = CommonProps<Element> & Partial<Pick<Element, Properties>> & EventHandlers<Events>;

/**
 * JSX types of the elements for React 19: properties and `on…` event handlers by tag.
 *
 * @example
 * declare module 'react' {
 *   namespace JSX {
 *     interface IntrinsicElements extends KerbsideElements {}
 *   }
 * }
 */
export interface KerbsideElements {
  'kerbside-photo': Props<
    KerbsidePhoto,
    | 'photo'
    | 'name'
    | 'width'
    | 'height'
    | 'views'
    | 'damages'
    | 'selected'
    | 'drawing'
    | 'adjusting'
    | 'fit'
    | 'thumbnail',
    'damage-select' | 'view-drawn' | 'draw-cancel' | 'view-adjusted' | 'adjust-cancel'
  >;
  'kerbside-capture': Props<
    KerbsideCapture,
    'sights' | 'shots' | 'source' | 'locked' | 'problem' | 'guide' | 'automatic' | 'damages',
    'photo-taken'
  >;
  'kerbside-car': Props<
    KerbsideCar,
    'damages' | 'selected' | 'choosing' | 'orientation' | 'unseen',
    'part-select'
  >;
  'kerbside-ring': Props<KerbsideRing, 'sides' | 'damages' | 'current' | 'locked' | 'compact', 'side-select'>;
  'kerbside-walk': Props<KerbsideWalk, 'models' | 'keepVideo' | 'locked', 'walk-done'>;
  'kerbside-signature': Props<KerbsideSignature, 'name' | 'disabled', 'sign'>;
  'kerbside-sync': Props<
    KerbsideSync,
    'kerbside' | 'titles' | 'installPrompt' | 'installFacts',
    'sign-in' | 'export-ready'
  >;
}
