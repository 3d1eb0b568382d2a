import { type Detection, filterByTypeThreshold } from '../../../src/analysis/detection/detections.ts';
import { estimatePhotoScale, type ScaleEstimate } from '../../../src/analysis/detection-limit/photo-scale.ts';
import { findSizeCues, type SizeCue } from '../../../src/analysis/detection-limit/size-cues.ts';
import type { DetectorEntry, ModelEntry } from '../../../src/analysis/model-manifest.ts';
import { determineViewpoint } from '../../../src/analysis/parts/viewpoint.ts';
import { fitCanvas } from '../../../src/analysis/pixels/model-canvas.ts';
import type { EvaluatedPhoto } from '../evaluate.ts';
import { pointsAt } from '../pointed-at.ts';
import type { PhotoRecord } from '../records.ts';

/** A labelled damage, and whether the model found it. */
export interface Mark {
  type: string;
  /** Its longer side on the largest canvas of the photo. */
  pixels: number;
  /** Whether a damage detection, of any type, points at it at the default threshold. */
  found: boolean;
}

/** The marks of a photo, and its scale. */
export interface MarkedPhoto {
  path: string;
  /** Photos of one cluster show the same: they are never on both sides of a split. */
  cluster: string;
  marks: readonly Mark[];
  /** Pixels of the largest canvas for each pixel of the photo. */
  canvasScale: number;
  /** What the part model detected of known size. */
  cues: readonly SizeCue[];
  /** Of the photo. Undefined if there is no cue. */
  scale: ScaleEstimate | undefined;
}

/**
 * Returns the labelled damages of each photo, and its scale.
 *
 * @param partsOf The detections of the part model on a photo.
 */
export function listMarks(
  photos: readonly EvaluatedPhoto[],
  entry: DetectorEntry,
  partModel: DetectorEntry,
  partsOf: (path: string) => readonly Detection[],
): MarkedPhoto[] {
  const damages = entry.types.filter(({ role }) => role === 'damage').map(({ name }) => name);
  return photos.flatMap(({ record, detections }): MarkedPhoto[] => {
    const { path, group, width, height } = record;
    if (width === undefined || height === undefined) return [];
    const canvasScale = fitCanvas(width, height, entry.input).scale;
    const shown = detections.filter(
      ({ type, confidence }) => damages.includes(type) && confidence >= entry.threshold,
    );
    const marks = record.boxes
      .filter(({ label }) => damages.includes(label))
      .map(({ label, box }) => ({
        type: label,
        pixels: Math.max(box.x1 - box.x0, box.y1 - box.y0) * canvasScale,
        found: shown.some((detection) => pointsAt(detection.box, box)),
      }));
    const cues = findCues(record, filterByTypeThreshold(partsOf(path), partModel));
    return [{ path, cluster: group ?? path, marks, canvasScale, cues, scale: estimatePhotoScale(cues) }];
  });
}

/** @throws Error if the manifest has none: without it, the scale of no photo is known. */
export function findPartModel(models: readonly ModelEntry[]): DetectorEntry {
  const found = models.find(
    (model): model is DetectorEntry =>
      model.kind === 'detector' && model.types.some(({ role }) => role === 'part'),
  );
  if (!found) throw new Error('The manifest has no part model.');
  return found;
}

/** Returns the things of known size on a photo, from detections or labels of parts. */
export function findCues({ width = 0, height = 0 }: PhotoRecord, parts: readonly Detection[]): SizeCue[] {
  return findSizeCues(parts, { width, height }, determineViewpoint({}, parts));
}
