import { afterEach, expect, test } from 'vitest';
import { defineElements } from './define.ts';
import type { KerbsideElements } from './jsx.ts';
import type { KerbsideElement } from './kerbside-element.ts';

defineElements();
afterEach(() => document.body.replaceChildren());

const TAGS: Record<keyof KerbsideElements, true> = {
  'kerbside-photo': true,
  'kerbside-capture': true,
  'kerbside-car': true,
  'kerbside-ring': true,
  'kerbside-walk': true,
  'kerbside-signature': true,
  'kerbside-sync': true,
};

test.each(Object.keys(TAGS))('<%s> has its defaults again after its properties were removed', async (tag) => {
  const element = document.createElement(tag) as KerbsideElement;
  document.body.append(element);
  await element.updateComplete;
  const { elementProperties } = element.constructor as typeof KerbsideElement;
  const names = [...elementProperties].filter(([, { state }]) => !state).map(([name]) => String(name));
  const before = read(element, names);
  for (const name of names) {
    Object.assign(element, { [name]: undefined }); // as React does
    await element.updateComplete;
  }
  expect(read(element, names)).toEqual(before);
});

/** Returns the values of properties. `false` and `undefined` mean the same. */
function read(element: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(element, name) || undefined]));
}
