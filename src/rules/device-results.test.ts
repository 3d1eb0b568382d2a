import { expect, test } from 'vitest';
import { createResultsOperations } from './device-results.ts';
import { updateVehicle } from './inspections.ts';
import { createContext, RuleRunner } from './rule-runner.suite.ts';

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

test('sends nothing if no result has changed', () => {
  const { state: after } = updateVehicle({ brand: 'Renault' })(before, createContext());
  expect(createResultsOperations(before, after, createContext())).toEqual([]);
  expect(createResultsOperations(before, { ...before, documents: [] }, createContext())).toEqual([]);
});

test('sends changed results', () => {
  const [operation, ...others] = createResultsOperations(before, detected, createContext());
  expect(operation).toMatchObject({ kind: 'inspection.results', inspectionId: before.inspection.id });
  expect(others).toEqual([]);
});
