import { byId, type Entities, type NormalizedResponse } from '../domain/records/entities.ts';
import { applyDeviceResults } from '../wire/apply-device-results.ts';
import { readDeviceResults } from '../wire/device-results.ts';

/**
 * Completes an inspection of the service with what the device knows: origins, severities, estimate, wheels, documents and
 * the order of photos from `additionalData.kerbside_results`. Later changes at the service are not overwritten.
 *
 * @param response - What `inspections.getOne` of the remote client returned.
 * @returns The same inspection if it has no results of a device.
 * @example
 * const inspection = withDeviceResults(await remote.inspections.getOne(id));
 */
export function withDeviceResults(response: NormalizedResponse): NormalizedResponse {
  const { entities, result } = response;
  const inspection = entities.inspections[result];
  const results = readDeviceResults(inspection?.additionalData);
  if (!inspection || !results) return response;
  const own = selectEntities(entities, result);
  const [vehicle] = own.vehicles;
  const completed = applyDeviceResults({ ...own, ...(vehicle && { vehicle }) }, results);
  const { documents, wheelAnalysis, severityResults } = completed;
  return {
    result,
    entities: {
      ...entities,
      images: { ...entities.images, ...byId(completed.images) },
      damages: { ...entities.damages, ...byId(completed.damages) },
      parts: { ...entities.parts, ...byId(completed.parts) },
      views: { ...entities.views, ...byId(completed.views) },
      severityResults: { ...entities.severityResults, ...byId(severityResults) },
      wheelAnalysis: { ...entities.wheelAnalysis, ...byId(wheelAnalysis) },
      documents: { ...entities.documents, ...byId(documents) },
      ...(completed.vehicle && {
        vehicles: { ...entities.vehicles, [completed.vehicle.id]: completed.vehicle },
      }),
      inspections: {
        ...entities.inspections,
        [result]: {
          ...inspection,
          images: completed.images.map(({ id }) => id),
          severityResults: severityResults.map(({ id }) => id),
          wheelAnalysis: wheelAnalysis.map(({ id }) => id),
          documents: documents.map(({ id }) => id),
          ...(completed.vehicle && { vehicle: completed.vehicle.id }),
        },
      },
    },
  };
}

/** Returns the records of one inspection. A list has those of many. */
function selectEntities(entities: Entities, inspectionId: string) {
  const inspection = entities.inspections[inspectionId];
  const pick = <T>(ids: readonly string[] = [], records: Record<string, T>): T[] =>
    ids.flatMap((id) => records[id] ?? []);
  const imageIds = new Set(inspection?.images);
  return {
    images: pick(inspection?.images, entities.images),
    damages: pick(inspection?.damages, entities.damages),
    parts: pick(inspection?.parts, entities.parts),
    severityResults: pick(inspection?.severityResults, entities.severityResults),
    wheelAnalysis: pick(inspection?.wheelAnalysis, entities.wheelAnalysis),
    documents: pick(inspection?.documents, entities.documents),
    views: Object.values(entities.views).filter(({ imageId }) => imageIds.has(imageId)),
    vehicles: pick(inspection?.vehicle === undefined ? [] : [inspection.vehicle], entities.vehicles),
  };
}
