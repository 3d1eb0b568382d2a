import * as v from 'valibot';
import { check, invalidField } from '../../../src/domain/check.ts';
import { PROGRESS_STATUSES, type ProgressStatus } from '../../../src/domain/enums.ts';
import { id, type JsonObject, jsonObject, list, object } from '../../../src/domain/fields.ts';
import {
  type CreateImage,
  createImageSchema,
  type DamageArea,
  damageAreaSchema,
  type Image,
} from '../../../src/domain/image.ts';
import { getInspectionSchema } from '../../../src/domain/inspection.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { isKerbsideError, KerbsideError } from '../../../src/errors.ts';
import { readStoredPhoto } from '../../../src/operations/stored-photo.ts';
import { addImage } from '../../../src/rules/images.ts';
import { decide, type Rule } from '../../../src/rules/rule.ts';
import {
  type ImageRecord,
  type InspectionState,
  notFoundError,
  replaceRecord,
  requireRecord,
  requireTask,
} from '../../../src/rules/state.ts';
import { requireVisible, toImage } from '../../../src/rules/to-entities.ts';
import { PHOTO_PART } from '../../../src/wire/form-parts.ts';
import { fromWireCreateImage, toWireImage } from '../../../src/wire/image.ts';
import { requestFromWire, responseToWire } from '../../../src/wire/key-case.ts';
import { toWireImagePage } from '../../../src/wire/page.ts';
import { splitUploadAcquisition, uploadAcquisition } from '../../../src/wire/upload.ts';
import { LINK_HOLDER, requireTaskPermissions } from '../../auth/permissions.ts';
import { acceptImage } from '../../compatibility/accept-image.ts';
import { addKeptImage } from '../../compatibility/add-kept-fields.ts';
import { keepFields } from '../../compatibility/kept-fields.ts';
import type { Service } from '../../service.ts';
import { unknownUploadError } from '../../store/write-commit.ts';
import { respondFromBucket } from '../blob-response.ts';
import { checkCursors } from '../check-cursors.ts';
import { type Call, type Endpoint, type RequestInput, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import { THUMBNAIL_WIDTHS } from '../thumbnails.ts';
import { withPhotoUrl } from '../wire-response.ts';

const authorizedTasksStatuses = v.optional(v.array(v.picklist(PROGRESS_STATUSES)), ['NOT_STARTED']);
export const deleteImage = object({ authorizedTasksStatuses });
export const deleteImages = object({
  authorizedTasksStatuses,
  imageIds: list(id, LIMITS.imagesPerInspection, 'images'),
});
export const updateImage = object({ additionalData: jsonObject });
export const updateArea = v.pipe(object(v.partial(v.strictObject(damageAreaSchema.pipe[1].entries)).entries));

export const getOne: Endpoint = {
  access: 'read',
  async handle({ param, query, store, service }) {
    const { showDeletedObjects } = check(getInspectionSchema, query, 'options');
    const inspectionId = param('inspection_id');
    const { state } = (await store.load(inspectionId)) ?? throwNotFound(inspectionId);
    const visible = requireVisible(state, showDeletedObjects);
    const image = visible.images.find(({ id }) => id === param('image_id'));
    if (!image) throw notFoundError('image', param('image_id'));
    return toImageBody(toImage(visible, image), state, service);
  },
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, param, query, store, service }) {
    const page = await api.images.getMany(param('inspection_id'), query);
    const state = store.stateOf(param('inspection_id'));
    await checkCursors(query, async (cursor) => state?.images.some(({ id }) => id === cursor) === true);
    const data = page.data.map((image) => toImageBody(image, state, service));
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
    const { api, store, param, body, service } = call;
    const { kept } = acceptImage(splitUploadAcquisition(body.json).rest);
    store.changeCommits((state, before) => keepOfNewImage(state, before, kept));
    const image = parseImage(call);
    const photo = findUploadedPhoto(image, body.files, PHOTO_PART);
    const { entities, result } =
      (await addUploaded(image, call)) ?? (await api.images.addOne(param('inspection_id'), image, photo));
    const added = entities.images[result];
    return added ? toImageBody(added, store.stateOf(param('inspection_id')), service) : { id: result };
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

/** Merges the caller's keys into the image's additional data. */
export const updateOne: Endpoint = {
  access: 'update',
  async handle({ changes, param, body }) {
    const { additionalData } = check(updateImage, requestFromWire(body.json), 'image');
    await changes.apply(
      param('inspection_id'),
      changeImage(param('image_id'), (image) => ({
        ...image,
        additionalData: check(jsonObject, { ...image.additionalData, ...additionalData }, 'additional_data'),
      })),
    );
    return { id: param('image_id') };
  },
};

export const updateDamageArea: Endpoint = {
  access: 'update',
  async handle({ changes, param, body }) {
    const [inspectionId, imageId] = [param('inspection_id'), param('image_id')];
    const given = check(updateArea, requestFromWire(body.json), 'damage_area');
    const { damageArea } = await changes.apply(
      inspectionId,
      changeImage(imageId, (image) => {
        const before = typeof image.damageArea === 'object' ? image.damageArea : undefined;
        const area = {
          id: before?.id ?? imageId,
          relevantElements: before?.relevantElements ?? [],
          ...given,
        };
        return { ...image, damageArea: area };
      }),
    );
    return responseToWire(damageArea as DamageArea);
  },
};

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

/** Deletes each image on its own: one that cannot be deleted does not keep the others. */
export const deleteMany: Endpoint = {
  access: 'update',
  async handle({ api, store, param, body }) {
    const { authorizedTasksStatuses, imageIds } = check(deleteImages, requestFromWire(body.json), 'body');
    const inspectionId = param('inspection_id');
    const { state } = (await store.load(inspectionId)) ?? throwNotFound(inspectionId);
    requireVisible(state, false);
    const deleted: string[] = [];
    const failed: JsonObject[] = [];
    for (const imageId of new Set(imageIds)) {
      try {
        requireStatuses(state, imageId, authorizedTasksStatuses);
        await api.images.deleteOne(inspectionId, imageId);
        deleted.push(imageId);
      } catch (error) {
        if (!isKerbsideError(error, 'not_found', 'task_started')) throw error;
        failed.push({ image_id: imageId, reason: error.message });
      }
    }
    const message = `${deleted.length} of ${deleted.length + failed.length} images were deleted.`;
    return { message, deleted_image_ids: deleted, ...(failed.length > 0 && { failed }) };
  },
};

function requireStatuses(
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
  const input = check(createImageSchema, fromWireCreateImage(acceptImage(json).body), 'image');
  if (input.compliances) requireTaskPermissions(identity, ['compliances']);
  return input;
}

/** Returns an image as its own response: with a link to its photo, and what is kept for other clients. */
function toImageBody(image: Image, state: InspectionState | undefined, service: Service): JsonObject {
  return addKeptImage(toWireImage(withPhotoUrl(image, service)), state);
}

function keepOfNewImage(
  state: InspectionState,
  before: InspectionState | undefined,
  kept: JsonObject,
): InspectionState {
  const added = state.images.at(before?.images.length ?? 0);
  return added ? keepFields(state, added.id, kept) : state;
}

/** Returns a rule that changes the record of an image. */
function changeImage(imageId: string, change: (image: ImageRecord) => ImageRecord): Rule<ImageRecord> {
  return (state) => {
    const image = change(requireRecord(state.images, imageId, 'image'));
    return decide({ ...state, images: replaceRecord(state.images, image) }, image, {
      events: [{ type: 'inspection.updated', inspectionId: state.inspection.id }],
    });
  };
}

function throwNotFound(inspectionId: string): never {
  throw notFoundError('inspection', inspectionId);
}
