import fc from 'fast-check';
import { expect } from 'vitest';
import type { DamageType, PartType } from '../../../src/domain/enums.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';
import {
  damageEntity,
  expectedEntities,
  filterDeleted,
  ids,
  imageEntity,
  withoutTimes,
} from './expected-responses.ts';
import { taskNames } from './inspection-steps.ts';
import {
  addImage,
  expectedImageErrors,
  isPlaceholderPart,
  type ModelImage,
  type ModelInspection,
  type ModelPhoto,
} from './model.ts';
import { attempt, pick, prepareCall, step, UNKNOWN_ID } from './step.ts';

const user = fc.nat(2);
const choice = fc.nat(29);
/** Half of them name nothing, so that pages are read from either end and between two records. */
const cursor = fc.oneof(fc.constant(9), choice);
const part = fc.constantFrom<PartType>('hood', 'roof', 'ignore', 'background');

export function addOneImage(photos: readonly ModelPhoto[]) {
  return fc
    .record({
      user,
      which: choice,
      tasks: taskNames,
      photo: fc.nat(photos.length),
      name: fc.option(fc.string()),
    })
    .map(({ user: by, which, tasks, photo: index, name }) =>
      step(`user ${by} adds photo ${index} for ${tasks} to ${which}`, async (model, real) => {
        const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
        const photo = photos[index];
        if (!photo) expectedErrors.push('photo_invalid');
        if (inspection) expectedErrors.push(...expectedImageErrors(inspection.tasks, tasks));
        const bytes = photo?.bytes ?? new TextEncoder().encode('no photo');
        const input = { tasks, ...(name !== null && { name }) };
        const response = await attempt(kerbside.images.addOne(id, input, bytes), expectedErrors);
        if (!response || !inspection || !photo) return;
        const image = { id: response.result, name: name ?? response.result, photo, tasks, deleted: false };
        record('image.add');
        for (const _started of addImage(inspection, image, () => true)) record('task.update');
        expect(withoutTimes(getOnlyRecord(response.entities.images))).toEqual(imageEntity(inspection, image));
      }),
    );
}

export const deleteImage = fc.tuple(user, choice, choice).map(([by, which, whichImage]) =>
  step(`user ${by} deletes image ${whichImage} of ${which}`, async (model, real) => {
    const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
    const image = pick(inspection?.images ?? [], whichImage);
    if (!image || image.deleted) expectedErrors.push('not_found');
    else expectedErrors.push(...expectedImageErrors(inspection?.tasks ?? [], image.tasks));
    const response = await attempt(kerbside.images.deleteOne(id, image?.id ?? UNKNOWN_ID), expectedErrors);
    if (!response || !inspection || !image) return;
    image.deleted = true;
    for (const task of inspection.tasks) task.images = task.images.filter((one) => one !== image.id);
    record('image.delete');
    expect(response.entities.images).toEqual({ [image.id]: { id: image.id, deleted: true } });
  }),
);

export const createDamage = fc
  .tuple(user, choice, fc.constantFrom<DamageType>('dent', 'scratch'), part)
  .map(([by, which, damageType, partType]) =>
    step(`user ${by} finds a ${damageType} on ${partType} of ${which}`, async (model, real) => {
      const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
      const response = await attempt(
        kerbside.damages.createOne(id, { damageType, partType }),
        expectedErrors,
      );
      if (!response || !inspection) return;
      const damage = { id: response.result, damageType, partType, deleted: false };
      inspection.damages.push(damage);
      recordPartId(inspection, partType, getOnlyRecord(response.entities.damages).parts[0]);
      record('damage.create');
      expect(withoutTimes(getOnlyRecord(response.entities.damages))).toEqual(
        damageEntity(inspection, damage),
      );
    }),
  );

