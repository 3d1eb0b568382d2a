import { describe, expect, test } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES } from '../../src/domain/enums.ts';
import {
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  getRecord,
  rejection,
  rejectionCode,
} from './api-under-test.ts';

export function correctionConformance(service: ApiUnderTest): void {
  const { newClient } = createClients(service);
  const createInspection = async () => {
    const api = await newClient();
    const { result: id } = await api.inspections.createOne({ tasks: {} });
    return { api, id };
  };
  const createWithDamage = async () => {
    const { api, id } = await createInspection();
    const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    return { api, id, damageId };
  };

  describe('a damage', () => {
    // Proves spec 2.18, spec 4.19.
    test('is created with its type, its part and the ids of its parts', async () => {
      const { api, id } = await createInspection();
      const { result, entities } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const damage = getOnlyRecord(entities.damages);
      expect(damage).toMatchObject({ id: result, damageType: 'dent', partType: 'hood', createdBy: 'user' });
      const read = await api.inspections.getOne(id);
      expect(read.entities.damages).toEqual(entities.damages);
      expect(damage.parts).toEqual(Object.keys(read.entities.parts));
      expect(getOnlyRecord(read.entities.parts)).toMatchObject({ partType: 'hood', damageIds: [result] });
    });

    test('shares its part with other damages on the same part', async () => {
      const { api, id } = await createInspection();
      const first = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const second = await api.damages.createOne(id, { damageType: 'scratch', partType: 'hood' });
      expect(getOnlyRecord(second.entities.damages).parts).toEqual(
        getOnlyRecord(first.entities.damages).parts,
      );
      const { entities } = await api.inspections.getOne(id);
      expect(getOnlyRecord(entities.parts).damageIds).toEqual([first.result, second.result]);
    });

    // Proves spec 2.23.
    test.each(['ignore', 'background'] as const)('on %s has no part', async (partType) => {
      const { api, id } = await createInspection();
      const { entities } = await api.damages.createOne(id, { damageType: 'shadow', partType });
      expect(getOnlyRecord(entities.damages).parts).toEqual([]);
    });

    // Proves spec 2.18.
    test('accepts every damage type and every part type', async () => {
      const { api, id } = await createInspection();
      for (const [index, partType] of PART_TYPES.entries()) {
        const damageType = DAMAGE_TYPES[index % DAMAGE_TYPES.length] ?? 'dent';
        const { entities } = await api.damages.createOne(id, { damageType, partType });
        expect(getOnlyRecord(entities.damages)).toMatchObject({ damageType, partType });
      }
    });

    // Proves spec 4.20.
    test('is deleted; the response contains its parts', async () => {
      const { api, id, damageId } = await createWithDamage();
      const before = getRecord((await api.inspections.getOne(id)).entities.damages, damageId);
      const removed = { id: damageId, deleted: true, parts: before.parts };
      const { entities, ...response } = await api.damages.deleteOne(id, damageId);
      expect(response).toEqual({ id: damageId, deleted: true, result: damageId });
      expect(entities.damages).toEqual({ [damageId]: removed });
      expect((await api.inspections.getOne(id)).entities.damages).toEqual({});
      expect(await rejectionCode(api.damages.deleteOne(id, damageId))).toBe('not_found');
    });
  });

  describe('a severity', () => {
    // Proves spec 4.22.
    test('has a level, a price, and repair or replace', async () => {
      const { api, id, damageId } = await createWithDamage();
      const { result, entities } = await api.severities.createOne(id, {
        label: 'hood',
        level: 2,
        pricing: 199.5,
        repairOperation: 'repair',
      });
      const severity = getOnlyRecord(entities.severityResults);
      const read = await api.inspections.getOne(id);
      expect(severity).toMatchObject({
        id: result,
        label: 'hood',
        isUserModified: true,
        relatedItemType: 'part',
        relatedItemId: getRecord(read.entities.damages, damageId).parts[0],
        value: { customSeverity: { level: 2, pricing: 199.5, repairOperation: 'repair' } },
      });
      expect(read.entities.severityResults).toEqual(entities.severityResults);
    });

    // Proves wire G1.
    test('requires only a label; level is 1, 2 or 3', async () => {
      const { api, id } = await createInspection();
      const bare = await api.severities.createOne(id, { label: 'roof' });
      expect(getOnlyRecord(bare.entities.severityResults).value).toEqual({ customSeverity: {} });
      for (const level of [1, 2, 3] as const) await api.severities.createOne(id, { label: 'roof', level });
      const zero = api.severities.createOne(id, JSON.parse('{"label":"roof","level":0}'));
      expect((await rejection(zero)).details.path).toBe('severity.level');
    });

    // Proves spec 4.22.
    test('is updated field by field; a price of null removes the price', async () => {
      const { api, id } = await createInspection();
      const { result } = await api.severities.createOne(id, { label: 'roof', level: 1, pricing: 10 });
      const update = async (input: Parameters<typeof api.severities.updateOne>[2]) => {
        const { entities } = await api.severities.updateOne(id, result, input);
        expect((await api.inspections.getOne(id)).entities.severityResults).toEqual(entities.severityResults);
        return getOnlyRecord(entities.severityResults).value.customSeverity;
      };
      expect(await update({ repairOperation: 'replace' })).toEqual({
        level: 1,
        pricing: 10,
        repairOperation: 'replace',
      });
      expect(await update({ pricing: 0 })).toEqual({ level: 1, pricing: 0, repairOperation: 'replace' });
      expect(await update({ pricing: null, level: 3 })).toEqual({ level: 3, repairOperation: 'replace' });
      expect(await update({})).toEqual({ level: 3, repairOperation: 'replace' });
    });

    test('that does not exist cannot be updated', async () => {
      const { api, id } = await createInspection();
      expect(await rejectionCode(api.severities.updateOne(id, 'unknown', { level: 1 }))).toBe('not_found');
    });
  });
}
