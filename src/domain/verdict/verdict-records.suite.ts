import type { ProgressStatus, Viewpoint } from '../enums.ts';
import type { DetectionLimit } from '../records/detection-limit.ts';
import { type Entities, emptyEntities } from '../records/entities.ts';
import type { Image } from '../records/image.ts';
import type { Inspection } from '../records/inspection.ts';
import type { Task } from '../records/task.ts';
import { type Confirmation, toConfirmationData } from './confirmations.ts';

export const NOW = '2026-05-01T10:00:00.000Z';

/** Records of an inspection. Fields that a verdict does not read are left out. */
export interface Drawn {
  images: Image[];
  status: ProgressStatus;
  damages: { id: string; imageId?: string; deletedAt?: string }[];
  confirmations: Confirmation[];
}

let count = 0;

/** A photo that guided capture asked for, of this side; without one, a photo of which nothing is known. */
export function photoOf(viewpoint?: Viewpoint, fields: Partial<Image> = {}): Image {
  count += 1;
  const image: Partial<Image> = {
    id: `image-${count}`,
    sha256: String(count).padStart(64, '0'),
    imageType: 'unknown',
    imageWidth: 4000,
    imageHeight: 3000,
    tasks: [{ name: 'damage_detection' }],
    compliances: viewpoint
      ? { coverage_360: { status: 'DONE', is_compliant: true, reasons: [], sight_id: viewpoint } }
      : {},
    ...fields,
  };
  return image as Image;
}

/** The limit of a photo on which half of the scratches of this length are found. */
export function limitOf(half: number, pixelsPerCm = 8): DetectionLimit {
  return {
    model: 'damage 4.0.0',
    scale: { pixelsPerCm, low: pixelsPerCm, high: pixelsPerCm, from: 'wheel' },
    limits: [
      { damageType: 'scratch', half },
      { damageType: 'dent', half: half / 2 },
    ],
  };
}

export function confirmationOf(images: readonly Image[]): Confirmation {
  return {
    photos: images.map(({ id, sha256 }) => ({ imageId: id, sha256 })),
    confirmedBy: { id: 'ada', name: 'Ada Lovelace' },
    confirmedAt: NOW,
  };
}

/** An inspection with these records, whose damage detection searched all its photos. */
export function anyInspection(
  { images = [], status = 'DONE', damages = [], confirmations = [] }: Partial<Drawn>,
  task: Partial<Task> = {},
): { inspection: Inspection; entities: Entities } {
  const searched = images.map(({ id }) => ({ imageId: id }));
  const byId = (records: readonly { id: string }[]) =>
    Object.fromEntries(records.map((record) => [record.id, record]));
  const views = damages
    .filter(({ imageId }) => imageId !== undefined)
    .map(({ id, imageId }) => ({ id: `view-${id}`, damageId: id, imageId }));
  const records: unknown = {
    ...emptyEntities(),
    images: byId(images),
    damages: byId(damages),
    views: byId(views),
    tasks: { t: { id: 't', name: 'damage_detection', status, images: searched, ...task } },
  };
  const inspection: unknown = {
    id: 'i',
    tasks: ['t'],
    images: images.map(({ id }) => id),
    damages: damages.map(({ id }) => id),
    additionalData: toConfirmationData(confirmations),
  };
  return { inspection: inspection as Inspection, entities: records as Entities };
}
