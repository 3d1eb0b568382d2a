import type * as v from 'valibot';
import type { ProgressStatus } from '../domain/enums.ts';
import type { JsonObject } from '../domain/fields.ts';
import type { CreateDamage } from '../domain/records/damage.ts';
import type { CreateImage } from '../domain/records/image.ts';
import type { PdfInputData } from '../domain/records/inspection.ts';
import type { CreateSeverity, UpdateSeverity } from '../domain/records/severity.ts';
import type { UpdateTask } from '../domain/records/task.ts';
import type { CreateView } from '../domain/records/view.ts';
import { toWireCreateInspection, toWireUpdateInspection } from './create-inspection.ts';
import { fromWireId, wireId } from './decode-response.ts';
import type { PDF_UPLOAD_BODY } from './form-parts.ts';
import { decodeImage, wireImage } from './image.ts';
import { fromWireInspection, wireInspection } from './inspection.ts';
import { requestToWire } from './key-case.ts';
import {
  fromWireCount,
  fromWireImagePage,
  fromWireInspectionPage,
  wireCount,
  wireImagePage,
  wireInspectionPage,
} from './page.ts';
import { fromWirePdf, type PdfRequest, wirePdf } from './pdf.ts';
import { decodeTask, fromWireTasks, wireTask, wireTasks } from './task.ts';
import { type DeclaredUpload, fromWireUpload, type UploadedImage, wireUpload } from './upload.ts';
import { toWireVehicleInput } from './vehicle.ts';

/** An endpoint of the service. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL, with placeholders in braces. */
  path: string;
  /** Type of each query parameter, by its name. */
  query?: Readonly<Record<string, QueryType>>;
}
type QueryType = 'text' | 'number' | 'boolean';

/** A route with what clients send and read. */
export interface ClientRoute<Input = never, Output = unknown> extends Route {
  /** Returns the body of a request. Left out for requests without a body. */
  body?(input: Input): JsonObject;
  response: JsonResponse<Output> | 'image/*';
}

/** A response in JSON. */
interface JsonResponse<Output> {
  /** Schema of the response with keys in camelCase. */
  schema: v.GenericSchema;
  /** @throws `remote_invalid` if the response does not match the schema. */
  decode(json: unknown, inspectionId: string): Output;
}

/** The value that a client gives a route for the body of a request. */
export type InputOf<R extends ClientRoute> = R extends { body(input: infer Input): JsonObject }
  ? Input
  : unknown;

/** The value that a client gets from a route. */
export type OutputOf<R extends ClientRoute> =
  R['response'] extends JsonResponse<infer Output> ? Output : { bytes: ArrayBuffer; type: string };

const ID = { schema: wireId, decode: fromWireId };
const IMAGE = { schema: wireImage, decode: decodeImage };

const pageQuery = { limit: 'number', before: 'text', after: 'text', pagination_order: 'text' } as const;
const filterQuery = {
  ownership_filter: 'text',
  inspection_status: 'text',
  show_deleted: 'boolean',
} as const;

const INSPECTION = '/inspections/{inspection_id}';

/**
 * Every endpoint of the specification. Client and service read this table: the client encodes and decodes with it, the service
 * finds the endpoint and documents the response.
 */
