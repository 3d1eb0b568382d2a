import { alignPhotos } from '../../../src/analysis/align/align-photos.ts';
import { findFeatures, type PhotoFeatures } from '../../../src/analysis/align/photo-features.ts';
import {
  type ComparedDamage,
  compareInspections,
} from '../../../src/analysis/compare/compare-inspections.ts';
import type { ComparableInspection } from '../../../src/analysis/compare/located-damage.ts';
import type { PhotoAlignment } from '../../../src/analysis/compare/photo-alignment.ts';
import { listPhotoPairs } from '../../../src/analysis/compare/photo-pairs.ts';
import type { Box } from '../../../src/analysis/geometry/box.ts';
import { DAMAGE_TYPES, type DamageType, type Viewpoint } from '../../../src/domain/enums.ts';
import type { Damage } from '../../../src/domain/records/damage.ts';
import type { DetectionLimit } from '../../../src/domain/records/detection-limit.ts';
import type { Image } from '../../../src/domain/records/image.ts';
import type { View } from '../../../src/domain/records/view.ts';
import { type Pixels, toGrayImage } from './changed-photo.ts';

/** A damage whose id is the same in both inspections of a pair. */
export interface TrueDamage {
  id: string;
  damageType: DamageType;
  /** In pixels. */
  box: Box;
}

export interface TruePhoto {
  id: string;
  pixels: Pixels;
  damages: TrueDamage[];
  /** As guided capture states it. Absent on close-ups. */
  viewpoint?: Viewpoint;
}

export interface ComparisonFigures {
  /** Damages of both inspections, and how many of them the comparison calls the same. */
  unchanged: number;
  same: number;
  /** Damages of the later inspection only, and how many of them the comparison calls the same or worse. */
  added: number;
  missed: number;
  /** New damages that the comparison leaves to a person. */
  unclear: number;
}

/** Compares two inspections whose damages are known, photo by photo, with the shipped comparison. */
export function compareKnown(before: readonly TruePhoto[], after: readonly TruePhoto[]): ComparisonFigures {
  const [earlier, later] = [toInspection(before, 'before'), toInspection(after, 'after')];
  const photos = new Map<string, PhotoFeatures>();
  for (const [moment, list] of [['before', before] as const, ['after', after] as const])
    for (const { id, pixels } of list) photos.set(`${moment} ${id}`, findFeatures(toGrayImage(pixels)));
  const alignments = listPhotoPairs(earlier, later).flatMap((pair): PhotoAlignment[] => {
    const [from, to] = [photos.get(pair.before.id), photos.get(pair.after.id)];
    const alignment = from && to && alignPhotos(from, to);
    return alignment ? [{ beforeImageId: pair.before.id, afterImageId: pair.after.id, ...alignment }] : [];
  });
  return countFigures(before, after, compareInspections(earlier, later, alignments));
}

/** Counts by ids: `before x` and `after x` are one damage. */
export function countFigures(
  before: readonly TruePhoto[],
  after: readonly TruePhoto[],
  compared: readonly ComparedDamage[],
): ComparisonFigures {
  const known = new Set(before.flatMap(({ damages }) => damages.map(({ id }) => id)));
  const figures = { unchanged: 0, same: 0, added: 0, missed: 0, unclear: 0 };
  for (const { id } of after.flatMap(({ damages }) => damages)) {
    const found = compared.find((one) => one.after?.id === `after ${id}`);
    if (known.has(id)) {
      figures.unchanged += 1;
      figures.same += Number(found?.status === 'same' && found.before?.id === `before ${id}`);
    } else {
      figures.added += 1;
      figures.unclear += Number(found?.status === 'unclear');
      figures.missed += Number(found?.status === 'same' || found?.status === 'worse');
    }
  }
  return figures;
}

/** Every mark is found on every photo: the figures are about the comparison, not about the models. */
const FINDS_ALL: DetectionLimit = {
  model: 'labels',
  scale: { pixelsPerCm: 1, low: 1, high: 1, from: 'vehicle' },
  limits: DAMAGE_TYPES.map((damageType) => ({ damageType, half: 0, most: 0 })),
};

/** No part is known, as on close-ups: the hardest case. */
function toInspection(photos: readonly TruePhoto[], moment: string): ComparableInspection {
  const inspection: ComparableInspection = { damages: {}, views: {}, images: {} };
  for (const { id, pixels, damages, viewpoint } of photos) {
    const imageId = `${moment} ${id}`;
    inspection.images[imageId] = {
      id: imageId,
      imageWidth: pixels.width,
      imageHeight: pixels.height,
      sha256: imageId,
      tasks: viewpoint ? [{ name: 'damage_detection', imageDetails: { viewpointName: viewpoint } }] : [],
      compliances: {},
      detectionLimit: FINDS_ALL,
    } as unknown as Image;
    for (const { id: damageId, damageType, box } of damages) {
      const known = `${moment} ${damageId}`;
      inspection.damages[known] = {
        id: known,
        damageType,
        partType: 'ignore',
        parts: [],
      } as unknown as Damage;
      inspection.views[known] = {
        id: known,
        imageId,
        damageId: known,
        boundingBox: { xmin: box.x0, ymin: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0 },
        polygons: [],
      } as unknown as View;
    }
  }
  return inspection;
}

export function addFigures(all: readonly ComparisonFigures[]): ComparisonFigures {
  const sum = (key: keyof ComparisonFigures) => all.reduce((total, figures) => total + figures[key], 0);
  return {
    unchanged: sum('unchanged'),
    same: sum('same'),
    added: sum('added'),
    missed: sum('missed'),
    unclear: sum('unclear'),
  };
}