export const deleteDamage = fc.tuple(user, choice, choice).map(([by, which, whichDamage]) =>
  step(`user ${by} deletes damage ${whichDamage} of ${which}`, async (model, real) => {
    const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
    const damage = pick(inspection?.damages ?? [], whichDamage);
    if (!damage || damage.deleted) expectedErrors.push('not_found');
    const response = await attempt(kerbside.damages.deleteOne(id, damage?.id ?? UNKNOWN_ID), expectedErrors);
    if (!response || !inspection || !damage) return;
    damage.deleted = true;
    record('damage.delete');
    const { parts } = damageEntity(inspection, damage);
    expect(response.entities.damages).toEqual({ [damage.id]: { id: damage.id, deleted: true, parts } });
  }),
);

export function createView(photos: readonly ModelPhoto[]) {
  // Most are inside both photos.
  const coordinate = fc.oneof({ weight: 20, arbitrary: fc.nat(48) }, fc.nat(70));
  const drawn = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 4 });
  return fc
    .record({
      user,
      which: choice,
      whichDamage: choice,
      whichImage: choice,
      newPhoto: fc.option(fc.nat(photos.length - 1)),
      polygons: fc.array(drawn, { minLength: 1, maxLength: 2 }),
    })
    .map(({ user: by, which, whichDamage, whichImage, newPhoto, polygons }) =>
      step(
        `user ${by} sees damage ${whichDamage} of ${which} at ${JSON.stringify(polygons)}`,
        async (model, real) => {
          const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
          const damage = pick(inspection?.damages ?? [], whichDamage);
          const isNew = newPhoto !== null;
          const known = isNew ? undefined : pick(inspection?.images ?? [], whichImage);
          const photo = isNew ? photos[newPhoto] : known?.photo;
          expectedErrors.push(
            ...expectedViewErrors(damage, photo && { photo, deleted: known?.deleted ?? false }, polygons),
          );
          const place = isNew ? { newImage: { name: 'new' } } : { imageId: known?.id ?? UNKNOWN_ID };
          const input = { damageId: damage?.id ?? UNKNOWN_ID, polygons, ...place };
          const options = isNew && photo ? { photo: photo.bytes } : {};
          const response = await attempt(kerbside.views.createOne(id, input, options), expectedErrors);
          if (!response || !inspection || !damage || !photo) return;
          const { imageId } = getOnlyRecord(response.entities.views);
          if (isNew) {
            addImage(inspection, { id: imageId, name: 'new', photo, tasks: [], deleted: false }, () => true);
            record('image.add');
          }
          const view = {
            id: response.result,
            imageId,
            damageId: damage.id,
            polygons,
            boundingBox: boxAround(polygons),
            deleted: false,
          };
          inspection.views.push(view);
          record('view.create');
          expect(withoutTimes(response.entities.views)).toEqual({
            [view.id]: expectedEntities(inspection, true).views[view.id],
          });
        },
      ),
    );
}

function expectedViewErrors(
  damage: { deleted: boolean } | undefined,
  image: Pick<ModelImage, 'photo' | 'deleted'> | undefined,
  polygons: [number, number][][],
): ErrorCode[] {
  const expectedErrors: ErrorCode[] = [];
  if (!damage || damage.deleted || !image || image.deleted) expectedErrors.push('not_found');
  const outside = polygons
    .flat()
    .some(([x, y]) => image && (x > image.photo.width || y > image.photo.height));
  if (outside) expectedErrors.push('invalid_input');
  return expectedErrors;
}

function boxAround(polygons: [number, number][][]) {
  const [xs, ys] = [
    polygons
      .flat()
      .map(([x]) => x)
      .sort(ascending),
    polygons
      .flat()
      .map(([, y]) => y)
      .sort(ascending),
  ];
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = [xs[0], ys[0], xs.at(-1), ys.at(-1)];
  return { xmin, ymin, width: xmax - xmin, height: ymax - ymin };
}

const ascending = (a: number, b: number) => a - b;

