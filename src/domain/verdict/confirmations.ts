import * as v from 'valibot';
import { VIEWPOINTS, type Viewpoint } from '../enums.ts';
import { id, type JsonObject, list, object, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { CONFIRMATIONS_KEY, type Inspection } from '../records/inspection.ts';

/** A photo that a user looked at. */
export interface ConfirmedPhoto {
  imageId: string;
  /** Of the file, in lower-case hex: which photo it was. */
  sha256: string;
}

/** A user's statement that they looked at photos, or that the vehicle has no damage. */
export interface Confirmation {
  /** The side that was confirmed. */
  viewpoint?: Viewpoint;
  /** True if the user stated that the vehicle has no damage. */
  undamaged?: true;
  /** The photos that the user looked at. With `undamaged`, the photos that the inspection had. */
  photos: ConfirmedPhoto[];
  /** The user. */
  confirmedBy: { id: string; name?: string };
  /** ISO 8601. */
  confirmedAt: string;
}

const confirmation = object({
  viewpoint: v.optional(v.picklist(VIEWPOINTS)),
  undamaged: v.optional(v.literal(true)),
  photos: list(object({ imageId: id, sha256: text() }), LIMITS.confirmations, 'photos'),
  confirmedBy: object({ id: v.pipe(text(), v.nonEmpty()), name: v.optional(text()) }),
  confirmedAt: v.pipe(text(), v.nonEmpty()),
});

/** Reads what users confirmed. A client may put anything under the key: what does not match is left out. */
export function readConfirmations({ additionalData }: Pick<Inspection, 'additionalData'>): Confirmation[] {
  const stored = additionalData?.[CONFIRMATIONS_KEY];
  if (!Array.isArray(stored)) return [];
  return stored.slice(-LIMITS.confirmations).flatMap((one: unknown) => {
    const { success, output } = v.safeParse(confirmation, one);
    return success ? (output as Confirmation) : [];
  });
}

/** Returns the latest of the confirmations, if a user looked at each of these photos; undefined if there is no photo. */
export function findConfirmation(
  all: readonly Confirmation[],
  imageIds: readonly string[],
): Confirmation | undefined {
  const looks = all.filter(({ undamaged }) => !undamaged);
  const ofPhotos = imageIds.map((imageId) => findLatest(looks.filter((one) => confirms(one, imageId))));
  return ofPhotos.every((one) => one !== undefined) ? findLatest(ofPhotos) : undefined;
}

/** Returns the latest confirmation of a photo: the user looked at it, or at its side. */
export function getPhotoConfirmation(
  inspection: Pick<Inspection, 'additionalData'>,
  imageId: string,
): Confirmation | undefined {
  return findConfirmation(readConfirmations(inspection), [imageId]);
}

/**
 * Returns the latest statement that the vehicle has no damage. A photo that was added later makes it open again.
 *
 * @param imageIds - The photos of the inspection.
 */
export function findUndamagedStatement(
  all: readonly Confirmation[],
  imageIds: readonly string[],
): Confirmation | undefined {
  return findLatest(
    all.filter((one) => one.undamaged && imageIds.every((imageId) => confirms(one, imageId))),
  );
}

/** Returns the confirmations with one more. */
export function addConfirmation(all: readonly Confirmation[], added: Confirmation): Confirmation[] {
  return [...removeConfirmations(all, added), added];
}

/**
 * Returns the confirmations without those of these photos. Other photos of the same confirmation stay confirmed.
 *
 * @param undamaged - True: removes the statements that the vehicle has no damage, and nothing else.
 */
export function removeConfirmations(
  all: readonly Confirmation[],
  { photos, undamaged }: Pick<Confirmation, 'photos' | 'undamaged'>,
): Confirmation[] {
  if (undamaged) return all.filter((one) => !one.undamaged);
  const removed = new Set(photos.map(({ imageId }) => imageId));
  return all
    .map((one) =>
      one.undamaged ? one : { ...one, photos: one.photos.filter(({ imageId }) => !removed.has(imageId)) },
    )
    .filter((one) => one.undamaged || one.photos.length > 0);
}

/** Returns the confirmations as additional data. */
export function toConfirmationData(all: readonly Confirmation[]): JsonObject {
  return { [CONFIRMATIONS_KEY]: all };
}

/** The photos that confirmations name. */
export const confirmationIds = {
  key: CONFIRMATIONS_KEY,
  replaceIds(additionalData: JsonObject, replace: (id: string) => string): unknown {
    return readConfirmations({ additionalData }).map((one) => ({
      ...one,
      photos: one.photos.map((photo) => ({ ...photo, imageId: replace(photo.imageId) })),
    }));
  },
};

function confirms({ photos }: Confirmation, imageId: string): boolean {
  return photos.some((photo) => photo.imageId === imageId);
}

function findLatest<T extends Confirmation | undefined>(all: readonly T[]): T | undefined {
  return all.reduce<T | undefined>(
    (latest, one) => (!latest || (one && one.confirmedAt >= latest.confirmedAt) ? one : latest),
    undefined,
  );
}
