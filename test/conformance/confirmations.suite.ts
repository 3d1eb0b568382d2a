import { describe, expect, test } from 'vitest';
import type { Viewpoint } from '../../src/domain/enums.ts';
import { imageOfSight } from '../../src/domain/sights/sights.ts';
import { getAnalysisOutcome } from '../../src/domain/verdict/analysis-outcome.ts';
import { getVehicleSides } from '../../src/domain/verdict/vehicle-sides.ts';
import {
  type ApiClient,
  type ApiUnderTest,
  createClients,
  ISO_TIME,
  rejectionCode,
} from './api-under-test.ts';

export function confirmationConformance(service: ApiUnderTest): void {
  describe('a confirmation', () => {
    const { newClient, photo } = createClients(service);
    let seed = 0;
    const addPhoto = async (api: ApiClient, id: string, viewpoint: Viewpoint) => {
      const input = imageOfSight({ kind: 'viewpoint', id: viewpoint }, ['damage_detection']);
      seed += 1;
      return (await api.images.addOne(id, input, await photo(seed))).result;
    };
    const create = async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({ tasks: { damage_detection: {} } });
      return { api, id, imageId: await addPhoto(api, id, 'left') };
    };
    const read = async (api: ApiClient, id: string) => {
      const { entities } = await api.inspections.getOne(id);
      const inspection = entities.inspections[id];
      if (!inspection) throw new Error('the response has no inspection');
      const sides = getVehicleSides(inspection, entities);
      const confirmed = sides.filter(({ confirmation }) => confirmation);
      return { entities, inspection, confirmed, outcome: getAnalysisOutcome(inspection, entities) };
    };

    test('of a side states who looked, when, and at which photos', async () => {
      const { api, id, imageId } = await create();
      const { result } = await api.inspections.confirmOne(id, { viewpoint: 'left' });
      expect(result).toBe(id);
      const { confirmed, entities } = await read(api, id);
      expect(confirmed).toMatchObject([
        {
          viewpoint: 'left',
          confirmation: {
            viewpoint: 'left',
            photos: [{ imageId, sha256: entities.images[imageId]?.sha256 }],
            confirmedBy: { id: api.user.id },
            confirmedAt: expect.stringMatching(ISO_TIME),
          },
        },
      ]);
    });

    test('of a photo counts for its side, which a later photo makes open again', async () => {
      const { api, id, imageId } = await create();
      await api.inspections.confirmOne(id, { imageId });
      expect((await read(api, id)).confirmed).toHaveLength(1);
      await addPhoto(api, id, 'left');
      expect((await read(api, id)).confirmed).toEqual([]);
      await api.inspections.confirmOne(id, { viewpoint: 'left' });
      expect((await read(api, id)).confirmed).toHaveLength(1);
    });

    test('can be taken back', async () => {
      const { api, id } = await create();
      await addPhoto(api, id, 'back');
      for (const viewpoint of ['left', 'back'] as const) await api.inspections.confirmOne(id, { viewpoint });
      await api.inspections.confirmOne(id, { viewpoint: 'left', isConfirmed: false });
      expect((await read(api, id)).confirmed).toMatchObject([{ viewpoint: 'back' }]);
    });

    test('that the vehicle has no damage makes it clean, until a photo is added', async () => {
      const { api, id } = await create();
      await api.inspections.confirmOne(id, { undamaged: true });
      expect((await read(api, id)).outcome).toBe('clean');
      await addPhoto(api, id, 'front');
      expect((await read(api, id)).outcome).toBe('notAnalysed');
    });

    test('of all eight sides makes the vehicle clean; of seven it does not', async () => {
      const { api, id } = await create();
      const others = [
        'front',
        'front_left',
        'back_left',
        'back',
        'back_right',
        'right',
        'front_right',
      ] as const;
      for (const viewpoint of others) {
        await addPhoto(api, id, viewpoint);
        await api.inspections.confirmOne(id, { viewpoint });
      }
      expect((await read(api, id)).outcome).toBe('notAnalysed');
      await api.inspections.confirmOne(id, { viewpoint: 'left' });
      expect((await read(api, id)).outcome).toBe('clean');
    });

    test('is rejected for a side without photos, an unknown photo, and an undamaged vehicle with damages', async () => {
      const { api, id } = await create();
      const { inspections } = api;
      expect(await rejectionCode(inspections.confirmOne(id, { viewpoint: 'front' }))).toBe('invalid_input');
      expect(await rejectionCode(inspections.confirmOne(id, { imageId: 'unknown' }))).toBe('not_found');
      expect(await rejectionCode(inspections.confirmOne(id, {}))).toBe('invalid_input');
      await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      expect(await rejectionCode(inspections.confirmOne(id, { undamaged: true }))).toBe('invalid_input');
    });

    test('is not part of an app’s own data', async () => {
      const { api, id } = await create();
      const additionalData = { kerbside_confirmations: [] };
      expect(await rejectionCode(api.inspections.updateOne(id, { additionalData }))).toBe('invalid_input');
    });
  });
}
