import fc from 'fast-check';
import { call, untyped } from '../support/untyped.ts';
import { attempt, prepareCall, step } from './step.ts';

/** Calls that are rejected in every state. They must change nothing. */
const INVALID: [operation: string, ...input: unknown[]][] = [
  ['inspections.createOne', { tasks: { polishing: {} } }],
  ['inspections.createOne', { tasks: {}, usageDuration: -1 }],
  ['inspections.updateVehicle', 'ID', { plate: 5 }],
  ['inspections.addAdditionalData', 'ID', { comment: {} }],
  ['inspections.getOne', 'ID', { showDeleted: true }],
  ['inspections.getMany', { limit: 0 }],
  ['tasks.updateOne', 'ID', 'damage_detection', { status: 'IN_PROGRESS' }],
  ['images.addOne', 'ID', { tasks: ['polishing'] }, new Uint8Array()],
  ['damages.createOne', 'ID', { damageType: 'theft', partType: 'hood' }],
  ['views.createOne', 'ID', { damageId: 'any', polygons: [[]], imageId: 'any' }],
  ['severities.createOne', 'ID', { label: 'hood', level: 0 }],
  ['storage.import', new Uint8Array(9)],
];

export const invalidCall = fc
  .tuple(fc.nat(2), fc.nat(29), fc.constantFrom(...INVALID))
  .map(([by, which, [operation, ...input]]) =>
    step(`user ${by} calls ${operation} on ${which} with bad input`, async (model, real) => {
      const { kerbside, id } = prepareCall(model, real, by, which);
      const values = input.map((value) => (value === 'ID' ? id : value));
      await attempt(call(untyped(kerbside), operation, values), ['invalid_input']);
    }),
  );
