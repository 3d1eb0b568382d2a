import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { id, type JsonObject, jsonObject, list, object } from '../../../src/domain/fields.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { type DamageArea, damageAreaSchema } from '../../../src/domain/records/image.ts';
import { isKerbsideError } from '../../../src/errors.ts';
import { decide, type Rule } from '../../../src/rules/rule.ts';
import { type ImageRecord, replaceRecord, requireRecord } from '../../../src/rules/state.ts';
import { requestFromWire, responseToWire } from '../../../src/wire/key-case.ts';
import { type Endpoint, loadVisible } from '../endpoint.ts';
import { authorizedTasksStatuses, requireStatuses } from '../endpoints/images.ts';

export const changedImageSchema = object({ additionalData: jsonObject });
export const changedAreaSchema = v.pipe(
  object(v.partial(v.strictObject(damageAreaSchema.pipe[1].entries)).entries),
);
export const deletedImagesSchema = object({
  authorizedTasksStatuses,
  imageIds: list(id, LIMITS.imagesPerInspection, 'images'),
});

/** Merges the caller's keys into the image's additional data. */
export const updateImage: Endpoint = {
  access: 'update',
  async handle({ changes, param, body }) {
    const { additionalData } = check(changedImageSchema, requestFromWire(body.json), 'image');
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
    const given = check(changedAreaSchema, requestFromWire(body.json), 'damage_area');
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

/** Deletes each image on its own: one that cannot be deleted does not keep the others. */
export const deleteImages: Endpoint = {
  access: 'update',
  async handle(call) {
    const { authorizedTasksStatuses: authorized, imageIds } = check(
      deletedImagesSchema,
      requestFromWire(call.body.json),
      'body',
    );
    const state = await loadVisible(call);
    const deleted: string[] = [];
    const failed: JsonObject[] = [];
    for (const imageId of new Set(imageIds)) {
      try {
        requireStatuses(state, imageId, authorized);
        await call.api.images.deleteOne(state.inspection.id, imageId);
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

/** Returns a rule that changes the record of an image. */
function changeImage(imageId: string, change: (image: ImageRecord) => ImageRecord): Rule<ImageRecord> {
  return (state) => {
    const image = change(requireRecord(state.images, imageId, 'image'));
    return decide({ ...state, images: replaceRecord(state.images, image) }, image, {
      events: [{ type: 'inspection.updated', inspectionId: state.inspection.id }],
    });
  };
}
