import { estimatePhotoScale, type ScaleEstimate } from '../../../src/analysis/detection-limit/photo-scale.ts';
import { type PhotoRecord, photoKey, readRecords } from '../records.ts';
import { findCues } from './marks.ts';

/** Returns the scale of each photo that has labelled parts, by its path: from the labels, not from detections. */
export async function readReferenceScales(
  records: readonly PhotoRecord[],
  partFolders: readonly string[],
): Promise<Map<string, ScaleEstimate>> {
  const labelled = new Map((await readRecords(partFolders)).map((record) => [photoKey(record), record]));
  return new Map(
    records.flatMap((record) => {
      const parts = labelled.get(photoKey(record));
      const cues = parts?.boxes.map(({ label, box }) => ({ type: label, confidence: 1, box, polygons: [] }));
      const scale = parts && cues && estimatePhotoScale(findCues(parts, cues));
      return scale ? [[record.path, scale] as const] : [];
    }),
  );
}
