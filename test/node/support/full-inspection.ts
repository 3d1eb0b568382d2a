import { type Kerbside, type KerbsideOptions, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { smallPhoto } from './photos.ts';

export interface FullInspection {
  kerbside: Kerbside;
  store: MemoryStore;
  /** The inspection with one record of every kind. */
  id: string;
  imageId: string;
  damageId: string;
  viewId: string;
  severityId: string;
  /** Started, so it takes no more images. */
  startedTask: 'wheel_analysis';
  deletedInspectionId: string;
  deletedImageId: string;
}

/** Opens Kerbside in memory with an inspection that has one record of every kind. */
export async function openWithFullInspection(
  options: Partial<KerbsideOptions> = {},
): Promise<FullInspection> {
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user: { id: 'ann', organizationId: 'kerb' },
    store,
    database: crypto.randomUUID(),
    ...options,
  });
  const { inspections, images, damages, views, severities, tasks } = kerbside;
  const { result: id } = await inspections.createOne({
    tasks: { damage_detection: {}, wheel_analysis: {} },
    vehicle: { brand: 'Renault' },
    additionalData: { booking: 1 },
  });
  const photo = await smallPhoto();
  const { result: imageId } = await images.addOne(id, { tasks: ['damage_detection'] }, photo);
  const { result: damageId } = await damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 1, ymin: 2, width: 3, height: 4 };
  const { result: viewId } = await views.createOne(id, { imageId, damageId, boundingBox });
  const { result: severityId } = await severities.createOne(id, { label: 'hood', level: 1, pricing: 5 });
  const { result: deletedImageId } = await images.addOne(id, {}, photo);
  await images.deleteOne(id, deletedImageId);
  await tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' });
  const { result: deletedInspectionId } = await inspections.createOne({ tasks: {} });
  await inspections.deleteOne(deletedInspectionId);
  return {
    kerbside,
    store,
    id,
    imageId,
    damageId,
    viewId,
    severityId,
    startedTask: 'wheel_analysis',
    deletedInspectionId,
    deletedImageId,
  };
}
