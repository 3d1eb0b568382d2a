import { MULTIPART_ACQUISITION, PDF_PART, PDF_UPLOAD_BODY, PHOTO_PART } from '../wire/form-parts.ts';
import { ROUTES } from '../wire/routes.ts';
import { checkBaseUrl } from './base-url.ts';
import { createPhotoUploader, type OfferStorage, type PhotoUploader } from './photo-uploader.ts';
import type { Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toReportError } from './response-error.ts';
import { createSender, type Send } from './send.ts';
import type { GetToken } from './token.ts';
import { createBrowserTransport, createFetchTransport, type Fetch } from './transport.ts';

/** Options of `createRemoteClient`. */
export interface RemoteOptions {
  /** Address of the service, including its version: `https://api.example.org/v1`. No query, no fragment. */
  baseUrl: string;
  /**
   * Returns the access token. Called for each request, and again with `expired: true` after a 401. The client never stores
   * the token.
   */
  getToken: GetToken;
  /**
   * Replaces the platform's `fetch`. With your own `fetch` there is no upload progress.
   *
   * @default `globalThis.fetch`; in pages, `XMLHttpRequest` for uploads with `onProgress`
   */
  fetch?: Fetch;
  /**
   * Milliseconds without a response or upload progress after which a request throws `timeout`.
   *
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * Returns the current time in milliseconds since 1970. For tests.
   *
   * @default Date.now
   */
  now?(): number;
  /**
   * Replaces the pause between polls and retries. For tests.
   *
   * @default a timer
   */
  sleep?: Sleep;
}

export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Creates the calls of a service: what the outbox needs of a client.
 *
 * @param offers - Where it is stored whether the service offers uploads. Default: in memory.
 * @throws `invalid_input` if `baseUrl` is not an http or https address, or has a query.
 */
export function createRemoteCalls(options: Omit<RemoteOptions, 'sleep'>, offers?: OfferStorage): RemoteCalls {
  const { getToken, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, now = () => Date.now() } = options;
  const transport = fetch ? createFetchTransport(fetch) : createBrowserTransport();
  const baseUrl = checkBaseUrl(options.baseUrl);
  const uploader = createPhotoUploader({ transport, timeoutMs }, offers);
  const onResponse = uploader.observe;
  return createCalls(createSender({ baseUrl, getToken, transport, timeoutMs, now, onResponse }), uploader);
}

/** Each call names its route, whose entry in `ROUTES` encodes the input and decodes the response. */
function createCalls(send: Send, uploader: PhotoUploader): RemoteCalls {
  return {
    createInspection(input, photos = {}, options) {
      const files = Object.keys(photos).length > 0 && { files: photos };
      return send({ route: ROUTES.createInspection, input, ...files }, options);
    },
    getInspection: (inspectionId, query = {}, options) =>
      send({ route: ROUTES.getInspection, ids: { inspectionId }, query }, options),
    listInspections: (query = {}, options) => send({ route: ROUTES.listInspections, query }, options),
    countInspections: (query = {}, options) => send({ route: ROUTES.countInspections, query }, options),
    updateInspection: (inspectionId, input, options) =>
      send({ route: ROUTES.updateInspection, ids: { inspectionId }, input }, options),
    deleteInspection: (inspectionId, options) =>
      send({ route: ROUTES.deleteInspection, ids: { inspectionId } }, options),
    addPdfData: (inspectionId, input, options) =>
      send({ route: ROUTES.addPdfData, ids: { inspectionId }, input }, options),
    updateVehicle: (inspectionId, input, options) =>
      send({ route: ROUTES.updateVehicle, ids: { inspectionId }, input }, options),

    listTasks: (inspectionId, options) => send({ route: ROUTES.listTasks, ids: { inspectionId } }, options),
    getTask: (inspectionId, taskName, options) =>
      send({ route: ROUTES.getTask, ids: { inspectionId, taskName } }, options),
    updateTask: (inspectionId, taskName, input, options) =>
      send({ route: ROUTES.updateTask, ids: { inspectionId, taskName }, input }, options),

    async addImage(inspectionId, image, photo, options = {}) {
      const route = ROUTES.addImage;
      if (!photo) return send({ route, ids: { inspectionId }, input: image }, options);
      const added = await uploader.addImage({ send, inspectionId, image, photo, options });
      if (added) return added;
      const input = { ...image, acquisition: MULTIPART_ACQUISITION };
      return send({ route, ids: { inspectionId }, input, files: { [PHOTO_PART]: photo } }, options);
    },
    getImage: (inspectionId, imageId, options) =>
      send({ route: ROUTES.getImage, ids: { inspectionId, imageId } }, options),
    listImages: (inspectionId, query = {}, options) =>
      send({ route: ROUTES.listImages, ids: { inspectionId }, query }, options),
    deleteImage: (inspectionId, imageId, statuses, options) =>
      send({ route: ROUTES.deleteImage, ids: { inspectionId, imageId }, input: statuses }, options),
    getPhoto: (imageId, options) => send({ route: ROUTES.getPhoto, ids: { imageId } }, options),

    createView(inspectionId, view, photo, options) {
      const newImage = photo && view.newImage && { ...view.newImage, acquisition: MULTIPART_ACQUISITION };
      const input = newImage ? { ...view, newImage } : view;
      const files = newImage && { files: { [PHOTO_PART]: photo } };
      return send({ route: ROUTES.createView, ids: { inspectionId }, input, ...files }, options);
    },
    deleteView: (inspectionId, viewId, options) =>
      send({ route: ROUTES.deleteView, ids: { inspectionId, viewId } }, options),
    createDamage: (inspectionId, input, options) =>
      send({ route: ROUTES.createDamage, ids: { inspectionId }, input }, options),
    deleteDamage: (inspectionId, damageId, options) =>
      send({ route: ROUTES.deleteDamage, ids: { inspectionId, damageId } }, options),
    createSeverity: (inspectionId, input, options) =>
      send({ route: ROUTES.createSeverity, ids: { inspectionId }, input }, options),
    updateSeverity: (inspectionId, severityId, input, options) =>
      send({ route: ROUTES.updateSeverity, ids: { inspectionId, severityId }, input }, options),

    requestPdf: (inspectionId, input, options) =>
      send({ route: ROUTES.requestPdf, ids: { inspectionId }, input }, options),
    uploadPdf(inspectionId, pdf, options) {
      const files = { [PDF_PART]: pdf };
      return send(
        { route: ROUTES.requestPdf, ids: { inspectionId }, input: PDF_UPLOAD_BODY, files },
        options,
      );
    },
    async getPdf(inspectionId, options) {
      try {
        return await send({ route: ROUTES.getPdf, ids: { inspectionId } }, options);
      } catch (error) {
        throw toReportError(error);
      }
    },
  };
}
