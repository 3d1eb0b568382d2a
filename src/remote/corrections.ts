import { implement } from '../domain/api/call-arguments.ts';
import { DAMAGE_CALLS, SEVERITY_CALLS, VIEW_CALLS } from '../domain/api/correction-arguments.ts';
import type { InspectionApi } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import { deleteResponse, normalizedResponse } from '../domain/records/entities.ts';
import type { CreateView } from '../domain/records/view.ts';
import { KerbsideError } from '../errors.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** The service returns only the id of a created record. The record is then read from the inspection. */
export function createCorrectionsApi(
  calls: RemoteCalls,
): Pick<InspectionApi, 'views' | 'damages' | 'severities'> {
  const readSeverity = async (inspectionId: string, severityId: string, signal?: AbortSignal) => {
    const { entities } = await calls.getInspection(inspectionId, {}, { signal });
    const severity = getCreated(entities.severityResults, severityId, 'severity');
    return normalizedResponse({ severityResults: { [severityId]: severity } }, severityId);
  };

  return {
    damages: implement(DAMAGE_CALLS, {
      async createOne({ inspectionId, damage, signal }) {
        const { id } = await calls.createDamage(inspectionId, damage, { signal });
        const { entities } = await calls.getInspection(inspectionId, {}, { signal });
        return normalizedResponse({ damages: { [id]: getCreated(entities.damages, id, 'damage') } }, id);
      },
      /** The response contains the parts of the damage, so they are read before it is deleted. */
      async deleteOne({ inspectionId, damageId: id, signal }) {
        const { entities } = await calls.getInspection(inspectionId, {}, { signal });
        await calls.deleteDamage(inspectionId, id, { signal });
        return deleteResponse('damages', { id, deleted: true, parts: entities.damages[id]?.parts ?? [] });
      },
    }),

    views: implement(VIEW_CALLS, {
      async createOne({ inspectionId, view, photo, signal }) {
        const upload = view.newImage && photo !== undefined ? toPhotoBlob(photo) : undefined;
        const body = upload ? view : withUrlAcquisition(view);
        const { id } = await calls.createView(inspectionId, body, upload, { signal });
        const { entities } = await calls.getInspection(inspectionId, {}, { signal });
        const created = getCreated(entities.views, id, 'view');
        const image = view.newImage && entities.images[created.imageId];
        return normalizedResponse(
          { views: { [id]: created }, ...(image && { images: { [image.id]: image } }) },
          id,
        );
      },
      async deleteOne({ inspectionId, viewId: id, signal }) {
        await calls.deleteView(inspectionId, id, { signal });
        return deleteResponse('views', { id, deleted: true });
      },
    }),

    severities: implement(SEVERITY_CALLS, {
      async createOne({ inspectionId, severity, signal }) {
        const { id } = await calls.createSeverity(inspectionId, severity, { signal });
        return readSeverity(inspectionId, id, signal);
      },
      async updateOne({ inspectionId, severityId: id, severity, signal }) {
        await calls.updateSeverity(inspectionId, id, severity, { signal });
        return readSeverity(inspectionId, id, signal);
      },
    }),
  };
}

function withUrlAcquisition(view: CreateView): CreateView {
  if (!view.newImage) return view;
  const acquisition = toUrlAcquisition(view.newImage.acquisition, 'view.newImage.acquisition');
  if (acquisition) return { ...view, newImage: { ...view.newImage, acquisition } };
  throw invalidField('photo', 'a photo, or newImage.acquisition.url to fetch it from', 'neither');
}

function getCreated<T>(records: Record<string, T>, id: string, what: string): T {
  const record = records[id];
  if (record) return record;
  throw new KerbsideError(
    'remote_invalid',
    `The service created ${what} ${id}, but the inspection does not contain it.`,
    { details: { what, id }, retryable: true },
  );
}
