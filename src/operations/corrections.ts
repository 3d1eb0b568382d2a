import { implement } from '../domain/api/call-arguments.ts';
import type { DeviceDamagesApi } from '../domain/api/correction-api.ts';
import { DEVICE_DAMAGE_CALLS, SEVERITY_CALLS, VIEW_CALLS } from '../domain/api/correction-arguments.ts';
import type { InspectionApi } from '../domain/api/inspection-api.ts';
import { confirmDamage, correctDamage, createDamage, deleteDamage, restoreDamage } from '../rules/damages.ts';
import { createSeverity, updateSeverity } from '../rules/severities.ts';
import { createView, deleteView } from '../rules/views.ts';

import type { Host } from './host.ts';
import { addPhoto } from './ingest-photo.ts';

/** The operations with which a user corrects a model's results. */
export type CorrectionOperations = Pick<InspectionApi, 'severities' | 'views'> & {
  damages: DeviceDamagesApi;
};

/** Creates the operations with which a user corrects a model's results: damages, their views and severities. */
export function correctionOperations(host: Host): CorrectionOperations {
  const { changes } = host;
  return {
    damages: implement(DEVICE_DAMAGE_CALLS, {
      createOne: ({ inspectionId, damage, signal }) =>
        changes.apply(inspectionId, createDamage(damage), signal),
      deleteOne: ({ inspectionId, damageId, signal }) =>
        changes.apply(inspectionId, deleteDamage(damageId), signal),
      correctOne: ({ inspectionId, damageId, damage, signal }) =>
        changes.apply(inspectionId, correctDamage(damageId, damage), signal),
      restoreOne: ({ inspectionId, damageId, correctedId, signal }) =>
        changes.apply(inspectionId, restoreDamage(damageId, correctedId), signal),
      confirmOne: ({ inspectionId, damageId, isConfirmed, signal }) =>
        changes.apply(inspectionId, confirmDamage(damageId, isConfirmed), signal),
    }),

    views: implement(VIEW_CALLS, {
      /** It may add a photo, so it keeps the order of the calls with those of images. */
      createOne({ inspectionId, view, photo: source, signal }) {
        if (!view.newImage) return changes.apply(inspectionId, createView(view), signal);
        const { acquisition, rotateImageBeforeUpload } = view.newImage;
        const newPhoto = { source, acquisition, rotateImageBeforeUpload, signal };
        return addPhoto(host, inspectionId, newPhoto, (ingested) => createView(view, ingested));
      },
      deleteOne: ({ inspectionId, viewId, signal }) =>
        changes.apply(inspectionId, deleteView(viewId), signal),
    }),

    severities: implement(SEVERITY_CALLS, {
      createOne: ({ inspectionId, severity, signal }) =>
        changes.apply(inspectionId, createSeverity(severity), signal),
      updateOne: ({ inspectionId, severityId, severity, signal }) =>
        changes.apply(inspectionId, updateSeverity(severityId, severity), signal),
    }),
  };
}
