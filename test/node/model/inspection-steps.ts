import fc from 'fast-check';
import { expect } from 'vitest';
import {
  INSPECTION_STATUSES,
  OWNERSHIP_FILTERS,
  PROGRESS_STATUS_UPDATES,
  TASK_NAMES,
  type TaskName,
} from '../../../src/domain/enums.ts';
import { getRecord } from '../../conformance/api-under-test.ts';
import { expectedEntities, ids, inTaskOrder, taskEntity, withoutTimes } from './expected-responses.ts';
import {
  addImage,
  expectedTransitionErrors,
  type ModelInspection,
  type ModelPhoto,
  statusOf,
} from './model.ts';
import { attempt, pick, prepareCall, step } from './step.ts';

const user = fc.nat(2);
const choice = fc.nat(29);
/** Half of them name nothing, so that pages are read from either end and between two records. */
const cursor = fc.oneof(fc.constant(9), choice);
/** Mostly none or one, so that they are often among those listed. */
export const taskNames = fc.oneof(
  fc.constant<TaskName[]>([]),
  fc.subarray([...TASK_NAMES], { maxLength: 1 }),
  fc.subarray([...TASK_NAMES]),
);

export function createInspection(photos: readonly ModelPhoto[]) {
  return fc
    .record({
      user,
      tasks: fc.array(fc.tuple(fc.constantFrom(...TASK_NAMES), fc.boolean()), { minLength: 2, maxLength: 9 }),
      images: fc.array(fc.record({ photo: fc.nat(photos.length - 1), tasks: taskNames }), { maxLength: 2 }),
      vehicle: fc.boolean(),
      fields: fc.record({ accidentNature: fc.string(), usageDuration: fc.nat() }, { requiredKeys: [] }),
    })
    .map((given) =>
      step(`create ${JSON.stringify(given)}`, async (model, real) => {
        const owner = model.users[given.user];
        const kerbside = real.clients[given.user];
        if (!owner || !kerbside) throw new Error('There is no such user');
        const listed = new Map(given.tasks);
        const images = given.images.map(({ photo, tasks }) => ({ photo: photos[photo], tasks }));
        const call = kerbside.inspections.createOne(
          {
            tasks: Object.fromEntries(
              [...listed].map(([name, todo]) => [name, todo ? { status: 'TODO' } : {}]),
            ),
            images: images.map(({ tasks }, index) => ({
              name: `${index}`,
              acquisition: { fileKey: `${index}` },
              tasks,
            })),
            ...(given.vehicle && { vehicle: { brand: 'Fiat' } }),
            ...given.fields,
          },
          {
            photos: Object.fromEntries(
              images.flatMap(({ photo }, n) => (photo ? [[`${n}`, photo.bytes]] : [])),
            ),
          },
        );
        const unlisted = images.some(({ tasks }) => tasks.some((name) => !listed.has(name)));
        const response = await attempt(call, unlisted ? ['task_unknown'] : []);
        if (!response) return;
        const { entities, result: id } = response;
        const made = getRecord(entities.inspections, id);
        const inspection: ModelInspection = {
          id,
          owner,
          deleted: false,
          fields: given.fields,
          ...(given.vehicle && { vehicle: { id: made.vehicle ?? '', brand: 'Fiat' } }),
          tasks: inTaskOrder([...listed].map(([name, todo]) => ({ name, todo }))).map(
            ({ name, todo }, n) => ({
              id: made.tasks[n] ?? '',
              name,
              status: 'NOT_STARTED',
              startsWithFirstImage: todo,
              images: [],
            }),
          ),
          images: [],
          damages: [],
          parts: [],
          views: [],
          severities: [],
        };
        model.inspections.push(inspection);
        const record = (kind: string) => model.outbox.push({ kind, inspectionId: id, userId: owner.id });
        record('inspection.create');
        for (const [index, { photo, tasks }] of images.entries()) {
          if (!photo) continue;
          const image = {
            id: made.images[index] ?? '',
            name: `${index}`,
            fileKey: `${index}`,
            photo,
            tasks,
            deleted: false,
          };
          const isLast = (name: string) =>
            !images.slice(index + 1).some((later) => later.tasks.some((one) => one === name));
          record('image.add');
          for (const _started of addImage(inspection, image, (task) => isLast(task.name)))
            record('task.update');
        }
        expect(withoutTimes(response)).toEqual({ entities: expectedEntities(inspection), result: id });
      }),
    );
}

export const deleteInspection = fc.tuple(user, choice).map(([by, which]) =>
  step(`user ${by} deletes ${which}`, async (model, real) => {
    const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
    if (!(await attempt(kerbside.inspections.deleteOne(id), expectedErrors)) || !inspection) return;
    inspection.deleted = true;
    record('inspection.delete');
  }),
);

