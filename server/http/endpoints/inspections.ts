import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { type JsonObject, jsonObject, jsonObjectOf, object } from '../../../src/domain/fields.ts';
import {
  type CreateInspection,
  createInspectionSchema,
  listInspectionsSchema,
  type PdfInputData,
} from '../../../src/domain/inspection.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { DEVICE_RESULTS_KEY } from '../../../src/domain/outbox/device-results.ts';
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
import { type AcceptedInspection, acceptInspection } from '../../compatibility/accept-inspection.ts';
import { acceptPdfData, addPdfAmounts } from '../../compatibility/accept-pdf-data.ts';
import { acceptVehicle, listGivenAmounts } from '../../compatibility/accept-vehicle.ts';
import { addKeptFields } from '../../compatibility/add-kept-fields.ts';
import { keepFields } from '../../compatibility/kept-fields.ts';
import { checkCursors } from '../check-cursors.ts';
import { type Endpoint, type RequestInput, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import type { RequestBody } from '../request-body.ts';
import { validateCallbacks } from '../validate-callbacks.ts';
import { mapRecords, toInspectionBody, withPhotoUrl } from '../wire-response.ts';

/** Ids sort by creation time, which is the only order. */
const orderBy = object({ orderBy: v.optional(v.picklist(['created_at'])) });
const deviceResults = jsonObjectOf(LIMITS.deviceResultsBytes);
export const updateInspection = object({
  additionalData: jsonObjectOf(LIMITS.jsonBytes + LIMITS.deviceResultsBytes),
});

export const createOne: Endpoint = {
  access: 'write',
  photoUrls: (input) =>
    (parseInspection(input).input.images ?? []).flatMap((image) => listPhotoUrls(image, input.body.files)),
  photoFiles: (input) =>
    (parseInspection(input).input.images ?? []).flatMap(
      (image) => findUploadedPhoto(image, input.body.files) ?? [],
    ),
  createsOnly(request) {
    const { input, ended } = parseInspection(request);
    return ended.length === 0 && (input.images ?? []).length === 0;
  },
  async handle({ api, store, service, identity, body }) {
    const { input, keep, ended } = parseInspection({ identity, body });
    store.changeCommits((state, before) => (before ? state : keep(state, () => service.ids.next())));
    const created = await api.inspections.createOne(input, { photos: body.files });
    for (const { name, status } of ended) {
      await api.tasks.updateOne(created.result, name, { status: 'DONE' });
      if (status === 'VALIDATED') await api.tasks.updateOne(created.result, name, { status });
    }
    return toIdBody(created);
  },
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, query: { orderBy: order, ...query }, store, service }) {
    check(orderBy, { orderBy: order }, 'options');
    await checkCursors(query, async (cursor) => (await store.loadReadable(cursor)) !== undefined);
    const { entities, ...page } = await api.inspections.getMany(query);
    const images = mapRecords(entities.images, (image) => withPhotoUrl(image, service));
    const body = toWireInspectionPage({ ...page, entities: { ...entities, images } });
    return { ...body, data: body.data.map((one) => addKeptFields(one, store.stateOf(String(one.id)))) };
  },
};

export const count: Endpoint = {
  access: 'read',
  async handle({ identity, query: { orderBy: order, ...query }, store }) {
    check(orderBy, { orderBy: order }, 'options');
    const { before: _before, after: _after, ...options } = check(listInspectionsSchema, query, 'options');
    return { total: await store.count(toListQuery(options, identity)) };
  },
};

export const getOne: Endpoint = {
  access: 'read',
  async handle({ api, param, query: { verbose, ...options }, store, service }) {
    const response = await api.inspections.getOne(param('inspection_id'), options);
    const body = toInspectionBody(response, service, { light: verbose === 'light' });
    return addKeptFields(body, store.stateOf(response.result));
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
  async handle({ api, store, param, body }) {
    const { body: data, kept } = acceptPdfData(body.json);
    store.changeCommits((state) => addPdfAmounts(state, kept));
    return toIdBody(
      await api.inspections.addAdditionalData(
        param('inspection_id'),
        fromWirePdfData(data) as PdfInputData, // checked by the operation
      ),
    );
  },
};

export const updateVehicle: Endpoint = {
  access: 'update',
  async handle({ api, store, param, body }) {
    const { body: vehicle, kept } = acceptVehicle(body.json);
    store.changeCommits((state) =>
      state.vehicle ? keepFields(state, state.vehicle.id, kept, listGivenAmounts(vehicle)) : state,
    );
    return toIdBody(
      await api.inspections.updateVehicle(
        param('inspection_id'),
        fromWireVehicleInput(vehicle) as VehicleInput, // checked by the operation
      ),
    );
  },
};

interface ParsedInspection extends AcceptedInspection {
  input: CreateInspection;
}

/** Bodies that were parsed. Several methods of the endpoint need the result. */
const parsedBodies = new WeakMap<RequestBody, ParsedInspection>();

function parseInspection({ identity, body }: RequestInput): ParsedInspection {
  const known = parsedBodies.get(body);
  if (known) return known;
  const accepted = acceptInspection(body.json);
  const input = check(createInspectionSchema, fromWireCreateInspection(accepted.body), 'inspection');
  requireTaskPermissions(identity, Object.keys(input.tasks) as TaskName[]);
  if (input.images?.some(({ compliances }) => compliances)) requireTaskPermissions(identity, ['compliances']);
  validateCallbacks(input.tasks);
  const parsed = { ...accepted, input };
  parsedBodies.set(body, parsed);
  return parsed;
}

/**
 * Returns a rule that merges the caller's keys into the inspection's additional data. The merged data has a size limit. The
 * results of a device have their own, so that neither displaces the other.
 */
function updateAdditionalData(additionalData: JsonObject): (state: InspectionState) => Decision<void> {
  return (state) => {
    const { inspection } = state;
    const { [DEVICE_RESULTS_KEY]: given, ...update } = additionalData;
    const { [DEVICE_RESULTS_KEY]: stored, ...before } = inspection.additionalData ?? {};
    if (given !== undefined) check(deviceResults, given, `additional_data.${DEVICE_RESULTS_KEY}`);
    const results = given ?? stored;
    const merged = {
      ...check(jsonObject, { ...before, ...update }, 'additional_data'),
      ...(results !== undefined && { [DEVICE_RESULTS_KEY]: results }),
    };
    return decide({ ...state, inspection: { ...inspection, additionalData: merged } }, undefined, {
      events: [{ type: 'inspection.updated', inspectionId: inspection.id }],
    });
  };
}
