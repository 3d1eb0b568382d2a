import type { InspectionState } from './state.ts';

/**
 * Returns the inspection with new ids for itself and all of its records. References follow their records.
 *
 * A reference to a record that the inspection does not have gets a new id, too: no old id remains.
 *
 * @param inspectionId - The new id of the inspection.
 * @param newId - Returns a new id that sorts after all earlier ids.
 */
export function renewIds(state: InspectionState, inspectionId: string, newId: () => string): InspectionState {
  const renewed = new Map([[state.inspection.id, inspectionId]]);
  const renew = (id: string): string => {
    const known = renewed.get(id);
    if (known !== undefined) return known;
    const created = newId();
    renewed.set(id, created);
    return created;
  };
  const withNewId = <T extends { id: string }>(record: T): T => ({ ...record, id: renew(record.id) });
  const withNewImage = <T extends { id: string; imageId: string }>(record: T): T => ({
    ...withNewId(record),
    imageId: renew(record.imageId),
  });
  // Lists are in order of ids. Each record gets its id in its own list before another list refers to it.
  const images = state.images.map((image) => ({
    ...withNewId(image),
    name: image.name === image.id ? renew(image.id) : image.name, // the default name is the id
  }));
  const tasks = state.tasks.map((task) => ({
    ...withNewId(task),
    inspectionId,
    images: task.images.map((image) => ({ ...image, imageId: renew(image.imageId) })),
    ...(task.errorMessages && { errorMessages: task.errorMessages.map(withNewId) }),
  }));
  const damages = state.damages.map(withNewId);
  const parts = state.parts.map(withNewId);
  const severityResults = state.severityResults.map(withNewId);
  return {
    ...state,
    inspection: { ...state.inspection, id: inspectionId },
    tasks,
    images,
    damages: damages.map((damage) => ({
      ...damage,
      ...(damage.severityIds && { severityIds: damage.severityIds.map(renew) }),
    })),
    parts: parts.map((part) => ({
      ...part,
      ...(part.partOperation && {
        partOperation: {
          ...part.partOperation,
          damageIds: part.partOperation.damageIds.map(renew),
          severityIds: part.partOperation.severityIds.map(renew),
        },
      }),
    })),
    severityResults: severityResults.map((severity) => ({
      ...severity,
      ...(severity.relatedItemId !== undefined && { relatedItemId: renew(severity.relatedItemId) }),
    })),
    views: state.views.map((view) => ({ ...withNewImage(view), damageId: renew(view.damageId) })),
    wheelAnalysis: state.wheelAnalysis.map(withNewImage),
    documents: state.documents.map((document) =>
      document.imageId === '' ? withNewId(document) : withNewImage(document),
    ),
    ...(state.vehicle && { vehicle: renewVehicle(state.vehicle, renew) }),
  };
}

function renewVehicle(
  vehicle: NonNullable<InspectionState['vehicle']>,
  renew: (id: string) => string,
): NonNullable<InspectionState['vehicle']> {
  const { repairEstimate: estimate } = vehicle;
  return {
    ...vehicle,
    id: renew(vehicle.id),
    ...(estimate && {
      repairEstimate: {
        ...estimate,
        damageIds: estimate.damageIds.map(renew),
        toReview: estimate.toReview.map((item) => ({
          ...item,
          ...(item.damageId !== undefined && { damageId: renew(item.damageId) }),
        })),
      },
    }),
  };
}
