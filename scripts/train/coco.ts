import { assignSplit, type TrainingBox, type TrainingRecord } from './training-record.ts';

interface CocoFile {
  images: { id: number | string; file_name: string; width: number; height: number }[];
  annotations: CocoAnnotation[];
  categories: { id: number | string; name: string }[];
}

interface CocoAnnotation {
  image_id: number | string;
  category_id: number | string;
  bbox: [x: number, y: number, width: number, height: number];
  /** Polygons, or a run-length mask. */
  segmentation?: number[][] | object;
  iscrowd?: 0 | 1 | boolean;
}

/** Returns true if the JSON has the three lists of a COCO file. */
export function isCoco(json: unknown): json is CocoFile {
  const lists = ['images', 'annotations', 'categories'] as const;
  return (
    typeof json === 'object' &&
    json !== null &&
    lists.every((list) => Array.isArray((json as Record<string, unknown>)[list]))
  );
}

/**
 * Converts a COCO file. All its categories count as labelled on every image, and every 10th image by name is for
 * validation. `iscrowd` annotations become ignored regions. A polygon is kept if it is the only ring of its annotation.
 *
 * @param set the name of the set, for the figures
 * @throws Error if an annotation names an unknown image or category, or has no box
 */
export function convertCoco({ images, annotations, categories }: CocoFile, set: string): TrainingRecord[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const known = new Set(images.map(({ id }) => id));
  const boxes = new Map<number | string, TrainingBox[]>();
  const ignore = new Map<number | string, TrainingBox[]>();
  for (const [index, annotation] of annotations.entries()) {
    if (!known.has(annotation.image_id))
      throw new Error(`Annotation ${index} has image_id ${annotation.image_id}, which is not in "images".`);
    const target = annotation.iscrowd ? ignore : boxes;
    const list = target.get(annotation.image_id) ?? [];
    list.push(convertBox(annotation, names, index));
    target.set(annotation.image_id, list);
  }
  const labelled = [...new Set(names.values())].toSorted();
  return images
    .toSorted((a, b) => (a.file_name < b.file_name ? -1 : 1))
    .map(({ id, file_name, width, height }, position) => ({
      file: file_name,
      width,
      height,
      set,
      split: assignSplit(position),
      stretched: false,
      labelled,
      boxes: boxes.get(id) ?? [],
      ignore: ignore.get(id) ?? [],
    }));
}

function convertBox(
  { category_id, bbox, segmentation }: CocoAnnotation,
  names: ReadonlyMap<number | string, string>,
  index: number,
): TrainingBox {
  const label = names.get(category_id);
  if (label === undefined)
    throw new Error(`Annotation ${index} has category_id ${category_id}, which is not in "categories".`);
  if (!Array.isArray(bbox) || bbox.length !== 4)
    throw new Error(`Annotation ${index} has no "bbox" of 4 numbers.`);
  const [x, y, w, h] = bbox;
  const [ring, ...more] = Array.isArray(segmentation) ? (segmentation as number[][]) : [];
  return { label, x, y, w, h, ...(ring && more.length === 0 && { polygon: ring }) };
}
