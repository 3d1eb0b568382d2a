import { fromWireId } from '../wire/decode-response.ts';
import { MULTIPART_ACQUISITION, PDF_PART, PDF_UPLOAD_BODY, PHOTO_PART } from '../wire/form-parts.ts';
import { decodeImage } from '../wire/image.ts';
import { fromWireInspection } from '../wire/inspection.ts';
import { fromWireCount, fromWireImagePage, fromWireInspectionPage } from '../wire/page.ts';
import { fromWirePdf } from '../wire/pdf.ts';
import {
  toWireCreateDamage,
  toWireCreateImage,
  toWireCreateInspection,
  toWireCreateView,
  toWireDeleteImage,
  toWirePdfData,
  toWirePdfRequest,
  toWireSeverityInput,
  toWireUpdateInspection,
  toWireUpdateTask,
  toWireVehicleInput,
} from '../wire/request-bodies.ts';
import { ROUTES } from '../wire/routes.ts';
import { decodeTask, fromWireTasks } from '../wire/task.ts';
import type { PhotoUploader } from './photo-uploader.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { readJson, readPhoto } from './response-body.ts';
import { toReportError } from './response-error.ts';
import type { Call, Send, SendOptions } from './send.ts';

/** Creates the calls of a service. */
export function createCalls(send: Send, uploader?: PhotoUploader): RemoteCalls {
  const change = (call: Call, options?: SendOptions) => send(call, readJson(fromWireId), options);
  const read = <T>(call: Call, decode: (json: unknown) => T, options?: SendOptions) =>
    send(call, readJson(decode), options);

  return {
    createInspection(input, photos = {}, options) {
      const body = toWireCreateInspection(input);
      const files = Object.keys(photos).length > 0 && { files: photos };
      return change({ route: ROUTES.createInspection, body, ...files }, options);
    },
    getInspection(inspectionId, query = {}, options) {
      return read({ route: ROUTES.getInspection, ids: { inspectionId }, query }, fromWireInspection, options);
    },
    listInspections(query = {}, options) {
      return read({ route: ROUTES.listInspections, query }, fromWireInspectionPage, options);
    },
    countInspections(query = {}, options) {
      return read({ route: ROUTES.countInspections, query }, fromWireCount, options);
    },
    updateInspection(inspectionId, input, options) {
      const body = toWireUpdateInspection(input);
      return change({ route: ROUTES.updateInspection, ids: { inspectionId }, body }, options);
    },
    deleteInspection(inspectionId, options) {
      return change({ route: ROUTES.deleteInspection, ids: { inspectionId } }, options);
    },
    addPdfData(inspectionId, input, options) {
      const body = toWirePdfData(input);
      return change({ route: ROUTES.addPdfData, ids: { inspectionId }, body }, options);
    },
    updateVehicle(inspectionId, input, options) {
      const body = toWireVehicleInput(input);
      return change({ route: ROUTES.updateVehicle, ids: { inspectionId }, body }, options);
    },

    listTasks(inspectionId, options) {
      const decode = (json: unknown) => fromWireTasks(json, inspectionId);
      return read({ route: ROUTES.listTasks, ids: { inspectionId } }, decode, options);
    },
    getTask(inspectionId, taskName, options) {
      const decode = (json: unknown) => decodeTask(json, inspectionId);
      return read({ route: ROUTES.getTask, ids: { inspectionId, taskName } }, decode, options);
    },
    updateTask(inspectionId, taskName, input, options) {
      const body = toWireUpdateTask(input);
      return change({ route: ROUTES.updateTask, ids: { inspectionId, taskName }, body }, options);
    },

    async addImage(inspectionId, input, photo, options = {}) {
      const image = toWireCreateImage(input);
      const added = photo && (await uploader?.addImage({ send, inspectionId, image, photo, options }));
      if (added) return added;
      const body = toWireCreateImage(photo ? { ...input, acquisition: MULTIPART_ACQUISITION } : input);
      const files = photo && { files: { [PHOTO_PART]: photo } };
      return change({ route: ROUTES.addImage, ids: { inspectionId }, body, ...files }, options);
    },
    getImage(inspectionId, imageId, options) {
      const decode = (json: unknown) => decodeImage(json, inspectionId);
      return read({ route: ROUTES.getImage, ids: { inspectionId, imageId } }, decode, options);
    },
    listImages(inspectionId, query = {}, options) {
      const decode = (json: unknown) => fromWireImagePage(json, inspectionId);
      return read({ route: ROUTES.listImages, ids: { inspectionId }, query }, decode, options);
    },
    deleteImage(inspectionId, imageId, statuses, options) {
      const body = toWireDeleteImage(statuses);
      return change({ route: ROUTES.deleteImage, ids: { inspectionId, imageId }, body }, options);
    },
    getPhoto(imageId, options) {
      return send({ route: ROUTES.getPhoto, ids: { imageId } }, readPhoto, options);
    },

    createView(inspectionId, input, photo, options) {
      const newImage = photo && input.newImage && { ...input.newImage, acquisition: MULTIPART_ACQUISITION };
      const body = toWireCreateView(newImage ? { ...input, newImage } : input);
      const files = newImage && { files: { [PHOTO_PART]: photo } };
      return change({ route: ROUTES.createView, ids: { inspectionId }, body, ...files }, options);
    },
    deleteView(inspectionId, viewId, options) {
      return change({ route: ROUTES.deleteView, ids: { inspectionId, viewId } }, options);
    },
    createDamage(inspectionId, input, options) {
      const body = toWireCreateDamage(input);
      return change({ route: ROUTES.createDamage, ids: { inspectionId }, body }, options);
    },
    deleteDamage(inspectionId, damageId, options) {
      return change({ route: ROUTES.deleteDamage, ids: { inspectionId, damageId } }, options);
    },
    createSeverity(inspectionId, input, options) {
      const body = toWireSeverityInput(input);
      return change({ route: ROUTES.createSeverity, ids: { inspectionId }, body }, options);
    },
    updateSeverity(inspectionId, severityId, input, options) {
      const body = toWireSeverityInput(input);
      return change({ route: ROUTES.updateSeverity, ids: { inspectionId, severityId }, body }, options);
    },

    requestPdf(inspectionId, input, options) {
      const body = toWirePdfRequest(input);
      return change({ route: ROUTES.requestPdf, ids: { inspectionId }, body }, options);
    },
    uploadPdf(inspectionId, pdf, options) {
      const files = { [PDF_PART]: pdf };
      return change(
        { route: ROUTES.requestPdf, ids: { inspectionId }, body: PDF_UPLOAD_BODY, files },
        options,
      );
    },
    async getPdf(inspectionId, options) {
      try {
        return await read({ route: ROUTES.getPdf, ids: { inspectionId } }, fromWirePdf, options);
      } catch (error) {
        throw toReportError(error);
      }
    },
  };
}
