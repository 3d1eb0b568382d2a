import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { createDamageSchema } from '../domain/damage.ts';
import { deleteResponse, normalizedResponse } from '../domain/entities.ts';
import { createSeveritySchema, updateSeveritySchema } from '../domain/severity.ts';
import { type CreateView, createViewSchema } from '../domain/view.ts';
import { KerbsideError } from '../errors.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toSendOptions } from './send.ts';

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
    damages: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const { signal } = checkOptions(options);
        const created = await calls.createDamage(id, check(createDamageSchema, input, 'damage'), { signal });
        const { entities } = await calls.getInspection(id, {}, { signal });
        const damage = getCreated(entities.damages, created.id, 'damage');
        return normalizedResponse({ damages: { [damage.id]: damage } }, damage.id);
      },
      /** The response contains the parts of the damage, so they are read before it is deleted. */
      async deleteOne(inspectionId, damageId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(damageId, 'damageId')];
        const { signal } = checkOptions(options);
        const { entities } = await calls.getInspection(id, {}, { signal });
        await calls.deleteDamage(id, wanted, { signal });
        const parts = entities.damages[wanted]?.parts ?? [];
        return deleteResponse('damages', { id: wanted, deleted: true, parts });
      },
    },

    views: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const { taken, rest } = takeOption(options, 'photo');
        const { signal } = checkOptions(rest);
        const checked = check(createViewSchema, input, 'view');
        const photo = checked.newImage && taken !== undefined ? toPhotoBlob(taken as PhotoSource) : undefined;
        const body = photo ? checked : withUrlAcquisition(checked);
        const { id: viewId } = await calls.createView(id, body, photo, { signal });
        const { entities } = await calls.getInspection(id, {}, { signal });
        const view = getCreated(entities.views, viewId, 'view');
        const image = checked.newImage && entities.images[view.imageId];
        return normalizedResponse(
          { views: { [viewId]: view }, ...(image && { images: { [image.id]: image } }) },
          viewId,
        );
      },
      async deleteOne(inspectionId, viewId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(viewId, 'viewId')];
        await calls.deleteView(id, wanted, toSendOptions(options));
        return deleteResponse('views', { id: wanted, deleted: true });
      },
    },

    severities: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const { signal } = checkOptions(options);
        const created = await calls.createSeverity(id, check(createSeveritySchema, input, 'severity'), {
          signal,
        });
        return readSeverity(id, created.id, signal);
      },
      async updateOne(inspectionId, severityId, input, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(severityId, 'severityId')];
        const { signal } = checkOptions(options);
        await calls.updateSeverity(id, wanted, check(updateSeveritySchema, input, 'severity'), { signal });
        return readSeverity(id, wanted, signal);
      },
    },
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
