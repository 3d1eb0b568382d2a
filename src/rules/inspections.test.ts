import { expect, test } from 'vitest';
import { addPdfData, createInspection, deleteInspection, updateVehicle } from './inspections.ts';
import { createContext, NOW, PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { requireVisible } from './to-entities.ts';

test('creates the inspection of a user with all its tasks', () => {
  const { state, operations, events } = createInspection(
    { tasks: { damage_detection: {}, wheel_analysis: {} }, vehicle: { plate: 'AB-123-CD' } },
    [],
    createContext(),
  );
  expect(state.inspection).toMatchObject({
    ownerId: 'ann',
    creatorId: 'ann',
    organizationId: 'rentals',
    createdAt: NOW,
  });
  expect(state.tasks.map(({ name, status }) => [name, status])).toEqual([
    ['damage_detection', 'NOT_STARTED'],
    ['wheel_analysis', 'NOT_STARTED'],
  ]);
  expect(state.tasks[0]).toHaveProperty('damageScoreThreshold', 0.3);
  expect(state.vehicle).toMatchObject({ plate: 'AB-123-CD' });
  expect(operations.map(({ kind }) => kind)).toEqual(['inspection.create']);
  expect(events.map(({ type }) => type)).toEqual(['inspection.created']);
});

test('sends the start of a task after the last image that it needs', () => {
  const images = ['one', 'two'].map((name) => ({ name, tasks: [{ name: 'damage_detection' as const }] }));
  const { state, operations } = createInspection(
    { tasks: { damage_detection: { status: 'TODO' } }, images },
    [PHOTO, PHOTO],
    createContext(),
  );
  expect(operations.map(({ kind }) => kind)).toEqual([
    'inspection.create',
    'image.add',
    'image.add',
    'task.update',
  ]);
  expect(operations[0]?.payload).toMatchObject({
    input: { tasks: { damage_detection: { status: 'NOT_STARTED' } } },
  });
  expect(state.tasks[0]).toMatchObject({ status: 'TODO', images: [{}, {}] });
});

test('adds PDF data to earlier data', () => {
  const runner = new RuleRunner();
  runner.apply(addPdfData({ agentFirstName: 'Ada', comment: 'first' }));
  runner.apply(addPdfData({ comment: 'second' }));
  expect(runner.state.inspection.additionalData).toEqual({
    pdf_data: { agentFirstName: 'Ada', comment: 'second' },
  });
});

test('a field that the user enters is no longer a reading', () => {
  const runner = new RuleRunner();
  runner.state = { ...runner.state, vehicle: { id: 'v', vin: 'READ' }, vehicleReadings: ['vin', 'plate'] };
  runner.apply(updateVehicle({ vin: 'ENTERED' }));
  expect(runner.state).toMatchObject({ vehicle: { vin: 'ENTERED' }, vehicleReadings: ['plate'] });
});

test('a deleted inspection keeps its records and is hidden', () => {
  const runner = new RuleRunner();
  runner.apply(deleteInspection);
  expect(runner.state.tasks).toHaveLength(1);
  expect(() => requireVisible(runner.state, false)).toThrow(/was deleted at 2026-05-01/);
  expect(requireVisible(runner.state, true)).toBe(runner.state);
});