export const deleteView = fc.tuple(user, choice, choice).map(([by, which, whichView]) =>
  step(`user ${by} deletes view ${whichView} of ${which}`, async (model, real) => {
    const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
    const view = pick(inspection?.views ?? [], whichView);
    const isShown = inspection && view && filterDeleted(inspection, false).views.includes(view);
    if (!isShown) expectedErrors.push('not_found');
    const response = await attempt(kerbside.views.deleteOne(id, view?.id ?? UNKNOWN_ID), expectedErrors);
    if (!response || !view) return;
    view.deleted = true;
    record('view.delete');
    expect(response.entities.views).toEqual({ [view.id]: { id: view.id, deleted: true } });
  }),
);

const severityFields = fc.record(
  { level: fc.constantFrom(1 as const, 2 as const, 3 as const), pricing: fc.nat() },
  { requiredKeys: [] },
);

export const createSeverity = fc.tuple(user, choice, part, severityFields).map(([by, which, label, value]) =>
  step(`user ${by} rates ${label} of ${which} ${JSON.stringify(value)}`, async (model, real) => {
    const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
    const response = await attempt(kerbside.severities.createOne(id, { label, ...value }), expectedErrors);
    if (!response || !inspection) return;
    recordPartId(inspection, label, getOnlyRecord(response.entities.severityResults).relatedItemId);
    inspection.severities.push({ id: response.result, label, value });
    record('severity.create');
    const { severityResults } = expectedEntities(inspection);
    expect(response.entities.severityResults).toEqual({
      [response.result]: severityResults[response.result],
    });
  }),
);

export const updateSeverity = fc
  .tuple(user, choice, choice, severityFields, fc.boolean())
  .map(([by, which, whichSeverity, value, withoutPrice]) =>
    step(`user ${by} rates anew ${whichSeverity} of ${which}`, async (model, real) => {
      const { kerbside, inspection, id, expectedErrors, record } = prepareCall(model, real, by, which);
      const severity = pick(inspection?.severities ?? [], whichSeverity);
      if (!severity) expectedErrors.push('not_found');
      const input = { ...value, ...(withoutPrice && { pricing: null }) };
      const response = await attempt(
        kerbside.severities.updateOne(id, severity?.id ?? UNKNOWN_ID, input),
        expectedErrors,
      );
      if (!response || !severity) return;
      severity.value = { ...severity.value, ...value };
      if (withoutPrice) delete severity.value.pricing;
      record('severity.update');
      expect(getOnlyRecord(response.entities.severityResults).value).toEqual({
        customSeverity: severity.value,
      });
    }),
  );

export const listImages = fc
  .record({
    user,
    which: choice,
    limit: fc.integer({ min: 1, max: 3 }),
    paginationOrder: fc.constantFrom('asc' as const, 'desc' as const),
    after: cursor,
    before: cursor,
  })
  .map(({ user: by, which, limit, paginationOrder, ...cursors }) =>
    step(`user ${by} lists images of ${which} ${paginationOrder}, ${limit}`, async (model, real) => {
      const { kerbside, inspection, id, expectedErrors } = prepareCall(model, real, by, which);
      const images = inspection?.images ?? [];
      const all = paginationOrder === 'asc' ? images : images.toReversed();
      const [first, last] = [pick(all, cursors.after), pick(all, cursors.before)];
      const listed = all
        .filter((_one, n) => (!first || n > all.indexOf(first)) && (!last || n < all.indexOf(last)))
        .filter(({ deleted }) => !deleted);
      const expected = last && !first ? listed.slice(-limit) : listed.slice(0, limit);
      const options = { limit, paginationOrder, after: first?.id, before: last?.id };
      const page = await attempt(kerbside.images.getMany(id, options), expectedErrors);
      if (page) expect(page.result).toEqual(ids(expected));
    }),
  );

/** The id of a part shows with the first record on it. */
function recordPartId(inspection: ModelInspection, partType: PartType, id: string | undefined): void {
  if (isPlaceholderPart(partType)) expect(id).toBeUndefined();
  else if (!inspection.parts.some((known) => known.partType === partType)) {
    inspection.parts.push({ id: id ?? '', partType });
  }
}
