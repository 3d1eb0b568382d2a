import type { KerbsideCapture } from './capture/capture-element.ts';
import type {} from './define.ts';
import type { KerbsidePhoto } from './photo/photo-element.ts';
import type { KerbsideSync } from './sync/sync-element.ts';

/** What JSX may give to any element; as much of it as needs no framework's types. */
interface AnyElement<Element> {
  key?: string | number | bigint | null | undefined;
  ref?: { current: Element | null } | ((element: Element | null) => unknown) | null | undefined;
  id?: string | undefined;
  className?: string | undefined;
  style?: object | undefined;
  lang?: string | undefined;
  slot?: string | undefined;
  hidden?: boolean | undefined;
}

type Handlers<Types extends keyof HTMLElementEventMap> = {
  [Type in Types as `on${Type}`]?: ((event: HTMLElementEventMap[Type]) => void) | undefined;
};

type Props<
  Element extends HTMLElement,
  Own extends keyof Element,
  Told extends keyof HTMLElementEventMap,
> = AnyElement<Element> & Partial<Pick<Element, Own>> & Handlers<Told>;

/**
 * The elements as React 19 takes them, properties and events by tag:
 *
 *     declare module 'react' {
 *       namespace JSX {
 *         interface IntrinsicElements extends KerbsideElements {}
 *       }
 *     }
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
    | 'fit'
    | 'thumbnail',
    'damage-select' | 'view-drawn' | 'draw-cancel'
  >;
  'kerbside-capture': Props<
    KerbsideCapture,
    'sights' | 'shots' | 'source' | 'locked' | 'problem',
    'photo-taken'
  >;
  'kerbside-sync': Props<KerbsideSync, 'kerbside' | 'titles', 'sign-in' | 'export-ready'>;
}
