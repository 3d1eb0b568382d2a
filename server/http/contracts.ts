import * as v from 'valibot';
import { IMAGE_CALLS, INSPECTION_CALLS, TASK_CALLS } from '../../src/domain/api/api-arguments.ts';
import { DAMAGE_CALLS, SEVERITY_CALLS, VIEW_CALLS } from '../../src/domain/api/correction-arguments.ts';
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

/** The contract of a route: the schemas that endpoints and clients check with, in camelCase. */
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
    body: INSPECTION_CALLS.createOne.args.inspection,
    file: PHOTO_PART,
    response: wireId,
  },
  listInspections: {
    summary: 'Lists inspections, newest first.',
    query: INSPECTION_CALLS.getMany.options,
    response: wirePageOf(wireInspection),
  },
  countInspections: {
    summary: 'Counts the inspections that match the filters.',
    query: INSPECTION_CALLS.getMany.options,
    response: wireCount,
  },
  getInspection: {
    summary: 'Returns an inspection with all its records.',
    query: INSPECTION_CALLS.getOne.options,
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
    body: INSPECTION_CALLS.addAdditionalData.args.pdfData,
    response: wireId,
  },
  updateVehicle: {
    summary: 'Changes fields of the vehicle.',
    body: INSPECTION_CALLS.updateVehicle.args.vehicle,
    response: wireId,
  },
  listTasks: {
    summary: 'Returns the tasks of an inspection by name.',
    response: v.record(v.string(), wireTask),
  },
  getTask: { summary: 'Returns a task.', response: wireTask },
  updateTask: {
    summary: 'Starts or changes a task.',
    body: TASK_CALLS.updateOne.args.task,
    response: wireId,
  },
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
    query: IMAGE_CALLS.getMany.options,
    response: wirePageOf(wireImage),
  },
  getImage: { summary: 'Returns an image.', query: INSPECTION_CALLS.getOne.options, response: wireImage },
  deleteImage: { summary: 'Deletes an image.', body: deleteImage, response: wireId },
  getPhoto: { summary: 'Returns the photo of an image, or a thumbnail of it.', response: 'image/*' },
  createView: {
    summary: 'Adds a view of a damage on an image.',
    body: VIEW_CALLS.createOne.args.view,
    file: PHOTO_PART,
    response: wireId,
  },
  deleteView: { summary: 'Deletes a view.', response: wireId },
  createDamage: { summary: 'Adds a damage.', body: DAMAGE_CALLS.createOne.args.damage, response: wireId },
  deleteDamage: { summary: 'Deletes a damage.', response: wireId },
  createSeverity: {
    summary: 'Adds a severity.',
    body: SEVERITY_CALLS.createOne.args.severity,
    response: wireId,
  },
  updateSeverity: {
    summary: 'Changes a severity.',
    body: SEVERITY_CALLS.updateOne.args.severity,
    response: wireId,
  },
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
