import { expect, test, vi } from 'vitest';
import { createElementDefinition } from './element-definition.ts';

/** Mounts a component as React does: it renders, subscribes, and is unmounted when a rendering throws. */
function mount([subscribe, getDefinition]: ReturnType<typeof createElementDefinition>): {
  shown: () => string;
} {
  let shown = '';
  let unsubscribe = () => {};
  const render = () => {
    const definition = getDefinition();
    shown = definition instanceof Error ? definition.message : definition ? 'defined' : 'pending';
    if (definition instanceof Error) unsubscribe();
  };
  render();
  if (!(getDefinition() instanceof Error)) unsubscribe = subscribe(render);
  return { shown: () => shown };
}

test('elements are defined once, for all components', async () => {
  const define = vi.fn(async () => {});
  const elements = createElementDefinition(define);
  const components = [mount(elements), mount(elements)];
  expect(components.map(({ shown }) => shown())).toEqual(['pending', 'pending']);
  await expect.poll(() => components.map(({ shown }) => shown())).toEqual(['defined', 'defined']);
  expect(mount(elements).shown()).toBe('defined');
  expect(define).toHaveBeenCalledTimes(1);
});

test('an error is shown once: the next component that is mounted loads the elements again', async () => {
  const define = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no network'));
  const elements = createElementDefinition(define);
  const first = mount(elements);
  await expect.poll(first.shown).toBe('no network');
  const second = mount(elements);
  expect(second.shown()).toBe('pending');
  await expect.poll(second.shown).toBe('defined');
});
