import { expect, test } from 'vitest';
import { createResultsOperations, selectDeviceResults } from './device-results.ts';
import { addImage } from './images.ts';
import { updateVehicle } from './inspections.ts';
import { createContext, PHOTO, RuleRunner } from './rule-runner.suite.ts';

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

test('sends detection limits, also of photos without damage', () => {
  const runner = new RuleRunner();
  const imageId = runner.apply(addImage({ tasks: [] }, PHOTO)).result;
  const limit = { model: 'damage 4.0.0', limits: [] };
  const images = runner.state.images.map((image) => ({ ...image, detectionLimit: limit }));
  const after = { ...runner.state, images };
  expect(createResultsOperations(runner.state, after, createContext())).toHaveLength(1);
  expect(createResultsOperations(after, { ...after, images: [...images] }, createContext())).toEqual([]);
  expect(selectDeviceResults(after).detectionLimits).toEqual([{ imageId, ...limit }]);
});

test('sends changed results', () => {
  const [operation, ...others] = createResultsOperations(before, detected, createContext());
  expect(operation).toMatchObject({ kind: 'inspection.results', inspectionId: before.inspection.id });
  expect(others).toEqual([]);
});
