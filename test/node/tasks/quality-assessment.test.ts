import { describe, expect, test, vi } from 'vitest';
import type { ComplianceResult } from '../../../src/domain/records/image.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

const fine: ComplianceResult = { status: 'DONE', is_compliant: true, reasons: [] };
const withAssess = (assess: NonNullable<Analyzer['assess']>): Analyzer => ({
  assess,
  analyze: async () => ({ createdBy: 'user' }),
});

/** A device whose store survives a reload. */
class Device {
  readonly store = new MemoryStore();

  open(analyzer?: Analyzer) {
    this.store.close = () => {};
    return openKerbside({ user: { id: 'u' }, store: this.store, ...(analyzer && { analyzer }) });
  }
}

async function addPhoto(kerbside: Awaited<ReturnType<Device['open']>>) {
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const photo = await jpegPhoto({ seed: 1, width: 64, height: 48 });
  const { result: imageId } = await kerbside.images.addOne(id, {}, photo);
  const verdict = async () =>
    (await kerbside.images.getOne(id, imageId)).entities.images[imageId]?.compliances
      .image_quality_assessment;
  return { id, imageId, verdict };
}

describe('quality assessment of a photo', () => {
  // Proves wire D6.
  test('runs when the photo is added and emits image.checked', async () => {
    const kerbside = await new Device().open(withAssess(async () => fine));
    const checked = new Promise((resolve) => kerbside.on('image.checked', resolve));
    const { imageId, verdict } = await addPhoto(kerbside);
    expect(await checked).toMatchObject({ imageId, isCompliant: true });
    expect(await verdict()).toEqual(fine);
    kerbside.close();
  });

  test('is ERROR if the photo cannot be decoded', async () => {
    const kerbside = await new Device().open(
      withAssess(async () => {
        throw new KerbsideError('photo_invalid', 'This browser cannot decode HEIC.');
      }),
    );
    const checked = new Promise((resolve) => kerbside.on('image.checked', resolve));
    const { verdict } = await addPhoto(kerbside);
    await checked;
    expect(await verdict()).toMatchObject({ status: 'ERROR', is_compliant: null });
    kerbside.close();
  });

  test('runs at the next start after a worker failed or the tab was closed', async () => {
    const device = new Device();
    const first = await device.open(
      withAssess(async () => {
        throw new KerbsideError('worker_lost', 'gone');
      }),
    );
    const { id, imageId, verdict } = await addPhoto(first);
    expect(await verdict()).toBeUndefined();
    first.close();
    const second = await device.open(withAssess(async () => fine));
    await expect
      .poll(async () => (await second.images.getOne(id, imageId)).entities.images[imageId]?.compliances)
      .toEqual({ image_quality_assessment: fine });
    second.close();
  });

  test('reads photos one at a time at the start', async () => {
    const device = new Device();
    const first = await device.open();
    for (let count = 0; count < 12; count += 1) await addPhoto(first);
    first.close();
    const read = vi.spyOn(device.store, 'photo');
    const assessed: string[] = [];
    let turn: Promise<unknown> = Promise.resolve();
    const oneByOne = withAssess((image) => {
      const verdict = turn.then(async () => {
        expect(read.mock.calls.length).toBe(assessed.length);
        await image.photo();
        assessed.push(image.id);
        return fine;
      });
      turn = verdict;
      return verdict;
    });
    const second = await device.open(oneByOne);
    await expect.poll(() => assessed.length).toBe(12);
    await turn;
    second.close();
  });
});
