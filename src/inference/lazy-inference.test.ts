import { expect, test, vi } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import { KerbsideError } from '../errors.ts';
import type { Inference } from './inference.ts';
import { createLazyInference } from './lazy-inference.ts';

function createFake() {
  const close = vi.fn();
  const preload = vi.fn(async () => {});
  return { close, preload } as unknown as Inference & Record<'close' | 'preload', typeof close>;
}

/** A loader that the test resolves or rejects. */
function createLoader() {
  let [settle, fail] = [(_: Inference) => {}, (_: Error) => {}];
  const load = vi.fn(
    () =>
      new Promise<Inference>((resolve, reject) => {
        [settle, fail] = [resolve, reject];
      }),
  );
  return { load, resolve: (loaded: Inference) => settle(loaded), reject: (error: Error) => fail(error) };
}

test('loads the code immediately and once, and calls wait for it', async () => {
  const { load, resolve } = createLoader();
  const [lazy, loaded] = [createLazyInference(load), createFake()];
  const calls = [lazy.preload(['images_ocr']), lazy.preload()];
  expect(loaded.preload).not.toHaveBeenCalled();
  resolve(loaded);
  await Promise.all(calls);
  expect(loaded.preload.mock.calls).toEqual([
    [['images_ocr'], undefined],
    [undefined, undefined],
  ]);
  expect(load).toHaveBeenCalledOnce();
});

test('loads the code again with the next call after a failure', async () => {
  const { load, resolve, reject } = createLoader();
  const lazy = createLazyInference(load);
  const [first, second] = [lazy.preload(), lazy.engines()];
  reject(new KerbsideError('model_unavailable', 'no network'));
  for (const call of [first, second]) await expect(call).rejects.toMatchObject({ message: 'no network' });
  const again = lazy.preload();
  resolve(createFake());
  await again;
  expect(load).toHaveBeenCalledTimes(2);
});

test('closes an inference that is loaded after close()', async () => {
  const { load, resolve, reject } = createLoader();
  const [lazy, loaded] = [createLazyInference(load), createFake()];
  lazy.close();
  resolve(loaded);
  await eventually(() => expect(loaded.close).toHaveBeenCalledOnce());
  createLazyInference(load).close();
  reject(new Error('a rejection after close() is ignored'));
});
