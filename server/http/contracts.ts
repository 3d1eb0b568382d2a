import * as v from 'valibot';
import { createDamageSchema } from '../../src/domain/damage.ts';
import {
  createInspectionSchema,
  getInspectionSchema,
  listInspectionsSchema,
  pdfInputDataSchema,
} from '../../src/domain/inspection.ts';
import { listSchema } from '../../src/domain/paging.ts';
import { createSeveritySchema, updateSeveritySchema } from '../../src/domain/severity.ts';
import { updateTaskSchema } from '../../src/domain/task/task.ts';
import { vehicleSchema } from '../../src/domain/vehicle.ts';
import { createViewSchema } from '../../src/domain/view.ts';
import { wireId } from '../../src/wire/decode-response.ts';
import { PDF_PART, PHOTO_PART } from '../../src/wire/form-parts.ts';
import { wireImage } from '../../src/wire/image.ts';
import { wireInspection } from '../../src/wire/inspection.ts';
import { wireCount, wirePageOf } from '../../src/wire/page.ts';
import { pdfRequest, wirePdf } from '../../src/wire/pdf.ts';
import type { RouteName } from '../../src/wire/routes.ts';
import { wireTask } from '../../src/wire/task.ts';
import { wireUpload } from '../../src/wire/upload.ts';
import { declaredPhoto } from '../direct-upload/start-upload.ts';
import * as fleet from './endpoints/fleet.ts';
import { createImageBody, deleteImage } from './endpoints/images.ts';
import { updateInspection } from './endpoints/inspections.ts';

/** What a route takes and returns: the schemas that endpoints and clients check with. Their keys are in camelCase. */
export interface Contract {
  summary: string;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /** Name of the multipart part with a file. Such a route takes the body as JSON, or as the part `json` of a form. */
  file?: string;
  /** JSON, or a file of this type. */
  response: v.GenericSchema | 'image/*' | 'application/pdf';
}

/** Our routes that are not in the specification. */
export type OtherRouteName = 'listFleet' | 'summarizeFleet' | 'getPdfFile';

/** The compiler checks that no route is missing. */
export const CONTRACTS: Record<RouteName | OtherRouteName, Contract> = {
  createInspection: {
    summary: 'Creates an inspection, with or without images.',
    body: createInspectionSchema,
    file: PHOTO_PART,
    response: wireId,
  },
  listInspections: {
    summary: 'Lists inspections, newest first.',
    query: listInspectionsSchema,
    response: wirePageOf(wireInspection),
  },
  countInspections: {
    summary: 'Counts the inspections that match the filters.',
    query: listInspectionsSchema,
    response: wireCount,
  },
  getInspection: {
    summary: 'Returns an inspection with all its records.',
    query: getInspectionSchema,
    response: wireInspection,
  },
  updateInspection: {
    summary: 'Merges keys into the additional data of an inspection.',
    body: updateInspection,
    response: wireId,
  },
  deleteInspection: { summary: 'Deletes an inspection.', response: wireId },
  addPdfData: {
    summary: 'Adds data that the report prints.',
    body: pdfInputDataSchema,
    response: wireId,
  },
  updateVehicle: { summary: 'Changes fields of the vehicle.', body: vehicleSchema, response: wireId },
  listTasks: {
    summary: 'Returns the tasks of an inspection by name.',
    response: v.record(v.string(), wireTask),
  },
  getTask: { summary: 'Returns a task.', response: wireTask },
  updateTask: { summary: 'Starts or changes a task.', body: updateTaskSchema, response: wireId },
  addImage: {
    summary: 'Adds an image. Its photo is a file of the form, has a URL, or was uploaded before.',
    body: createImageBody,
    file: PHOTO_PART,
    response: wireImage,
  },
  startUpload: {
    summary: 'Starts or continues the upload of a photo. Returns the requests that are still to make.',
    body: declaredPhoto,
    response: wireUpload,
  },
  listImages: {
    summary: 'Lists the images of an inspection.',
    query: listSchema,
    response: wirePageOf(wireImage),
  },
  getImage: { summary: 'Returns an image.', query: getInspectionSchema, response: wireImage },
  deleteImage: { summary: 'Deletes an image.', body: deleteImage, response: wireId },
  getPhoto: { summary: 'Returns the photo of an image, or a thumbnail of it.', response: 'image/*' },
  createView: {
    summary: 'Adds a view of a damage on an image.',
    body: createViewSchema,
    file: PHOTO_PART,
    response: wireId,
  },
  deleteView: { summary: 'Deletes a view.', response: wireId },
  createDamage: { summary: 'Adds a damage.', body: createDamageSchema, response: wireId },
  deleteDamage: { summary: 'Deletes a damage.', response: wireId },
  createSeverity: { summary: 'Adds a severity.', body: createSeveritySchema, response: wireId },
  updateSeverity: { summary: 'Changes a severity.', body: updateSeveritySchema, response: wireId },
  requestPdf: {
    summary: 'Requests a report, or uploads one.',
    body: pdfRequest,
    file: PDF_PART,
    response: wireId,
  },
  getPdf: { summary: 'Returns the address of the report.', response: wirePdf },
  listFleet: {
    summary: 'Lists inspections as the fleet page shows them.',
    query: fleet.listSchema,
    response: v.looseObject({ data: v.array(v.looseObject({ id: v.string() })), total: v.number() }),
  },
  summarizeFleet: {
    summary: 'Counts the inspections that match the filters, and adds their costs.',
    query: fleet.summarySchema,
    response: v.looseObject({ inspections: v.number() }),
  },
  getPdfFile: { summary: 'Returns the report.', response: 'application/pdf' },
};
