import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { createViewSchema } from '../domain/view.ts';
import { createView as createViewRule, deleteView } from '../rules/views.ts';
import type { Host } from './host.ts';
import { addPhoto } from './ingest-photo.ts';

/** Creates the operations of views. They may add photos, so they keep the order of the calls with those of images. */
export function viewOperations(host: Host): InspectionApi['views'] {
  const { changes } = host;
  return {
    async createOne(inspectionId, input, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const checked = check(createViewSchema, input, 'view');
      const { taken: source, rest } = takeOption(options, 'photo');
      const { signal } = checkOptions(rest);
      if (!checked.newImage) return changes.apply(id, createViewRule(checked), signal);
      const photo = source as PhotoSource | undefined; // `ingestPhoto` checks it
      const { acquisition, rotateImageBeforeUpload } = checked.newImage;
      const newPhoto = { source: photo, acquisition, rotateImageBeforeUpload, signal };
      return addPhoto(host, id, newPhoto, (ingested) => createViewRule(checked, ingested));
    },
    async deleteOne(inspectionId, viewId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(viewId, 'viewId')];
      return changes.apply(id, deleteView(wanted), checkOptions(options).signal);
    },
  };
}
