import { describe, expect, test } from 'vitest';
import { type ApiUnderTest, clientsOf, onlyOf } from './api-under-test.ts';
import { everyPdfField, everyVehicleField } from './every-field.ts';

export function vehicleAndPdfConformance(service: ApiUnderTest): void {
  describe('the vehicle', () => {
    const { someone } = clientsOf(service);

    test('can be given later, with every field', async () => {
      const api = await someone();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      const { result, entities } = await api.inspections.updateVehicle(id, everyVehicleField);
      expect(result).toBe(id);
      expect(onlyOf(entities.vehicles)).toMatchObject(everyVehicleField);
      const read = await api.inspections.getOne(id);
      expect(read.entities.vehicles).toEqual(entities.vehicles);
      expect(onlyOf(read.entities.inspections).vehicle).toBe(onlyOf(entities.vehicles).id);
    });

    test('keeps its id and the fields an update leaves out', async () => {
      const api = await someone();
      const created = await api.inspections.createOne({ tasks: {}, vehicle: everyVehicleField });
      const before = onlyOf(created.entities.vehicles);
      await api.inspections.updateVehicle(created.result, {
        color: 'red',
        mileage: { value: 1, unit: 'miles' },
      });
      const { entities } = await api.inspections.getOne(created.result);
      expect(onlyOf(entities.vehicles)).toEqual({
        ...before,
        color: 'red',
        mileage: { value: 1, unit: 'miles' },
      });
    });
  });

  describe('the data for the PDF report', () => {
    const { someone } = clientsOf(service);

    test('answers with empty maps and is kept, every field of it', async () => {
      const api = await someone();
      const { result: id } = await api.inspections.createOne({ tasks: {}, additionalData: { mine: 1 } });
      const { result, entities } = await api.inspections.addAdditionalData(id, everyPdfField);
      expect(result).toBe(id);
      expect(Object.values(entities).every((map) => Object.keys(map).length === 0)).toBe(true);
      const read = await api.inspections.getOne(id);
      expect(onlyOf(read.entities.inspections).additionalData).toEqual({ mine: 1, pdf_data: everyPdfField });
    });

    test('grows with later calls, and takes the market value as a plain number too', async () => {
      const api = await someone();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      await api.inspections.addAdditionalData(id, { agentFirstName: 'Ada', comment: 'first' });
      await api.inspections.addAdditionalData(id, { comment: 'second', marketValue: 12_000 });
      const { entities } = await api.inspections.getOne(id);
      expect(onlyOf(entities.inspections).additionalData).toEqual({
        pdf_data: { agentFirstName: 'Ada', comment: 'second', marketValue: 12_000 },
      });
    });
  });
}
