import type { DetectionLimit } from '../../domain/records/detection-limit.ts';
import type { Document } from '../../domain/records/document.ts';
import type { Vehicle } from '../../domain/records/vehicle.ts';
import type { WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import type { ImageRecord, InspectionState } from '../../rules/state.ts';

/** Replaces the device's wheels by the service's. The same wheel on the same image keeps its local id. */
export function mergeWheels(
  ours: readonly WheelAnalysis[],
  theirs: readonly WheelAnalysis[],
  newId: () => string,
): WheelAnalysis[] {
  return replaceRecords(
    ours,
    theirs,
    newId,
    (a, b) => a.imageId === b.imageId && a.wheelName === b.wheelName,
  );
}

/** Replaces the limits of the device's model: its damages are replaced too. An image that the service does not have keeps its own. */
export function mergeDetectionLimits(
  images: readonly ImageRecord[],
  limits: ReadonlyMap<string, DetectionLimit | undefined>,
): ImageRecord[] {
  return images.map((image) => {
    if (!limits.has(image.id)) return image;
    const { detectionLimit: _replaced, ...rest } = image;
    const limit = limits.get(image.id);
    return { ...rest, ...(limit && { detectionLimit: limit }) };
  });
}

/** Replaces documents of the same type and image. If the service names no image, the type alone counts. */
export function mergeDocuments(
  ours: readonly Document[],
  theirs: readonly Document[],
  newId: () => string,
): Document[] {
  const isSame = (a: Document, b: Document) =>
    a.type === b.type && (b.imageId === '' || a.imageId === b.imageId);
  return replaceRecords(ours, theirs, newId, isSame).map((merged) => {
    const own = ours.find(({ id }) => id === merged.id);
    return { ...merged, imageId: merged.imageId || (own?.imageId ?? '') };
  });
}

/** Takes over the service's fields, except those that the user entered. */
export function mergeVehicle(
  { vehicle, vehicleReadings = [] }: InspectionState,
  theirs: Omit<Vehicle, 'repairEstimate'> | undefined,
  newId: () => string,
): Pick<InspectionState, 'vehicle' | 'vehicleReadings'> {
  if (!theirs) return {};
  const isEnteredByUser = (field: string) =>
    vehicle !== undefined && field in vehicle && !(vehicleReadings as readonly string[]).includes(field);
  const { id: _theirs, ...fields } = theirs;
  const entries = Object.entries(fields).filter(([field]) => !isEnteredByUser(field));
  if (entries.length === 0) return {};
  const names = entries.map(([field]) => field);
  return {
    vehicle: { ...(vehicle ?? { id: newId() }), ...Object.fromEntries(entries) },
    vehicleReadings: [...new Set([...vehicleReadings, ...(names as typeof vehicleReadings)])],
  };
}

/** Returns `theirs` in order of id, under the ids of the records of `ours` that are the same. */
function replaceRecords<T extends { id: string }>(
  ours: readonly T[],
  theirs: readonly T[],
  newId: () => string,
  isSame: (ours: T, theirs: T) => boolean,
): T[] {
  const left = [...ours];
  const merged = theirs.map((remote) => {
    const index = left.findIndex((own) => isSame(own, remote));
    const [own] = index < 0 ? [] : left.splice(index, 1);
    return { ...remote, id: own?.id ?? newId() };
  });
  return merged.sort((a, b) => (a.id < b.id ? -1 : 1));
}