export const purgeInspection = fc.tuple(user, choice, fc.boolean()).map(([by, which, discardUnsent]) =>
  step(
    `user ${by} purges ${which}, ${discardUnsent ? 'discarding' : 'keeping'} what was not sent`,
    async (model, real) => {
      const { kerbside, inspection, id } = prepareCall(model, real, by, which);
      // All operations are unsent here. A deleted inspection can be purged too.
      const expectedErrors = inspection
        ? discardUnsent
          ? []
          : (['unsent_changes'] as const)
        : (['not_found'] as const);
      await attempt(kerbside.storage.purge(id, { discardUnsent }), expectedErrors);
      if (expectedErrors.length > 0) return;
      model.inspections = model.inspections.filter((one) => one !== inspection);
      model.outbox = model.outbox.filter(({ inspectionId }) => inspectionId !== id);
    },
  ),
);

export const updateVehicle = fc
  .tuple(user, choice, fc.record({ plate: fc.string(), color: fc.string() }, { requiredKeys: [] }))
  .map(([by, which, fields]) =>
    step(`user ${by} updates the vehicle of ${which}: ${JSON.stringify(fields)}`, async (model, real) => {
      const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
      const response = await attempt(kerbside.inspections.updateVehicle(id, fields), expectedErrors);
      if (!response || !inspection) return;
      const vehicleId = inspection.vehicle?.id ?? Object.keys(response.entities.vehicles)[0] ?? '';
      inspection.vehicle = { ...inspection.vehicle, id: vehicleId, ...fields };
      record('inspection.vehicle');
      expect(response.entities.vehicles).toEqual({ [vehicleId]: inspection.vehicle });
    }),
  );

export const addPdfData = fc
  .tuple(user, choice, fc.record({ comment: fc.string(), agentCompany: fc.string() }, { requiredKeys: [] }))
  .map(([by, which, fields]) =>
    step(`user ${by} adds to ${which}: ${JSON.stringify(fields)}`, async (model, real) => {
      const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
      const response = await attempt(kerbside.inspections.addAdditionalData(id, fields), expectedErrors);
      if (!response || !inspection) return;
      inspection.additionalData = { pdf_data: { ...inspection.additionalData?.pdf_data, ...fields } };
      record('inspection.pdf_data');
      expect(response.result).toBe(id);
    }),
  );

export const updateTask = fc
  .tuple(
    user,
    choice,
    fc.constantFrom(...TASK_NAMES),
    fc.constantFrom(...PROGRESS_STATUS_UPDATES),
    fc.option(fc.record({ n: fc.nat() }), { nil: undefined }),
  )
  .map(([by, which, name, status, edit]) =>
    step(
      `user ${by} sets ${name} of ${which} to ${status}${edit ? ' with arguments' : ''}`,
      async (model, real) => {
        const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
        const task = inspection?.tasks.find((one) => one.name === name);
        if (inspection) expectedErrors.push(...expectedTransitionErrors(task, status, edit !== undefined));
        const input = { status, ...(edit && { arguments: edit }) };
        const response = await attempt(kerbside.tasks.updateOne(id, name, input), expectedErrors);
        if (!response || !inspection || !task) return;
        task.status = status;
        if (edit) task.arguments = edit;
        record('task.update');
        expect(withoutTimes(response.entities.tasks)).toEqual({ [task.id]: taskEntity(inspection, task) });
      },
    ),
  );

export const listInspections = fc
  .record({
    user,
    ownershipFilter: fc.constantFrom(...OWNERSHIP_FILTERS),
    inspectionStatus: fc.option(fc.constantFrom(...INSPECTION_STATUSES), { nil: undefined }),
    showDeleted: fc.boolean(),
    paginationOrder: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.integer({ min: 1, max: 4 }),
    after: cursor,
    before: cursor,
  })
  .map(({ user: by, after, before, ...options }) =>
    step(`user ${by} lists ${JSON.stringify({ ...options, after, before })}`, async (model, real) => {
      const me = model.users[by];
      const all = options.paginationOrder === 'asc' ? model.inspections : model.inspections.toReversed();
      const [first, last] = [pick(all, after), pick(all, before)];
      const listed = all.filter(
        (one, index) =>
          (!first || index > all.indexOf(first)) &&
          (!last || index < all.indexOf(last)) &&
          (options.showDeleted || !one.deleted) &&
          (!options.inspectionStatus || statusOf(one.tasks) === options.inspectionStatus) &&
          (options.ownershipFilter === 'all_resources' ||
            (options.ownershipFilter === 'own_resources' && one.owner.id === me?.id) ||
            (options.ownershipFilter === 'organization_resources' &&
              one.owner.organizationId === me?.organizationId)),
      );
      const expected = last && !first ? listed.slice(-options.limit) : listed.slice(0, options.limit);
      const page = await real.clients[by]?.inspections.getMany({
        ...options,
        after: first?.id,
        before: last?.id,
      });
      expect(page?.result).toEqual(ids(expected));
    }),
  );
