import { type Analyzer, MemoryStore, openKerbside, type PartType, type TaskName } from 'kerbside';
import { imageOfSight, sightsFor } from '../../src/domain/sights/sights.ts';
import { repairEstimates } from '../../src/estimate/index.ts';
import { jpegPhoto } from '../fixtures/photos.ts';

const TASKS: readonly TaskName[] = ['damage_detection', 'images_ocr', 'repair_estimate'];
const PARTS: readonly PartType[] = [
  'bumper_front',
  'hood',
  'door_front_left',
  'fender_back_left',
  'bumper_back',
  'head_light_right',
  'windshield_front',
];
const createdBy = { model: 'damage', version: '1', engine: 'none' };

/** Finds one damage on each of 7 parts, and reads a VIN, a plate and an odometer. */
const analyzer: Analyzer = {
  analyze: async ({ task, images }) => {
    if (task.name === 'images_ocr') {
      const fields = [
        { vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.97 },
        { plate: 'KB 482 RS', confidence: 0.96 },
        { mileage: { value: 41_618, unit: 'km' }, confidence: 0.99 },
      ];
      const types = ['VIN', 'PLATE', 'ODOMETER'];
      return {
        createdBy,
        documents: images.map(({ id: imageId }, index) => ({
          type: types[index] ?? 'VIN',
          imageId,
          content: { lines: [], fields: fields[index] ?? {} },
        })),
      };
    }
    return {
      createdBy,
      damages: PARTS.map((partType, index) => ({
        damageType: partType === 'windshield_front' ? 'broken_glass' : 'scratch',
        partType,
        confidence: index % 3 === 0 ? 0.44 : 0.8,
        views: [
          {
            imageId: images[index]?.id ?? '',
            boundingBox: { xmin: 200, ymin: 200, width: 120, height: 60 },
            confidence: 0.8,
          },
        ],
      })),
    };
  },
};

/** Creates the export of an inspection of 12 photos with 7 damages and 3 readings that follows an earlier one. */
export async function createFullInspection() {
  const options = { user: { id: 'inspector' }, store: new MemoryStore(), estimator: repairEstimates() };
  const kerbside = await openKerbside({ ...options, analyzer });
  const { result: earlier } = await kerbside.inspections.createOne({ tasks: {} });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: Object.fromEntries(TASKS.map((name) => [name, {}])),
    vehicle: { brand: 'Renault', model: 'Clio', plate: 'KB 482 RS' },
    relatedInspectionId: earlier,
  });
  const photo = (seed: number) => jpegPhoto({ seed, width: 640, height: 480 });
  for (const [index, sight] of sightsFor(TASKS).entries())
    await kerbside.images.addOne(id, imageOfSight(sight, TASKS), await photo(index + 1));
  const closeUp = {
    name: 'close-up',
    imageType: 'close_up' as const,
    detailedViewpoint: { centersOn: ['front' as const, 'hood' as const] },
    tasks: ['damage_detection' as const],
  };
  await kerbside.images.addOne(id, closeUp, await photo(20));
  for (const name of TASKS) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
  for (const name of TASKS) await kerbside.tasks.whenDone(id, name);
  const zip = await kerbside.storage.export(id);
  kerbside.close();
  const buffer = Buffer.from(await zip.arrayBuffer());
  return { name: 'inspection.zip', mimeType: 'application/zip', buffer };
}
