import type { CreateDamage } from '../domain/damage.ts';
import type { ProgressStatus, TaskName } from '../domain/enums.ts';
import type { CreateImage } from '../domain/image.ts';
import type { CreateInspection, ListInspectionsOptions, PdfInputData } from '../domain/inspection.ts';
import type { ListOptions } from '../domain/paging.ts';
import type { CreateSeverity, UpdateSeverity } from '../domain/severity.ts';
import type { UpdateTask } from '../domain/task.ts';
import type { VehicleInput } from '../domain/vehicle.ts';
import type { CreateView } from '../domain/view.ts';
import {
  toWireCreateInspection,
  toWireUpdateInspection,
  type UpdateInspection,
} from '../wire/create-inspection.ts';
import { toWireCreateDamage } from '../wire/damage.ts';
import {
  decodeImage,
  PHOTO_PART,
  toWireCreateImage,
  toWireDeleteImage,
  uploadedPhoto,
} from '../wire/image.ts';
import { fromWireInspection } from '../wire/inspection.ts';
import { fromWireCount, fromWireImagePage, fromWireInspectionPage } from '../wire/page.ts';
import {
  fromWirePdf,
  PDF_PART,
  type PdfRequest,
  pdfUpload,
  toWirePdfData,
  toWirePdfRequest,
} from '../wire/pdf.ts';
import { fromWireId } from '../wire/read-response.ts';
import { ROUTES } from '../wire/routes.ts';
import { toWireSeverityInput } from '../wire/severity.ts';
import { decodeTask, fromWireTasks, toWireUpdateTask } from '../wire/task.ts';
import { toWireVehicleInput } from '../wire/vehicle.ts';
import { toWireCreateView } from '../wire/view.ts';
import { notReady } from './not-ready.ts';
import { readPhoto } from './read-photo.ts';
import { type Call, readJson, type Send, type SendOptions } from './send.ts';

/** What a count can be narrowed by. */
export type CountOptions = Partial<
  Pick<ListInspectionsOptions, 'ownershipFilter' | 'inspectionStatus' | 'showDeleted'>
>;
export interface GetInspectionQuery {
  showDeletedObjects?: boolean;
  /** `light` leaves outlines out, where the service knows the word. */
  verbose?: 'light';
}

/**
 * One function per endpoint: one request (two where a token had expired), and what it answers. Inputs are
 * checked already (src/spec). Creates, updates and deletes answer `{ id }`, as the service does.
 */
export type RemoteCalls = ReturnType<typeof createCalls>;

