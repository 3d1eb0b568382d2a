import type { Document } from '../../domain/document.ts';
import type { Vehicle } from '../../domain/vehicle.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import type { InspectionState } from '../../rules/state.ts';

/** The service's word on wheels replaces the device's; a wheel on an image that both saw keeps its id. */
export function mergeWheels(
  ours: readonly WheelAnalysis[],
  theirs: readonly WheelAnalysis[],
  newId: () => string,
): WheelAnalysis[] {
  return replacedBy(ours, theirs, newId, (a, b) => a.imageId === b.imageId && a.wheelName === b.wheelName);
}

/** Documents are told apart by type and image, or by type alone where the service names no image. */
export function mergeDocuments(
  ours: readonly Document[],
  theirs: readonly Document[],
  newId: () => string,
): Document[] {
  const isSame = (a: Document, b: Document) =>
    a.type === b.type && (b.imageId === '' || a.imageId === b.imageId);
  return replacedBy(ours, theirs, newId, isSame).map((merged) => {
    const known = ours.find(({ id }) => id === merged.id);
    return { ...merged, imageId: merged.imageId || (known?.imageId ?? '') };
  });
}

/** Fields that the service knows, except those that a person entered here. */
export function mergeVehicle(
  { vehicle, vehicleReadings = [] }: InspectionState,
  theirs: Omit<Vehicle, 'repairEstimate'> | undefined,
  newId: () => string,
): Pick<InspectionState, 'vehicle' | 'vehicleReadings'> {
  if (!theirs) return {};
  const entered = (field: string) =>
    vehicle !== undefined && field in vehicle && !(vehicleReadings as readonly string[]).includes(field);
  const { id: _theirs, ...fields } = theirs;
  const taken = Object.entries(fields).filter(([field]) => !entered(field));
  if (taken.length === 0) return {};
  const read = taken.map(([field]) => field);
  return {
    vehicle: { ...(vehicle ?? { id: newId() }), ...Object.fromEntries(taken) },
    vehicleReadings: [...new Set([...vehicleReadings, ...(read as typeof vehicleReadings)])],
  };
}

function replacedBy<T extends { id: string }>(
  ours: readonly T[],
  theirs: readonly T[],
  newId: () => string,
  isSame: (ours: T, theirs: T) => boolean,
): T[] {
  const left = [...ours];
  const merged = theirs.map((found) => {
    const [known] = left.splice(
      indexOrEnd(left, (own) => isSame(own, found)),
      1,
    );
    return { ...found, id: known?.id ?? newId() };
  });
  return merged.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function indexOrEnd<T>(list: readonly T[], isWanted: (one: T) => boolean): number {
  const index = list.findIndex(isWanted);
  return index < 0 ? list.length : index;
}
