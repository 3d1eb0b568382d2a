import { KerbsideError } from '../../errors.ts';
import { ERROR_FILTERS, type GpuDevice } from './gpu.ts';

/**
 * Does some work on the GPU. Commands that fail there do not throw: they would leave old numbers or zeros in the outputs.
 *
 * @returns The value of the work, which is not checked yet, and a promise that rejects with `engine_failed` if the GPU
 *   reported an error. It is not awaited here, so that the caller can continue while the GPU works.
 */
export async function catchGpuErrors<T>(
  device: GpuDevice,
  work: () => Promise<T>,
): Promise<{ value: T; errors: Promise<void> }> {
  for (const filter of ERROR_FILTERS) device.pushErrorScope(filter);
  const done = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const errors = requireNoError(ERROR_FILTERS.map(() => device.popErrorScope()));
  errors.catch(() => {}); // rejects when the caller awaits it
  if ('error' in done) throw done.error;
  return { value: done.value, errors };
}

async function requireNoError(scopes: ReturnType<GpuDevice['popErrorScope']>[]): Promise<void> {
  const error = (await Promise.all(scopes)).find((one) => one !== null);
  if (error) throw new KerbsideError('engine_failed', `The GPU failed: ${error.message}`);
}