export function createCalls(send: Send) {
  const change = (call: Call, options?: SendOptions) => send(call, readJson(fromWireId), options);
  const read = <T>(call: Call, decode: (json: unknown) => T, options?: SendOptions) =>
    send(call, readJson(decode), options);

  return {
    /** `photos`: under the file key that each image of the input names. */
    createInspection(input: CreateInspection, photos: Record<string, Blob> = {}, options?: SendOptions) {
      const body = toWireCreateInspection(input);
      const files = Object.keys(photos).length > 0 && { files: photos };
      return change({ route: ROUTES.createInspection, body, ...files }, options);
    },
    getInspection(inspectionId: string, query: GetInspectionQuery = {}, options?: SendOptions) {
      return read({ route: ROUTES.getInspection, ids: { inspectionId }, query }, fromWireInspection, options);
    },
    listInspections(query: Partial<ListInspectionsOptions> = {}, options?: SendOptions) {
      return read({ route: ROUTES.listInspections, query }, fromWireInspectionPage, options);
    },
    countInspections(query: CountOptions = {}, options?: SendOptions) {
      return read({ route: ROUTES.countInspections, query }, fromWireCount, options);
    },
    updateInspection(inspectionId: string, input: UpdateInspection, options?: SendOptions) {
      const body = toWireUpdateInspection(input);
      return change({ route: ROUTES.updateInspection, ids: { inspectionId }, body }, options);
    },
    deleteInspection(inspectionId: string, options?: SendOptions) {
      return change({ route: ROUTES.deleteInspection, ids: { inspectionId } }, options);
    },
    addPdfData(inspectionId: string, input: PdfInputData, options?: SendOptions) {
      const body = toWirePdfData(input);
      return change({ route: ROUTES.addPdfData, ids: { inspectionId }, body }, options);
    },
    updateVehicle(inspectionId: string, input: VehicleInput, options?: SendOptions) {
      const body = toWireVehicleInput(input);
      return change({ route: ROUTES.updateVehicle, ids: { inspectionId }, body }, options);
    },

    listTasks(inspectionId: string, options?: SendOptions) {
      const decode = (json: unknown) => fromWireTasks(json, inspectionId);
      return read({ route: ROUTES.listTasks, ids: { inspectionId } }, decode, options);
    },
    getTask(inspectionId: string, taskName: TaskName, options?: SendOptions) {
      const decode = (json: unknown) => decodeTask(json, inspectionId);
      return read({ route: ROUTES.getTask, ids: { inspectionId, taskName } }, decode, options);
    },
    updateTask(inspectionId: string, taskName: TaskName, input: UpdateTask, options?: SendOptions) {
      const body = toWireUpdateTask(input);
      return change({ route: ROUTES.updateTask, ids: { inspectionId, taskName }, body }, options);
    },

    /** With a photo it is uploaded; without one the service fetches `acquisition.url`. */
    addImage(inspectionId: string, input: CreateImage, photo: Blob | undefined, options?: SendOptions) {
      const body = toWireCreateImage(photo ? { ...input, acquisition: uploadedPhoto } : input);
      const files = photo && { files: { [PHOTO_PART]: photo } };
      return change({ route: ROUTES.addImage, ids: { inspectionId }, body, ...files }, options);
    },
    getImage(inspectionId: string, imageId: string, options?: SendOptions) {
      const decode = (json: unknown) => decodeImage(json, inspectionId);
      return read({ route: ROUTES.getImage, ids: { inspectionId, imageId } }, decode, options);
    },
    listImages(inspectionId: string, query: Partial<ListOptions> = {}, options?: SendOptions) {
      const decode = (json: unknown) => fromWireImagePage(json, inspectionId);
      return read({ route: ROUTES.listImages, ids: { inspectionId }, query }, decode, options);
    },
    /** `statuses`: the states that the image's tasks may be in, NOT_STARTED unless told. */
    deleteImage(
      inspectionId: string,
      imageId: string,
      statuses?: readonly ProgressStatus[],
      options?: SendOptions,
    ) {
      const body = toWireDeleteImage(statuses);
      return change({ route: ROUTES.deleteImage, ids: { inspectionId, imageId }, body }, options);
    },
    /** The bytes and their type. */
    getPhoto(imageId: string, options?: SendOptions) {
      return send({ route: ROUTES.getPhoto, ids: { imageId } }, readPhoto, options);
    },

    /** The photo is the new image's, where the view brings one. */
    createView(inspectionId: string, input: CreateView, photo: Blob | undefined, options?: SendOptions) {
      const newImage = photo && input.newImage && { ...input.newImage, acquisition: uploadedPhoto };
      const body = toWireCreateView(newImage ? { ...input, newImage } : input);
      const files = newImage && { files: { [PHOTO_PART]: photo } };
      return change({ route: ROUTES.createView, ids: { inspectionId }, body, ...files }, options);
    },
    deleteView(inspectionId: string, viewId: string, options?: SendOptions) {
      return change({ route: ROUTES.deleteView, ids: { inspectionId, viewId } }, options);
    },
    createDamage(inspectionId: string, input: CreateDamage, options?: SendOptions) {
      const body = toWireCreateDamage(input);
      return change({ route: ROUTES.createDamage, ids: { inspectionId }, body }, options);
    },
    deleteDamage(inspectionId: string, damageId: string, options?: SendOptions) {
      return change({ route: ROUTES.deleteDamage, ids: { inspectionId, damageId } }, options);
    },
    createSeverity(inspectionId: string, input: CreateSeverity, options?: SendOptions) {
      const body = toWireSeverityInput(input);
      return change({ route: ROUTES.createSeverity, ids: { inspectionId }, body }, options);
    },
    updateSeverity(inspectionId: string, severityId: string, input: UpdateSeverity, options?: SendOptions) {
      const body = toWireSeverityInput(input);
      return change({ route: ROUTES.updateSeverity, ids: { inspectionId, severityId }, body }, options);
    },

    requestPdf(inspectionId: string, input: PdfRequest, options?: SendOptions) {
      const body = toWirePdfRequest(input);
      return change({ route: ROUTES.requestPdf, ids: { inspectionId }, body }, options);
    },
    /** A PDF of the app's own, as the inspection's report. */
    uploadPdf(inspectionId: string, pdf: Blob, options?: SendOptions) {
      const files = { [PDF_PART]: pdf };
      return change({ route: ROUTES.requestPdf, ids: { inspectionId }, body: pdfUpload, files }, options);
    },
    /** Refused with `report_not_ready` until it is there. */
    async getPdf(inspectionId: string, options?: SendOptions) {
      try {
        return await read({ route: ROUTES.getPdf, ids: { inspectionId } }, fromWirePdf, options);
      } catch (error) {
        throw notReady(error);
      }
    },
  };
}