export const ROUTES = {
  createInspection: { method: 'POST', path: '/inspections', body: toWireCreateInspection, response: ID },
  listInspections: {
    method: 'GET',
    path: '/inspections',
    query: { ...pageQuery, ...filterQuery, verbose: 'number' },
    response: { schema: wireInspectionPage, decode: fromWireInspectionPage },
  },
  countInspections: {
    method: 'GET',
    path: '/inspections/count',
    query: { ...filterQuery, verbose: 'number' },
    response: { schema: wireCount, decode: fromWireCount },
  },
  getInspection: {
    method: 'GET',
    path: INSPECTION,
    query: { show_deleted_objects: 'boolean', verbose: 'text' },
    response: { schema: wireInspection, decode: fromWireInspection },
  },
  updateInspection: { method: 'PATCH', path: INSPECTION, body: toWireUpdateInspection, response: ID },
  deleteInspection: { method: 'DELETE', path: INSPECTION, response: ID },
  addPdfData: {
    method: 'PATCH',
    path: `${INSPECTION}/pdf_data`,
    body: requestToWire<PdfInputData>,
    response: ID,
  },
  updateVehicle: {
    method: 'PATCH',
    path: `${INSPECTION}/vehicle`,
    body: toWireVehicleInput,
    response: ID,
  },
  listTasks: {
    method: 'GET',
    path: `${INSPECTION}/tasks`,
    response: { schema: wireTasks, decode: fromWireTasks },
  },
  getTask: {
    method: 'GET',
    path: `${INSPECTION}/tasks/{task_name}`,
    response: { schema: wireTask, decode: decodeTask },
  },
  updateTask: {
    method: 'PATCH',
    path: `${INSPECTION}/tasks/{task_name}`,
    body: requestToWire<UpdateTask>,
    response: ID,
  },
  /** Our service returns the image. Other services return its id, which clients read. */
  addImage: {
    method: 'POST',
    path: `${INSPECTION}/images`,
    body: requestToWire<CreateImage | UploadedImage>,
    response: { schema: wireImage, decode: fromWireId },
  },
  /** Our addition. Starts the upload of a photo to the bucket of the service. */
  startUpload: {
    method: 'POST',
    path: `${INSPECTION}/uploads`,
    body: requestToWire<DeclaredUpload>,
    response: { schema: wireUpload, decode: fromWireUpload },
  },
  listImages: {
    method: 'GET',
    path: `${INSPECTION}/images`,
    query: pageQuery,
    response: { schema: wireImagePage, decode: fromWireImagePage },
  },
  getImage: {
    method: 'GET',
    path: `${INSPECTION}/images/{image_id}`,
    query: { show_deleted_objects: 'boolean' },
    response: IMAGE,
  },
  deleteImage: {
    method: 'DELETE',
    path: `${INSPECTION}/images/{image_id}`,
    /** By default, an image with results is not deleted. */
    body: (statuses: readonly ProgressStatus[] = ['NOT_STARTED']) =>
      requestToWire({ authorizedTasksStatuses: statuses }),
    response: ID,
  },
  /** Our addition. Other services give an image a `path` to its photo. */
  getPhoto: {
    method: 'GET',
    path: '/images/{image_id}/photo',
    query: { width: 'number' },
    response: 'image/*',
  },
  createView: {
    method: 'POST',
    path: `${INSPECTION}/views`,
    body: requestToWire<CreateView>,
    response: ID,
  },
  deleteView: { method: 'DELETE', path: `${INSPECTION}/views/{view_id}`, response: ID },
  createDamage: {
    method: 'POST',
    path: `${INSPECTION}/damages`,
    body: requestToWire<CreateDamage>,
    response: ID,
  },
  deleteDamage: { method: 'DELETE', path: `${INSPECTION}/damages/{damage_id}`, response: ID },
  createSeverity: {
    method: 'POST',
    path: `${INSPECTION}/severity_pricing`,
    body: requestToWire<CreateSeverity>,
    response: ID,
  },
  updateSeverity: {
    method: 'PATCH',
    path: `${INSPECTION}/severity_pricing/{severity_id}`,
    body: requestToWire<UpdateSeverity>,
    response: ID,
  },
  requestPdf: {
    method: 'POST',
    path: `${INSPECTION}/pdf`,
    body: requestToWire<PdfRequest | typeof PDF_UPLOAD_BODY>,
    response: ID,
  },
  getPdf: {
    method: 'GET',
    path: `${INSPECTION}/pdf`,
    response: { schema: wirePdf, decode: fromWirePdf },
  },
} as const satisfies Record<string, ClientRoute>;
export type RouteName = keyof typeof ROUTES;
