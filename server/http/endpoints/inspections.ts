import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { jsonObject, object } from '../../../src/domain/fields.ts';
import {
  type CreateInspection,
  createInspectionSchema,
  listInspectionsSchema,
  type PdfInputData,
} from '../../../src/domain/inspection.ts';
import type { VehicleInput } from '../../../src/domain/vehicle.ts';
import { toListQuery } from '../../../src/operations/inspections.ts';
import { additionalDataFromWire } from '../../../src/wire/additional-data.ts';
import { fromWireCreateInspection } from '../../../src/wire/create-inspection.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireInspectionPage } from '../../../src/wire/page.ts';
import { fromWirePdfData } from '../../../src/wire/pdf.ts';
import { fromWireVehicleInput } from '../../../src/wire/vehicle.ts';
import { requireFor } from '../../auth/permissions.ts';
import { updateAdditionalData } from '../../update-additional-data.ts';
import { type Asked, type Endpoint, idOf } from '../endpoint.ts';
import { urlsOf } from '../photo-source.ts';
import { refuseBadCallbacks } from '../refuse-bad-callbacks.ts';
import { mapped, wireInspection, withPhotoUrl } from '../wire-answers.ts';

/** Ids sort by creation, which is the one order there is. */
const orderBy = object({ orderBy: v.optional(v.picklist(['created_at'])) });
const updateInspection = object({ additionalData: jsonObject });

export const createOne: Endpoint = {
  access: 'write',
  photoUrls: (asked) =>
    (inspectionOf(asked).images ?? []).flatMap((image) => urlsOf(image, asked.body.files)),
  answer: async ({ api, ...asked }) =>
    idOf(await api.inspections.createOne(inspectionOf(asked), { photos: asked.body.files })),
};

export const getMany: Endpoint = {
  access: 'read',
  async answer({ api, query: { orderBy: order, ...query }, service }) {
    check(orderBy, { orderBy: order }, 'options');
    const { entities, ...page } = await api.inspections.getMany(query);
    const images = mapped(entities.images, (image) => withPhotoUrl(image, service));
    return toWireInspectionPage({ ...page, entities: { ...entities, images } });
  },
};

export const count: Endpoint = {
  access: 'read',
  async answer({ identity, query, store }) {
    const options = check(listInspectionsSchema, query, 'options');
    return { total: await store.count(toListQuery(options, identity)) };
  },
};

export const getOne: Endpoint = {
  access: 'read',
  async answer({ api, param, query: { verbose, ...options }, service }) {
    const answer = await api.inspections.getOne(param('inspection_id'), options);
    return wireInspection(answer, service, { light: verbose === 'light' });
  },
};

export const updateOne: Endpoint = {
  access: 'update',
  async answer({ changes, param, body }) {
    const { additionalData } = check(updateInspection, requestFromWire(body.json), 'inspection');
    await changes.apply(param('inspection_id'), updateAdditionalData(additionalDataFromWire(additionalData)));
    return { id: param('inspection_id') };
  },
};

export const deleteOne: Endpoint = {
  access: 'write',
  answer: async ({ api, param }) => idOf(await api.inspections.deleteOne(param('inspection_id'))),
};

export const addPdfData: Endpoint = {
  access: 'update',
  answer: async ({ api, param, body }) =>
    idOf(
      await api.inspections.addAdditionalData(
        param('inspection_id'),
        fromWirePdfData(body.json) as PdfInputData, // checked by the operation
      ),
    ),
};

export const updateVehicle: Endpoint = {
  access: 'update',
  answer: async ({ api, param, body }) =>
    idOf(
      await api.inspections.updateVehicle(
        param('inspection_id'),
        fromWireVehicleInput(body.json) as VehicleInput, // checked by the operation
      ),
    ),
};

function inspectionOf({ identity, body }: Asked): CreateInspection {
  const input = check(createInspectionSchema, fromWireCreateInspection(body.json), 'inspection');
  requireFor(identity, Object.keys(input.tasks) as TaskName[]);
  if (input.images?.some(({ compliances }) => compliances)) requireFor(identity, ['compliances']);
  refuseBadCallbacks(input.tasks);
  return input;
}
