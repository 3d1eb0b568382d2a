import { getPhotoConfirmation, getVehicleSides, type Image } from 'kerbside';
import { type LoadedInspection, listImages } from '../common/loaded-inspection.ts';

/** Returns the photos that nobody has looked at: around the vehicle, then those of no side. */
export function listUncheckedImages(loaded: LoadedInspection): Image[] {
  const { inspection, entities } = loaded;
  const images = listImages(loaded);
  const around = getVehicleSides(inspection, entities).flatMap((side) => side.images);
  const ordered = [
    ...around.flatMap((id) => images.find((image) => image.id === id) ?? []),
    ...images.filter(
      ({ id, tasks }) => !around.includes(id) && tasks.some(({ name }) => name === 'damage_detection'),
    ),
  ];
  return ordered.filter(({ id }) => getPhotoConfirmation(inspection, id) === undefined);
}
