import { expect, test } from 'vitest';
import { updateVehicle } from '../rules/inspections.ts';
import { createContext, RuleRunner } from '../rules/rule-runner.suite.ts';
import { sendChangedResults } from './send-results.ts';

const { state: before } = new RuleRunner();
const detected: typeof before = {
  ...before,
  documents: [
    {
      id: 'd',
      imageId: 'i',
      type: 'vin',
      content: {},
      createdBy: { model: 'text', version: '1', engine: 'wasm' },
    },
  ],
};

test('sends nothing if no result has changed', async () => {
  const { state: after } = updateVehicle({ brand: 'Renault' })(before, createContext());
  expect(await sendChangedResults(before, after, createContext())).toEqual([]);
  expect(await sendChangedResults(before, { ...before, documents: [] }, createContext())).toEqual([]);
});

test('sends changed results', async () => {
  const [operation, ...others] = await sendChangedResults(before, detected, createContext());
  expect(operation).toMatchObject({ kind: 'inspection.results', inspectionId: before.inspection.id });
  expect(others).toEqual([]);
});

test('sends the results if what compares them cannot be loaded', async () => {
  const load = () => Promise.reject(new Error('404'));
  const sent = await sendChangedResults(before, { ...before, documents: [] }, createContext(), load);
  expect(sent).toMatchObject([{ kind: 'inspection.results' }]);
});
