import { check } from '../../../src/domain/check.ts';
import { type JsonObject, text } from '../../../src/domain/fields.ts';
import { OTHER_DAMAGE_TYPES } from '../../../src/wire/damage.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import { type Accepted, getKept, mapRecords } from './kept-fields.ts';

/** Parts that only version 5.x names. A damage on one of them is stored without a part of the specification. */
const OTHER_PARTS = [
  'front_spoiler',
  'car_inside',
  'damaged_car_inside',
  'handle_back_center',
  'rim_back_left',
  'rim_back_right',
  'rim_front_left',
  'rim_front_right',
  'interior',
];

/** Accepts the parts and damage types of version 5.x. */
export function acceptDamage(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { damage_type, part_type } = body;
  const nearest = OTHER_DAMAGE_TYPES.get(damage_type);
  const isOtherPart = OTHER_PARTS.some((part) => part === part_type);
  return {
    body: {
      ...body,
      ...(nearest !== undefined && { damage_type: nearest }),
      ...(isOtherPart && { part_type: 'ignore' }),
    },
    kept: { ...(nearest !== undefined && { damage_type }), ...(isOtherPart && { part_type }) },
  };
}

/** Returns the part of the specification, or `ignore` for a part that only version 5.x names. */
export function toSpecPart(part: unknown): string {
  const name = check(text(), part ?? 'ignore', 'part_type');
  return OTHER_PARTS.includes(name) ? 'ignore' : name;
}

/** Adds kept fields to a damage or part. Version 3.x and version 5.x name the images that show it differently. */
export function toVendorDamage(record: JsonObject, state: StoredState): JsonObject {
  const typeOf = (imageId: unknown) => state.images.find(({ id }) => id === imageId)?.imageType;
  return {
    ...record,
    ...getKept(state, String(record.id)),
    related_images: mapRecords(record.related_images, (image) => ({
      ...image,
      base_image_id: image.image_id,
      base_image_type: typeOf(image.image_id),
    })),
  };
}
