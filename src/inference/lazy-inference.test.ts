import { expect, test, vi } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { loadPart } from '../platform/load-part.ts';
import type { Inference } from './inference.ts';
import { inferenceWhenLoaded } from './lazy-inference.ts';

function inference() {
  const close = vi.fn();
  const preload = vi.fn(async () => {});
  return { close, preload } as unknown as Inference & Record<'close' | 'preload', typeof close>;
}

/** Code that can be loaded when the test says so. */
function arriving() {
  let [arrive, fail] = [(_: Inference) => {}, (_: Error) => {}];
  const load = vi.fn(
    () =>
      new Promise<Inference>((resolve, reject) => {
        [arrive, fail] = [resolve, reject];
      }),
  );
  return { load, arrive: (loaded: Inference) => arrive(loaded), fail: (error: Error) => fail(error) };
}

test('is loaded at once and once, and what needs it waits', async () => {
  const { load, arrive } = arriving();
  const [whenLoaded, loaded] = [inferenceWhenLoaded(load), inference()];
  const calls = [whenLoaded.preload(['images_ocr']), whenLoaded.preload()];
  expect(loaded.preload).not.toHaveBeenCalled();
  arrive(loaded);
  await Promise.all(calls);
  expect(loaded.preload.mock.calls).toEqual([
    [['images_ocr'], undefined],
    [undefined, undefined],
  ]);
  expect(load).toHaveBeenCalledOnce();
});

test('is asked for again by the next that needs it', async () => {
  const { load, arrive, fail } = arriving();
  const whenLoaded = inferenceWhenLoaded(load);
  const [first, second] = [whenLoaded.preload(), whenLoaded.engines()];
  fail(new KerbsideError('model_unavailable', 'no network'));
  for (const call of [first, second]) await expect(call).rejects.toMatchObject({ message: 'no network' });
  const again = whenLoaded.preload();
  arrive(inference());
  await again;
  expect(load).toHaveBeenCalledTimes(2);
});

test('that arrives after it was closed is closed', async () => {
  const { load, arrive, fail } = arriving();
  const [whenLoaded, loaded] = [inferenceWhenLoaded(load), inference()];
  whenLoaded.close();
  arrive(loaded);
  await vi.waitFor(() => expect(loaded.close).toHaveBeenCalledOnce());
  inferenceWhenLoaded(load).close();
  fail(new Error('and what never arrives troubles nobody'));
});

test('a part that can not be loaded is told with the reason and what to do, whatever was thrown', async () => {
  const cause = new TypeError('Importing a module script failed.');
  await expect(loadPart('runs models', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'model_unavailable',
    retryable: true,
    cause,
    message: expect.stringMatching(
      /^The part of the app that runs models .*\(Importing .*\).*reload the page/,
    ),
  });
  await expect(loadPart('runs models', () => Promise.reject('gone'))).rejects.toMatchObject({
    message: expect.stringContaining('(gone)'),
  });
});
