import * as v from 'valibot';
import { check, invalidField } from '../../../src/domain/check.ts';
import { PROGRESS_STATUSES, type ProgressStatus } from '../../../src/domain/enums.ts';
import { type JsonObject, object } from '../../../src/domain/fields.ts';
import { type CreateImage, createImageSchema, type Image } from '../../../src/domain/records/image.ts';
import { getInspectionSchema } from '../../../src/domain/records/inspection.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { readStoredPhoto } from '../../../src/operations/stored-photo.ts';
import { addImage } from '../../../src/rules/images.ts';
import { type InspectionState, notFoundError, requireRecord, requireTask } from '../../../src/rules/state.ts';
import { requireVisible, toImage } from '../../../src/rules/to-entities.ts';
import { PHOTO_PART } from '../../../src/wire/form-parts.ts';
import { toWireImage } from '../../../src/wire/image.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireImagePage } from '../../../src/wire/page.ts';
import { splitUploadAcquisition, uploadAcquisition } from '../../../src/wire/upload.ts';
import { LINK_HOLDER, requireTaskPermissions } from '../../auth/permissions.ts';
import type { Service } from '../../service.ts';
import { unknownUploadError } from '../../store/write-commit.ts';
import { THUMBNAIL_WIDTHS } from '../../thumbnails.ts';
import { respondFromBucket } from '../blob-response.ts';
import { checkCursors } from '../check-cursors.ts';
import { type Call, type Endpoint, loadVisible, type RequestInput, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import { withPhotoUrl } from '../wire-response.ts';

/** By default, only images whose tasks have not started are deleted. */
export const authorizedTasksStatuses = v.optional(v.array(v.picklist(PROGRESS_STATUSES)), ['NOT_STARTED']);
export const deleteImage = object({ authorizedTasksStatuses });

export const getOne: Endpoint = {
  access: 'read',
  async handle(call) {
    const { param, query, service } = call;
    const { showDeletedObjects } = check(getInspectionSchema, query, 'options');
    const state = await loadVisible(call, showDeletedObjects);
    const image = state.images.find(({ id }) => id === param('image_id'));
    if (!image) throw notFoundError('image', param('image_id'));
    return toImageBody(toImage(state, image), service);
  },
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, param, query, store, service }) {
    const page = await api.images.getMany(param('inspection_id'), query);
    const state = store.stateOf(param('inspection_id'));
    await checkCursors(query, async (cursor) => state?.images.some(({ id }) => id === cursor) === true);
    const data = page.data.map((image) => toImageBody(image, service));
    return { ...toWireImagePage(page), data };
  },
};

const [, { entries: imageFields }] = createImageSchema.pipe;
export const createImageBody = v.strictObject({
  ...imageFields,
  acquisition: v.optional(v.union([imageFields.acquisition, uploadAcquisition])),
});

export const addOne: Endpoint = {
  access: 'update',
  photoUrls: (input) => listPhotoUrls(parseImage(input), input.body.files, PHOTO_PART),
  uploadId: ({ body }) => splitUploadAcquisition(body.json).uploadId,
  async handle(call) {
    const { api, param, body, service } = call;
    const image = parseImage(call);
    const photo = findUploadedPhoto(image, body.files, PHOTO_PART);
    const { entities, result } =
      (await addUploaded(image, call)) ?? (await api.images.addOne(param('inspection_id'), image, photo));
    const added = entities.images[result];
    return added ? toImageBody(added, service) : { id: result };
  },
};

/** Adds an image whose photo is in the bucket. Returns undefined if the request refers to no upload. */
async function addUploaded(image: CreateImage, { changes, param, body, upload }: Call) {
  const { uploadId } = splitUploadAcquisition(body.json);
  if (uploadId === undefined) return undefined;
  if (!upload) throw unknownUploadError(uploadId);
  const { rotateImageBeforeUpload: rotation = 'NO_ROTATION' } = image;
  if (rotation !== 'NO_ROTATION')
    throw invalidField('image.rotate_image_before_upload', 'NO_ROTATION for an uploaded photo', rotation);
  const { id, blobId, size, ...facts } = upload;
  const uploaded = { uploadId: id, blobId, size };
  return changes.apply(param('inspection_id'), addImage(image, { ...facts, bytes: NO_BYTES, uploaded }));
}

