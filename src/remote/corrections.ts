import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { createDamage } from '../domain/damage.ts';
import { deleteResponse, normalizedResponse } from '../domain/entities.ts';
import { createSeverity, updateSeverity } from '../domain/severity.ts';
import { type CreateView, createView } from '../domain/view.ts';
import { KerbsideError } from '../errors.ts';
import { fetchable } from './acquisition.ts';
import type { RemoteCalls } from './calls.ts';
import { photoBlob } from './photo-blob.ts';
import { sendOptions } from './send-options.ts';

/** The service answers a correction with an id alone; what it made is read from the inspection. */
export function remoteCorrections(
  calls: RemoteCalls,
): Pick<InspectionApi, 'views' | 'damages' | 'severities'> {
  const severityAnswer = async (inspectionId: string, severityId: string, signal?: AbortSignal) => {
    const { entities } = await calls.getInspection(inspectionId, {}, { signal });
    const severity = made(entities.severityResults, severityId, 'severity');
    return normalizedResponse({ severityResults: { [severityId]: severity } }, severityId);
  };

  return {
    damages: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const { signal } = checkOptions(options);
        const created = await calls.createDamage(id, check(createDamage, input, 'damage'), { signal });
        const { entities } = await calls.getInspection(id, {}, { signal });
        const damage = made(entities.damages, created.id, 'damage');
        return normalizedResponse({ damages: { [damage.id]: damage } }, damage.id);
      },
      /** Its parts are part of the answer, so they are read before it goes. */
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
        const checked = check(createView, input, 'view');
        const photo = checked.newImage && taken !== undefined ? photoBlob(taken as PhotoSource) : undefined;
        const body = photo ? checked : withAcquisition(checked);
        const { id: viewId } = await calls.createView(id, body, photo, { signal });
        const { entities } = await calls.getInspection(id, {}, { signal });
        const view = made(entities.views, viewId, 'view');
        const image = checked.newImage && entities.images[view.imageId];
        return normalizedResponse(
          { views: { [viewId]: view }, ...(image && { images: { [image.id]: image } }) },
          viewId,
        );
      },
      async deleteOne(inspectionId, viewId, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(viewId, 'viewId')];
        await calls.deleteView(id, wanted, sendOptions(options));
        return deleteResponse('views', { id: wanted, deleted: true });
      },
    },

    severities: {
      async createOne(inspectionId, input, options) {
        const id = checkId(inspectionId, 'inspectionId');
        const { signal } = checkOptions(options);
        const created = await calls.createSeverity(id, check(createSeverity, input, 'severity'), { signal });
        return severityAnswer(id, created.id, signal);
      },
      async updateOne(inspectionId, severityId, input, options) {
        const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(severityId, 'severityId')];
        const { signal } = checkOptions(options);
        await calls.updateSeverity(id, wanted, check(updateSeverity, input, 'severity'), { signal });
        return severityAnswer(id, wanted, signal);
      },
    },
  };
}

function withAcquisition(view: CreateView): CreateView {
  if (!view.newImage) return view;
  const acquisition = fetchable(view.newImage.acquisition, 'view.newImage.acquisition');
  if (acquisition) return { ...view, newImage: { ...view.newImage, acquisition } };
  throw invalidField('photo', 'a photo, or newImage.acquisition.url to fetch it from', 'neither');
}

function made<T>(records: Record<string, T>, id: string, what: string): T {
  const record = records[id];
  if (record) return record;
  throw new KerbsideError(
    'remote_invalid',
    `The service answered that ${what} ${id} is made, but its inspection does not have it.`,
    { details: { what, id }, retryable: true },
  );
}
