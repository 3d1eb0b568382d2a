import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { type JsonObject, jsonObject, object } from '../../../src/domain/fields.ts';
import {
  type CreateInspection,
  createInspectionSchema,
  listInspectionsSchema,
  type PdfInputData,
} from '../../../src/domain/inspection.ts';
import type { VehicleInput } from '../../../src/domain/vehicle.ts';
import { toListQuery } from '../../../src/operations/inspections.ts';
import { type Decision, decide } from '../../../src/rules/rule.ts';
import type { InspectionState } from '../../../src/rules/state.ts';
import { additionalDataFromWire } from '../../../src/wire/additional-data.ts';
import { fromWireCreateInspection } from '../../../src/wire/create-inspection.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireInspectionPage } from '../../../src/wire/page.ts';
import { fromWirePdfData } from '../../../src/wire/pdf.ts';
import { fromWireVehicleInput } from '../../../src/wire/vehicle.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { type Endpoint, type RequestInput, toIdBody } from '../endpoint.ts';
import { listPhotoUrls } from '../photo-source.ts';
import { validateCallbacks } from '../validate-callbacks.ts';
import { mapRecords, toInspectionBody, withPhotoUrl } from '../wire-response.ts';

/** Ids sort by creation time, which is the only order. */
const orderBy = object({ orderBy: v.optional(v.picklist(['created_at'])) });
const updateInspection = object({ additionalData: jsonObject });

export const createOne: Endpoint = {
  access: 'write',
  photoUrls: (input) =>
    (parseInspection(input).images ?? []).flatMap((image) => listPhotoUrls(image, input.body.files)),
  handle: async ({ api, ...input }) =>
    toIdBody(await api.inspections.createOne(parseInspection(input), { photos: input.body.files })),
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, query: { orderBy: order, ...query }, service }) {
    check(orderBy, { orderBy: order }, 'options');
    const { entities, ...page } = await api.inspections.getMany(query);
    const images = mapRecords(entities.images, (image) => withPhotoUrl(image, service));
    return toWireInspectionPage({ ...page, entities: { ...entities, images } });
  },
};

export const count: Endpoint = {
  access: 'read',
  async handle({ identity, query, store }) {
    const options = check(listInspectionsSchema, query, 'options');
    return { total: await store.count(toListQuery(options, identity)) };
  },
};

export const getOne: Endpoint = {
  access: 'read',
  async handle({ api, param, query: { verbose, ...options }, service }) {
    const response = await api.inspections.getOne(param('inspection_id'), options);
    return toInspectionBody(response, service, { light: verbose === 'light' });
  },
};

export const updateOne: Endpoint = {
  access: 'update',
  async handle({ changes, param, body }) {
    const { additionalData } = check(updateInspection, requestFromWire(body.json), 'inspection');
    await changes.apply(param('inspection_id'), updateAdditionalData(additionalDataFromWire(additionalData)));
    return { id: param('inspection_id') };
  },
};

export const deleteOne: Endpoint = {
  access: 'write',
  handle: async ({ api, param }) => toIdBody(await api.inspections.deleteOne(param('inspection_id'))),
};

export const addPdfData: Endpoint = {
  access: 'update',
  handle: async ({ api, param, body }) =>
    toIdBody(
      await api.inspections.addAdditionalData(
        param('inspection_id'),
        fromWirePdfData(body.json) as PdfInputData, // checked by the operation
      ),
    ),
};

export const updateVehicle: Endpoint = {
  access: 'update',
  handle: async ({ api, param, body }) =>
    toIdBody(
      await api.inspections.updateVehicle(
        param('inspection_id'),
        fromWireVehicleInput(body.json) as VehicleInput, // checked by the operation
      ),
    ),
};

function parseInspection({ identity, body }: RequestInput): CreateInspection {
  const input = check(createInspectionSchema, fromWireCreateInspection(body.json), 'inspection');
  requireTaskPermissions(identity, Object.keys(input.tasks) as TaskName[]);
  if (input.images?.some(({ compliances }) => compliances)) requireTaskPermissions(identity, ['compliances']);
  validateCallbacks(input.tasks);
  return input;
}

/** Returns a rule that merges the caller's keys into the inspection's additional data. The merged data has a size limit. */
function updateAdditionalData(additionalData: JsonObject): (state: InspectionState) => Decision<void> {
  return (state) => {
    const { inspection } = state;
    const merged = check(jsonObject, { ...inspection.additionalData, ...additionalData }, 'additional_data');
    return decide({ ...state, inspection: { ...inspection, additionalData: merged } }, undefined, {
      events: [{ type: 'inspection.updated', inspectionId: inspection.id }],
    });
  };
}