const NO_BYTES = new ArrayBuffer(0);

/** The body lists the statuses that the image's tasks may have. A task with any other status prevents the deletion. */
export const deleteOne: Endpoint = {
  access: 'update',
  async handle({ api, store, param, body }) {
    const { authorizedTasksStatuses } = check(deleteImage, requestFromWire(body.json ?? {}), 'body');
    const [inspectionId, imageId] = [param('inspection_id'), param('image_id')];
    requireStatuses((await store.load(inspectionId))?.state, imageId, authorizedTasksStatuses);
    return toIdBody(await api.images.deleteOne(inspectionId, imageId));
  },
};

/** @throws `task_started` if a task of the image has another status than those. */
export function requireStatuses(
  state: InspectionState | undefined,
  imageId: string,
  authorized: readonly ProgressStatus[],
): void {
  for (const { name } of state?.images.find(({ id }) => id === imageId)?.tasks ?? []) {
    const { inspectionId, status } = requireTask(state as InspectionState, name);
    if (authorized.includes(status)) continue;
    throw new KerbsideError('task_started', `Task ${name} is ${status}, which is not an authorized status.`, {
      details: { inspectionId, taskName: name, status },
    });
  }
}

const photoQuery = v.optional(v.picklist(THUMBNAIL_WIDTHS, THUMBNAIL_WIDTHS.join(' or ')));

/**
 * Returns the photo's original bytes. The content type is that of the file's header, not the client's. With `width`: a JPEG
 * of that width, or the original if none can be made.
 */
export const photo: Endpoint = {
  access: 'read',
  allowsSignedLink: true,
  async handle({ identity, param, query, header, store, service }: Call) {
    const imageId = param('image_id');
    const { width } = check(v.object({ width: photoQuery }), query, 'options');
    const stored = await store.findPhoto(imageId);
    const state = stored && (await store.load(stored.inspectionId))?.state;
    if (!stored || !state) throw notFoundError('image', imageId);
    requireRecord(state.images, imageId, 'image');
    // A deleted inspection keeps its photos for those who may read it. Links were given to others too.
    if (identity === LINK_HOLDER) requireVisible(state, false);
    const tag = width === undefined ? stored.sha256 : `${stored.sha256}-${width}`;
    const cacheHeaders = { 'Cache-Control': 'private, max-age=31536000, immutable', ETag: `"${tag}"` };
    if (matchesETag(header('If-None-Match'), tag))
      return new Response(null, { status: 304, headers: cacheHeaders });
    const read = () => readStoredPhoto({ store, platform: service.platform }, imageId);
    if (width === undefined) {
      const headers = cacheHeaders;
      const response = await respondFromBucket(service.blobs, identity, { ...stored, headers });
      if (response) return response;
    }
    const thumbnail =
      width && (await service.thumbnails.get(stored.sha256, width, async () => (await read()).bytes));
    const { bytes, type } = thumbnail ? { bytes: thumbnail, type: 'image/jpeg' } : await read();
    return new Response(bytes, {
      headers: { 'Content-Type': type, 'Content-Length': String(bytes.byteLength), ...cacheHeaders },
    });
  },
};

/** Compares weakly, as RFC 9110 requires for If-None-Match. */
function matchesETag(header: string | undefined, tag: string): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(`"${tag}"`);
}

function parseImage({ identity, body }: RequestInput): CreateImage {
  const json = splitUploadAcquisition(body.json ?? {}).rest;
  const input = check(createImageSchema, requestFromWire(json), 'image');
  if (input.compliances) requireTaskPermissions(identity, ['compliances']);
  return input;
}

/** Returns an image as its own response, with a link to its photo. */
function toImageBody(image: Image, service: Service): JsonObject {
  return toWireImage(withPhotoUrl(image, service));
}
