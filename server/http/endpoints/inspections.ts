import { validateHeaderName, validateHeaderValue } from 'node:http';
import { check, invalidField } from '../../../src/domain/check.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { type JsonObject, jsonObject, jsonObjectOf, object } from '../../../src/domain/fields.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import {
  type CreateInspection,
  createInspectionSchema,
  DEVICE_RESULTS_KEY,
  listInspectionsSchema,
  type PdfInputData,
} from '../../../src/domain/records/inspection.ts';
import type { CreateTasks } from '../../../src/domain/records/task.ts';
import type { VehicleInput } from '../../../src/domain/records/vehicle.ts';
import { toListQuery } from '../../../src/operations/inspections.ts';
import { decide, type Rule } from '../../../src/rules/rule.ts';
import { additionalDataFromWire } from '../../../src/wire/additional-data.ts';
import { fromWireCreateInspection } from '../../../src/wire/create-inspection.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireInspectionPage } from '../../../src/wire/page.ts';
import { fromWireVehicleInput } from '../../../src/wire/vehicle.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { checkCursors } from '../check-cursors.ts';
import { type Endpoint, type RequestInput, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import type { RequestBody } from '../request-body.ts';
import { stampConfirmations } from '../stamp-confirmations.ts';
import { mapRecords, toInspectionBody, withPhotoUrl } from '../wire-response.ts';

const deviceResults = jsonObjectOf(LIMITS.deviceResultsBytes);
export const updateInspection = object({
  additionalData: jsonObjectOf(LIMITS.jsonBytes + LIMITS.deviceResultsBytes),
});

export const createOne: Endpoint = {
  access: 'write',
  photoUrls: (input) =>
    (parseInspection(input).images ?? []).flatMap((image) => listPhotoUrls(image, input.body.files)),
  photoFiles: (input) =>
    (parseInspection(input).images ?? []).flatMap(
      (image) => findUploadedPhoto(image, input.body.files) ?? [],
    ),
  createsOnly: (input) => (parseInspection(input).images ?? []).length === 0,
  handle: async ({ api, identity, body }) =>
    toIdBody(await api.inspections.createOne(parseInspection({ identity, body }), { photos: body.files })),
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, query, store, service }) {
    await checkCursors(query, async (cursor) => (await store.loadReadable(cursor)) !== undefined);
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
        requestFromWire(body.json) as PdfInputData, // checked by the operation
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

/** Bodies that were parsed. Several methods of the endpoint need the result. */
const parsedBodies = new WeakMap<RequestBody, CreateInspection>();

function parseInspection({ identity, body }: RequestInput): CreateInspection {
  const known = parsedBodies.get(body);
  if (known) return known;
  const input = check(createInspectionSchema, fromWireCreateInspection(body.json), 'inspection');
  requireTaskPermissions(identity, Object.keys(input.tasks) as TaskName[]);
  if (input.images?.some(({ compliances }) => compliances)) requireTaskPermissions(identity, ['compliances']);
  validateCallbacks(input.tasks);
  parsedBodies.set(body, input);
  return input;
}

/**
 * Returns a rule that merges the caller's keys into the inspection's additional data. The merged data has a size limit. The
 * results of a device have their own, so that neither displaces the other.
 */
function updateAdditionalData(additionalData: JsonObject): Rule<void> {
  return (state, context) => {
    const { inspection } = state;
    const { [DEVICE_RESULTS_KEY]: given, ...rest } = additionalData;
    const { [DEVICE_RESULTS_KEY]: stored, ...before } = inspection.additionalData ?? {};
    const update = stampConfirmations(rest, before, context);
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

/**
 * Rejects callbacks that can never be sent, while the client waits for the response.
 *
 * @throws `invalid_input` if a URL is not http(s) or a header is invalid.
 */
export function validateCallbacks(tasks: CreateTasks): void {
  for (const [name, { callbacks = [] }] of Object.entries(tasks)) {
    for (const [index, { url, headers }] of callbacks.entries()) {
      const path = `inspection.tasks.${name}.callbacks[${index}]`;
      if (!/^https?:$/.test(new URL(url).protocol))
        throw invalidField(`${path}.url`, 'an http or https URL', url);
      for (const [header, value] of Object.entries(headers)) validateHeader(header, value, `${path}.headers`);
    }
  }
}

function validateHeader(name: string, value: string, path: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw invalidField(path, 'names and values that HTTP allows', name);
  }
}
