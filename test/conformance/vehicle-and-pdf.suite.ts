import { describe, expect, test } from 'vitest';
import { type ApiUnderTest, createClients, getOnlyRecord } from './api-under-test.ts';
import { everyPdfField, everyVehicleField } from './every-field.ts';

export function vehicleAndPdfConformance(service: ApiUnderTest): void {
  describe('the vehicle', () => {
    const { newClient } = createClients(service);

    // Proves spec 2.5.
    test('can be added later, with every field', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      const { result, entities } = await api.inspections.updateVehicle(id, everyVehicleField);
      expect(result).toBe(id);
      expect(getOnlyRecord(entities.vehicles)).toMatchObject(everyVehicleField);
      const read = await api.inspections.getOne(id);
      expect(read.entities.vehicles).toEqual(entities.vehicles);
      expect(getOnlyRecord(read.entities.inspections).vehicle).toBe(getOnlyRecord(entities.vehicles).id);
    });

    // Proves wire C8.
    test('keeps its id and the fields that an update omits', async () => {
      const api = await newClient();
      const created = await api.inspections.createOne({ tasks: {}, vehicle: everyVehicleField });
      const before = getOnlyRecord(created.entities.vehicles);
      await api.inspections.updateVehicle(created.result, {
        color: 'red',
        mileage: { value: 1, unit: 'miles' },
      });
      const { entities } = await api.inspections.getOne(created.result);
      expect(getOnlyRecord(entities.vehicles)).toEqual({
        ...before,
        color: 'red',
        mileage: { value: 1, unit: 'miles' },
      });
    });
  });

  describe('own data', () => {
    const { newClient } = createClients(service);

    // Proves wire C8.
    test('is merged key by key', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({
        tasks: {},
        additionalData: { mine: 1, kept: 2 },
      });
      const { result, entities } = await api.inspections.updateOne(id, {
        additionalData: { mine: { deep: true } },
      });
      expect(result).toBe(id);
      expect(getOnlyRecord(entities.inspections).additionalData).toEqual({ mine: { deep: true }, kept: 2 });
      const read = await api.inspections.getOne(id);
      expect(getOnlyRecord(read.entities.inspections).additionalData).toEqual({
        mine: { deep: true },
        kept: 2,
      });
    });

    test('cannot replace the PDF data, nor grow beyond its limit', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({
        tasks: {},
        additionalData: { big: 'x'.repeat(40_000) },
      });
      const updates = [{ pdf_data: {} }, { more: 'x'.repeat(40_000) }];
      for (const additionalData of updates)
        await expect(api.inspections.updateOne(id, { additionalData })).rejects.toMatchObject({
          code: 'invalid_input',
        });
    });
  });

  describe('PDF data', () => {
    const { newClient } = createClients(service);

    // Proves spec 4.9.
    test('is stored with every field; the response has empty maps', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({ tasks: {}, additionalData: { mine: 1 } });
      const { result, entities } = await api.inspections.addAdditionalData(id, everyPdfField);
      expect(result).toBe(id);
      expect(Object.values(entities).every((map) => Object.keys(map).length === 0)).toBe(true);
      const read = await api.inspections.getOne(id);
      expect(getOnlyRecord(read.entities.inspections).additionalData).toEqual({
        mine: 1,
        pdf_data: everyPdfField,
      });
    });

    test.each([{ pdf_data: 'a text' }, { pdf_data: ['a', 'list'] }, { pdf_data: 7 }, { pdf_data: null }])(
      'replaces data of the app that has its name: %j',
      async ({ pdf_data }) => {
        const api = await newClient();
        const additionalData = { mine: 1, pdf_data };
        const { result: id } = await api.inspections.createOne({ tasks: {}, additionalData });
        await api.inspections.addAdditionalData(id, { comment: 'first' });
        const { entities } = await api.inspections.getOne(id);
        expect(getOnlyRecord(entities.inspections).additionalData).toEqual({
          mine: 1,
          pdf_data: { comment: 'first' },
        });
      },
    );

    // Proves spec 4.9.
    test('is merged with later calls, and accepts the market value as a number', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      await api.inspections.addAdditionalData(id, { agentFirstName: 'Ada', comment: 'first' });
      await api.inspections.addAdditionalData(id, { comment: 'second', marketValue: 12_000 });
      const { entities } = await api.inspections.getOne(id);
      expect(getOnlyRecord(entities.inspections).additionalData).toEqual({
        pdf_data: { agentFirstName: 'Ada', comment: 'second', marketValue: 12_000 },
      });
    });
  });
}
