import { describe, expect, test } from 'vitest';
import type { KerbsideEvent } from '../domain/events.ts';
import { EventHub } from './events.ts';
import { StorageGuard } from './storage-guard.ts';
import { createDeferred, NO_CHANNEL } from './test-host.suite.ts';

const MIB = 1024 * 1024;

/** A device whose usage the test sets. */
function createGuard({ usedMiB = 0, quotaMiB = 100 } = {}) {
  const device = { usedMiB, estimates: 0, now: 0 };
  const events = new EventHub(NO_CHANNEL);
  const warnings: KerbsideEvent[] = [];
  events.on('storage.warning', (event) => warnings.push(event));
  const guard = new StorageGuard({
    events,
    monotonic: () => device.now,
    storage: {
      async estimate() {
        device.estimates += 1;
        return { usedBytes: device.usedMiB * MIB, quotaBytes: quotaMiB * MIB };
      },
      persist: async () => true,
      isPersisted: async () => true,
    },
  });
  const write = async () => 'written';
  return { device, guard, warnings, write };
}

describe('StorageGuard', () => {
  test('rejects with storage_full, without writing, if the bytes and 2 MiB for the database do not fit', async () => {
    const { guard } = createGuard({ usedMiB: 89 });
    const written: string[] = [];
    const write = async () => void written.push('write');
    await expect(guard.reserveSpace(10 * MIB, write)).rejects.toMatchObject({
      code: 'storage_full',
      retryable: true,
      details: { bytes: 10 * MIB, usedBytes: 89 * MIB, quotaBytes: 100 * MIB },
    });
    await guard.reserveSpace(9 * MIB, write);
    expect(written).toEqual(['write']);
  });

  test('reads a fresh estimate before it rejects', async () => {
    const { device, guard, write } = createGuard({ usedMiB: 80 });
    await guard.reserveSpace(MIB, write);
    device.usedMiB = 10; // the app freed space
    expect(await guard.reserveSpace(50 * MIB, write)).toBe('written');
    expect(device.estimates).toBe(2);
  });

  test('uses one estimate for 5 s and adds what was written since', async () => {
    const { device, guard, write } = createGuard({ usedMiB: 50 });
    await guard.reserveSpace(20 * MIB, write);
    device.now = 5_000;
    await guard.reserveSpace(20 * MIB, write);
    expect(device.estimates).toBe(1);
    device.usedMiB = 90;
    await expect(guard.reserveSpace(20 * MIB, write)).rejects.toMatchObject({ code: 'storage_full' });
  });

  test('counts bytes that are still being written, and releases them if the write fails', async () => {
    const { device, guard, write } = createGuard();
    const { promise, reject } = createDeferred<string>();
    const failing = guard.reserveSpace(60 * MIB, () => promise);
    await expect(guard.reserveSpace(60 * MIB, write)).rejects.toMatchObject({ code: 'storage_full' });
    reject(new Error('disk'));
    await expect(failing).rejects.toThrow('disk');
    device.now = 6_000;
    expect(await guard.reserveSpace(60 * MIB, write)).toBe('written');
  });

  test('emits storage.warning once when usage exceeds 80 %, and again after it fell below', async () => {
    const { device, guard, warnings, write } = createGuard({ usedMiB: 79 });
    for (let n = 0; n < 3; n += 1) await guard.reserveSpace(2 * MIB, write);
    expect(warnings).toHaveLength(1);
    for (const usedMiB of [10, 85]) {
      device.usedMiB = usedMiB;
      device.now += 6_000;
      await guard.reserveSpace(MIB, write);
    }
    expect(warnings).toHaveLength(2);
  });

  test('accepts everything if the browser gives no estimate', async () => {
    const storage = {
      estimate: async () => undefined,
      persist: async () => true,
      isPersisted: async () => true,
    };
    const guard = new StorageGuard({ events: new EventHub(NO_CHANNEL), monotonic: () => 0, storage });
    expect(await guard.reserveSpace(Number.MAX_SAFE_INTEGER, async () => 'written')).toBe('written');
  });

  test('writes if there is no estimate, or if the estimate fails', async () => {
    const events = new EventHub(NO_CHANNEL);
    for (const estimate of [
      async () => undefined,
      () => Promise.reject(new TypeError('Internal error when calculating storage usage')),
    ]) {
      const storage = { estimate, persist: async () => true, isPersisted: async () => true };
      const guard = new StorageGuard({ events, monotonic: () => 0, storage });
      expect(await guard.reserveSpace(MIB, async () => 'written')).toBe('written');
    }
  });
});
