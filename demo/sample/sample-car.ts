import type { CreateInspectionInput, Kerbside, TaskName } from 'kerbside';
import { imageOfSight, type Sight, sightsFor } from 'kerbside/elements';

/** URLs of the photos by path: ./photos/<inspection>/<sight>.webp. Drawn by scripts/draw-sample-car.ts. */
const PHOTOS = import.meta.glob<string>('./photos/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const TASKS: readonly TaskName[] = ['damage_detection', 'images_ocr', 'repair_estimate'];
const VEHICLE = { brand: 'Sample', model: 'car', plate: 'KB 482 RS', color: 'Silver' };

/**
 * Creates two inspections of the sample car and starts their analysis: one at check-out, and one at check-in, which has
 * new damage.
 *
 * @returns The id of the second inspection.
 */
export async function createSampleInspections(kerbside: Kerbside): Promise<string> {
  const checkOut = await createSample(kerbside, 'check-out', {});
  return createSample(kerbside, 'check-in', { relatedInspectionId: checkOut });
}

async function createSample(
  kerbside: Kerbside,
  folder: 'check-out' | 'check-in',
  input: Pick<CreateInspectionInput, 'relatedInspectionId'>,
): Promise<string> {
  const { result: id } = await kerbside.inspections.createOne({
    ...input,
    tasks: Object.fromEntries(TASKS.map((name) => [name, {}])),
    vehicle: VEHICLE,
    inspectionType: 'check_in_check_out',
  });
  for (const { sight, url } of listPhotos(folder)) {
    await kerbside.images.addOne(id, imageOfSight(sight, TASKS), await fetchPhoto(url));
  }
  for (const name of TASKS) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
  return id;
}

function listPhotos(folder: string): { sight: Sight; url: string }[] {
  return sightsFor(TASKS).flatMap((sight) => {
    const url = PHOTOS[`./photos/${folder}/${sight.id}.webp`];
    return url === undefined ? [] : [{ sight, url }];
  });
}

async function fetchPhoto(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The photo ${url} could not be loaded (status ${response.status}).`);
  return response.blob();
}
