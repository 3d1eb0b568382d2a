import type { Box } from '../../src/analysis/geometry/box.ts';
import type { Point } from '../../src/analysis/geometry/polygon.ts';
import { type ListedFile, type RawFile, readLists } from './read-lists.ts';

export interface LabelledBox {
  label: string;
  box: Box;
  polygon?: Point[];
  /** The part type of a labelled part. */
  part?: string;
  /** How serious the source takes the damage for. */
  severity?: string;
}

/** A labelled photo. Only the types in `labelled` are scored: the others may be present without a label. */
export interface PhotoRecord {
  path: string;
  split?: string;
  set: string;
  /** The photo's name in its set: the same photo may lie in several folders. */
  source?: string;
  /** Near-duplicates have the same one. */
  group?: string;
  width?: number;
  height?: number;
  labelled: string[];
  boxes: LabelledBox[];
  ignore: LabelledBox[];
}

interface RawBox {
  label: string;
  x: number;
  y: number;
  w: number;
  h: number;
  polygon?: number[];
  part?: string;
  severity?: string;
}

interface RawRecord extends RawFile {
  source?: string;
  group?: string;
  width?: number;
  height?: number;
  labelled?: string[];
  boxes?: RawBox[];
  ignore?: RawBox[];
}

/** Reads the labelled photos of folders or list files. */
export function readRecords(paths: readonly string[]): Promise<PhotoRecord[]> {
  return readLists(paths, ({ path, set, record }: ListedFile<RawRecord>) => ({
    path,
    ...(record.split !== undefined && { split: record.split }),
    set,
    ...(record.source !== undefined && { source: record.source }),
    ...(record.group !== undefined && { group: record.group }),
    ...(record.width !== undefined && { width: record.width }),
    ...(record.height !== undefined && { height: record.height }),
    labelled: record.labelled ?? [],
    boxes: (record.boxes ?? []).map(toBox),
    ignore: (record.ignore ?? []).map(toBox),
  }));
}

/** Renames the labels to the model's types: merged types become one. */
export function mergeLabels(record: PhotoRecord, merged: Readonly<Record<string, string>>): PhotoRecord {
  const name = (label: string) => merged[label] ?? label;
  return {
    ...record,
    labelled: [...new Set(record.labelled.map(name))],
    boxes: record.boxes.map((box) => ({ ...box, label: name(box.label) })),
  };
}

/** Returns what tells one photo from others in all folders. */
export function photoKey({ set, source, path }: Pick<PhotoRecord, 'set' | 'source' | 'path'>): string {
  return `${set}/${source ?? path}`;
}

function toBox({ label, x, y, w, h, polygon, part, severity }: RawBox): LabelledBox {
  const box = { x0: x, y0: y, x1: x + w, y1: y + h };
  const named = {
    label,
    box,
    ...(part !== undefined && { part }),
    ...(severity !== undefined && { severity }),
  };
  if (!polygon || polygon.length < 6) return named;
  const points = Array.from(
    { length: polygon.length >> 1 },
    (_, index): Point => [polygon[2 * index] ?? 0, polygon[2 * index + 1] ?? 0],
  );
  return { ...named, polygon: points };
}
