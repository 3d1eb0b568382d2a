import { createElement, type ReactNode, useSyncExternalStore } from 'react';
import type { KerbsideElements } from '../elements/index.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import { createElementDefinition, type Definition } from './element-definition.ts';
import { useKerbside } from './provider.ts';

const [defineOnMount, getDefinition] = createElementDefinition(async () => {
  const { defineElements } = await loadChunk('shows elements', () => import('../elements/index.ts'));
  defineElements();
});

type PascalCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>;

/** The props of an element, with `onDamageSelect` in place of `ondamage-select`. */
export type ElementProps<Tag extends keyof KerbsideElements> = {
  [Name in keyof KerbsideElements[Tag] as Name extends `on${infer Event}`
    ? `on${PascalCase<Event>}`
    : Name]: KerbsideElements[Tag][Name];
};

/** `<kerbside-photo>`: a photo with the outlines of its damages. */
export const KerbsidePhoto = createWrapper('kerbside-photo');
/** `<kerbside-capture>`: guided capture with the camera. */
export const KerbsideCapture = createWrapper('kerbside-capture');
/** `<kerbside-car>`: a drawing of a car. It shows damages, or lets the user select a part. */
export const KerbsideCar = createWrapper('kerbside-car');
/** `<kerbside-ring>`: a car from above with a ring that fills as its sides are covered. */
export const KerbsideRing = createWrapper('kerbside-ring');
/** `<kerbside-signature>`: the signature of a customer. */
export const KerbsideSignature = createWrapper('kerbside-signature');

const SyncWrapper = createWrapper('kerbside-sync');

/** `<kerbside-sync>`: the sync centre, of the provider's `Kerbside` by default. */
export function KerbsideSync(props: ElementProps<'kerbside-sync'>): ReactNode {
  const kerbside = useKerbside();
  return createElement(SyncWrapper, { kerbside, ...props });
}

const WalkWrapper = createWrapper('kerbside-walk');

/** `<kerbside-walk>`: photos from a walk around the vehicle, read by the models of the provider's `Kerbside` by default. */
export function KerbsideWalk(props: ElementProps<'kerbside-walk'>): ReactNode {
  const kerbside = useKerbside();
  return createElement(WalkWrapper, { models: kerbside?.models, ...props });
}

/**
 * Creates a component that renders an element when its class is defined: React sets properties only on elements whose class
 * it can inspect. The code of the elements is loaded when the first component is mounted. On the server it renders nothing.
 */
function createWrapper<Tag extends keyof KerbsideElements>(tag: Tag) {
  const Wrapper = (props: ElementProps<Tag>): ReactNode => {
    const definition = useSyncExternalStore(defineOnMount, getDefinition, (): Definition => false);
    if (definition instanceof Error) throw definition;
    return definition ? createElement(tag, toElementProps(props)) : null;
  };
  Wrapper.displayName = tag;
  return Wrapper;
}

function toElementProps(props: object): Record<string, unknown> {
  const renamed = Object.entries(props).map(([name, value]) => [
    /^on[A-Z]/.test(name) ? toEventProp(name) : name,
    value,
  ]);
  return Object.fromEntries(renamed);
}

/** React 19 listens to the event `damage-select` for the prop `ondamage-select`. */
function toEventProp(name: string): string {
  const event = name.slice(2).replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`);
  return `on${event.toLowerCase()}`;
}
