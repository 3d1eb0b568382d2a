import { describe, expect, test, vi } from 'vitest';
import type { Analyzer } from '../../src/domain/analyzer.ts';
import type { ComplianceResult } from '../../src/domain/image.ts';
import { KerbsideError } from '../../src/errors.ts';
import { openKerbside } from '../../src/kerbside.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { jpegPhoto } from '../fixtures/photos.ts';

const fine: ComplianceResult = { status: 'DONE', is_compliant: true, reasons: [] };
const judge = (assess: NonNullable<Analyzer['assess']>): Analyzer => ({
  assess,
  analyze: async () => ({ createdBy: 'user' }),
});

/** A device whose store outlives it, as a reload does. */
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

describe('the quality of a photo', () => {
  test('is judged as soon as the photo was added, and told', async () => {
    const kerbside = await new Device().open(judge(async () => fine));
    const told = new Promise((resolve) => kerbside.on('image.checked', resolve));
    const { imageId, verdict } = await addPhoto(kerbside);
    expect(await told).toMatchObject({ imageId, isCompliant: true });
    expect(await verdict()).toEqual(fine);
    kerbside.close();
  });

  test('of one that can not be decoded is that it can not be decoded', async () => {
    const kerbside = await new Device().open(
      judge(async () => {
        throw new KerbsideError('photo_invalid', 'This browser can not show HEIC.');
      }),
    );
    const told = new Promise((resolve) => kerbside.on('image.checked', resolve));
    const { verdict } = await addPhoto(kerbside);
    await told;
    expect(await verdict()).toMatchObject({ status: 'ERROR', is_compliant: null });
    kerbside.close();
  });

  test('is judged at the next start when a worker failed or the tab died before', async () => {
    const device = new Device();
    const first = await device.open(
      judge(async () => {
        throw new KerbsideError('worker_lost', 'gone');
      }),
    );
    const { id, imageId, verdict } = await addPhoto(first);
    expect(await verdict()).toBeUndefined();
    first.close();
    const second = await device.open(judge(async () => fine));
    await expect
      .poll(async () => (await second.images.getOne(id, imageId)).entities.images[imageId]?.compliances)
      .toEqual({ image_quality_assessment: fine });
    second.close();
  });

  test('of many photos at a start is judged without reading them all at once', async () => {
    const device = new Device();
    const first = await device.open();
    for (let count = 0; count < 12; count += 1) await addPhoto(first);
    first.close();
    const read = vi.spyOn(device.store, 'photo');
    const judged: string[] = [];
    let turn: Promise<unknown> = Promise.resolve();
    const oneByOne = judge((image) => {
      const verdict = turn.then(async () => {
        expect(read.mock.calls.length).toBe(judged.length);
        await image.photo();
        judged.push(image.id);
        return fine;
      });
      turn = verdict;
      return verdict;
    });
    const second = await device.open(oneByOne);
    await expect.poll(() => judged.length).toBe(12);
    await turn;
    second.close();
  });
});
