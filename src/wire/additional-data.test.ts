import { expect, test } from 'vitest';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { toWireCreateInspection, toWireUpdateInspection } from './create-inspection.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';

const own = { camelCase: { agentFirstName: 1 }, snake_case: 2 };
const here = {
  ...own,
  pdf_data: { agentFirstName: 'Ada', marketValue: { value: 3, unit: 'EUR' }, ownKey: 1 },
};
const there = {
  ...own,
  pdf_data: { agent_first_name: 'Ada', market_value: { value: 3, unit: 'EUR' }, ownKey: 1 },
};

test('the data of the PDF is spelt as the wire is; the caller’s own is not touched', () => {
  expect(additionalDataToWire(here)).toEqual(there);
  expect(additionalDataFromWire(there)).toEqual(here);
  expect(additionalDataToWire(own)).toBe(own);
  expect(additionalDataToWire({ pdf_data: 'mine' })).toEqual({ pdf_data: 'mine' });
});

test('so it is in inspections, both ways, and in what creates and updates one', () => {
  const answered = fromWireInspection({ id: 'i1', tasks: [], additional_data: there });
  expect(answered.entities.inspections.i1?.additionalData).toEqual(here);
  expect(toWireInspection('i1', answered.entities).additional_data).toEqual(there);
  expect(toWireCreateInspection({ tasks: {}, additionalData: here }).additional_data).toEqual(there);
  expect(toWireUpdateInspection({ additionalData: here })).toEqual({ additional_data: there });
});
