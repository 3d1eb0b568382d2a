import type { Inspection } from '../domain/inspection.ts';
import type { InspectionSyncStatus, SyncApi } from '../domain/sync.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import type { PdfReport, PdfRequest, PdfRequestInput } from '../wire/pdf.ts';

/** The service's own reports: `POST` and `GET …/pdf`, and the upload of one that a device made. */
export interface RemoteReports {
  request(inspectionId: string, input: PdfRequestInput): Promise<{ id: string }>;
  /** Where it can be downloaded; `report_not_ready` while the service answers 422. */
  getOne(inspectionId: string): Promise<PdfReport>;
  upload(inspectionId: string, pdf: Blob): Promise<unknown>;
}

/** The same, by the ids that inspections have here. */
export interface ServiceReports {
  /**
   * Nothing where the device has to make the report. A service that has not got everything, or not done its tasks, would
   * report less than is here, and take for new what it has not got of the inspection before.
   */
  request(inspection: Inspection, request: PdfRequest): Promise<{ id: string } | undefined>;
  getOne(inspectionId: string): Promise<PdfReport>;
  upload(inspectionId: string, pdf: Blob): Promise<void>;
}

export function serviceReports(remote: RemoteReports, sync?: Pick<SyncApi, 'statusOf'>): ServiceReports {
  /** How far the service is with an inspection. Where nothing is sent, that and its ids are the app's own affair. */
  const statusThere = async (inspectionId: string): Promise<InspectionSyncStatus> => {
    const bySelf = { remoteId: inspectionId, unsent: 0, awaited: 0 };
    if (!sync) return bySelf;
    return sync.statusOf(inspectionId).catch((error: unknown) => {
      if (isKerbsideError(error, 'unsupported')) return bySelf;
      throw error;
    });
  };

  return {
    async request({ id, relatedInspectionId }, request) {
      const status = await statusThere(id);
      const before = relatedInspectionId && (await statusThere(relatedInspectionId).catch(unlessNotHere));
      if (status.remoteId === null || isBehind(status) || (before && isBehind(before))) return undefined;
      return remote.request(status.remoteId, request).catch(unlessDeviceCan);
    },

    async getOne(inspectionId) {
      const { remoteId } = await statusThere(inspectionId);
      return remote.getOne(remoteId ?? inspectionId);
    },

    async upload(inspectionId, pdf) {
      const { remoteId } = await statusThere(inspectionId);
      if (remoteId === null)
        throw new KerbsideError(
          'not_found',
          `The service does not know inspection ${inspectionId} yet: call sync.flush() first.`,
          { retryable: true },
        );
      await remote.upload(remoteId, pdf);
    },
  };
}

/** Whether the service has not got all of an inspection, or its results are not here yet. */
function isBehind({ remoteId, unsent, awaited }: InspectionSyncStatus): boolean {
  return remoteId === null || unsent > 0 || awaited > 0;
}

/** An inspection that another device made is the service's own affair. */
function unlessNotHere(error: unknown): undefined {
  if (!isKerbsideError(error, 'not_found')) throw error;
}

/** Before the inspection was sent; after the session ended; for a user to whom the service gives no reports. */
const NOT_TO_US = ['not_found', 'unauthorized', 'forbidden'] as const;

/** There, or without a network, the device can make the report. */
export function deviceCanInstead(error: unknown): error is KerbsideError {
  return isKerbsideError(error) && (error.retryable || NOT_TO_US.some((code) => code === error.code));
}

function unlessDeviceCan(error: unknown): undefined {
  if (!deviceCanInstead(error)) throw error;
}
