import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { PROGRESS_STATUSES } from '../../../src/domain/enums.ts';
import { object } from '../../../src/domain/fields.ts';
import { type CreateImage, createImageSchema } from '../../../src/domain/image.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { readStoredPhoto } from '../../../src/operations/stored-photo.ts';
import { notFoundError, requireRecord, requireTask } from '../../../src/rules/state.ts';
import { fromWireCreateImage, PHOTO_PART, toWireImage } from '../../../src/wire/image.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireImagePage } from '../../../src/wire/page.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { type Call, type Endpoint, type RequestInput, toIdBody } from '../endpoint.ts';
import { findUploadedPhoto, listPhotoUrls } from '../photo-source.ts';
import { withPhotoUrl } from '../wire-response.ts';

const deleteImage = object({
  authorizedTasksStatuses: v.optional(v.array(v.picklist(PROGRESS_STATUSES)), ['NOT_STARTED']),
});

export const getOne: Endpoint = {
  access: 'read',
  async handle({ api, param, service }) {
    const { entities } = await api.images.getOne(param('inspection_id'), param('image_id'));
    const [image] = Object.values(entities.images);
    return image ? toWireImage(withPhotoUrl(image, service)) : {};
  },
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, param, query, service }) {
    const page = await api.images.getMany(param('inspection_id'), query);
    return toWireImagePage({
      ...page,
      data: page.data.map((image) => withPhotoUrl(image, service)),
    });
  },
};

export const addOne: Endpoint = {
  access: 'update',
  photoUrls: (input) => listPhotoUrls(parseImage(input), input.body.files, PHOTO_PART),
  async handle({ api, param, ...input }) {
    const image = parseImage(input);
    const photo = findUploadedPhoto(image, input.body.files, PHOTO_PART);
    return toIdBody(await api.images.addOne(param('inspection_id'), image, photo));
  },
};

/** The body lists the statuses that the image's tasks may have. A task with any other status prevents the deletion. */
export const deleteOne: Endpoint = {
  access: 'update',
  async handle({ api, store, param, body }) {
    const { authorizedTasksStatuses } = check(deleteImage, requestFromWire(body.json ?? {}), 'body');
    const [inspectionId, imageId] = [param('inspection_id'), param('image_id')];
    const state = (await store.load(inspectionId))?.state;
    for (const { name } of state?.images.find(({ id }) => id === imageId)?.tasks ?? []) {
      const { status } = requireTask(state ?? throwNotFound(inspectionId), name);
      if (authorizedTasksStatuses.includes(status)) continue;
      throw new KerbsideError(
        'task_started',
        `Task ${name} is ${status}, which is not an authorized status.`,
        {
          details: { inspectionId, taskName: name, status },
        },
      );
    }
    return toIdBody(await api.images.deleteOne(inspectionId, imageId));
  },
};

/** Returns the photo's original bytes. The content type is that of the file's header, not the client's. */
export const photo: Endpoint = {
  access: 'read',
  allowsSignedLink: true,
  async handle({ param, store, service }: Call) {
    const imageId = param('image_id');
    const stored = await store.photo(imageId);
    const state = stored && (await store.load(stored.inspectionId))?.state;
    if (!state) throw notFoundError('image', imageId);
    requireRecord(state.images, imageId, 'image'); // a deleted inspection keeps its photos
    const cachedStore = { ...store, photo: async () => stored }; // avoids a second read
    const { bytes, type, sha256 } = await readStoredPhoto(
      { store: cachedStore, platform: service.platform },
      imageId,
    );
    return new Response(bytes, {
      headers: {
        'Content-Type': type,
        'Content-Length': String(bytes.byteLength),
        'Cache-Control': 'private, max-age=31536000, immutable',
        ETag: `"${sha256}"`,
      },
    });
  },
};

function parseImage({ identity, body }: RequestInput): CreateImage {
  const input = check(createImageSchema, fromWireCreateImage(body.json ?? {}), 'image');
  if (input.compliances) requireTaskPermissions(identity, ['compliances']);
  return input;
}

function throwNotFound(inspectionId: string): never {
  throw notFoundError('inspection', inspectionId);
}
