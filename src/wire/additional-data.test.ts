import { expect, test } from 'vitest';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';
import { ROUTES } from './routes.ts';

const appData = { camelCase: { agentFirstName: 1 }, snake_case: 2 };
const camelCased = {
  ...appData,
  pdf_data: { agentFirstName: 'Ada', marketValue: { value: 3, unit: 'EUR' }, ownKey: 1 },
};
const snakeCased = {
  ...appData,
  pdf_data: { agent_first_name: 'Ada', market_value: { value: 3, unit: 'EUR' }, ownKey: 1 },
};

test('renames the keys of pdf_data and leaves the app’s own data unchanged', () => {
  expect(additionalDataToWire(camelCased)).toEqual(snakeCased);
  expect(additionalDataFromWire(snakeCased)).toEqual(camelCased);
  expect(additionalDataToWire(appData)).toBe(appData);
  expect(additionalDataToWire({ pdf_data: 'mine' })).toEqual({ pdf_data: 'mine' });
});

test('applies to inspections in both directions, to creates and to updates', () => {
  const read = fromWireInspection({ id: 'i1', tasks: [], additional_data: snakeCased });
  expect(read.entities.inspections.i1?.additionalData).toEqual(camelCased);
  expect(toWireInspection('i1', read.entities).additional_data).toEqual(snakeCased);
  expect(ROUTES.createInspection.body({ tasks: {}, additionalData: camelCased }).additional_data).toEqual(
    snakeCased,
  );
  expect(ROUTES.updateInspection.body({ additionalData: camelCased })).toEqual({
    additional_data: snakeCased,
  });
});
