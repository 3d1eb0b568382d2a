import type { InspectionSyncStatus, SyncApi } from '../domain/api/sync-status.ts';
import type { Inspection } from '../domain/records/inspection.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import type { PdfReport, PdfRequest, PdfRequestInput } from '../wire/pdf.ts';

/** The reports of the remote service. The `reports` of a remote client (`kerbside/remote`) implement it. */
export interface RemoteReports {
  /** Requests a report: `POST …/pdf`. */
  request(inspectionId: string, input: PdfRequestInput): Promise<{ id: string }>;
  /**
   * Returns the download URL of a report: `GET …/pdf`.
   *
   * @throws `report_not_ready` while the service responds with 422
   */
  getOne(inspectionId: string): Promise<PdfReport>;
  /** Uploads a report that this device made. */
  upload(inspectionId: string, pdf: Blob): Promise<unknown>;
}

/** Reports of the remote service by local inspection id. */
export interface MappedRemoteReports {
  /**
   * Requests a report from the service. Returns undefined if the device must make it.
   *
   * A service that lacks operations or task results would report less than the device has. If it lacks those of the
   * earlier inspection, it would report old damages as new.
   */
  request(inspection: Inspection, request: PdfRequest): Promise<{ id: string } | undefined>;
  getOne(inspectionId: string): Promise<PdfReport>;
  upload(inspectionId: string, pdf: Blob): Promise<void>;
}

export function mapRemoteReports(
  remote: RemoteReports,
  sync?: Pick<SyncApi, 'statusOf'>,
): MappedRemoteReports {
  /** Without sync, the app itself sends inspections, and its ids are those of the service. */
  const getStatus = async (inspectionId: string): Promise<InspectionSyncStatus> => {
    const withoutSync = { remoteId: inspectionId, unsent: 0, awaited: 0 };
    if (!sync) return withoutSync;
    return sync.statusOf(inspectionId).catch((error: unknown) => {
      if (isKerbsideError(error, 'unsupported')) return withoutSync;
      throw error;
    });
  };

  return {
    async request({ id, relatedInspectionId }, request) {
      const status = await getStatus(id);
      const earlier = relatedInspectionId && (await getStatus(relatedInspectionId).catch(ignoreNotFound));
      if (status.remoteId === null || isIncomplete(status) || (earlier && isIncomplete(earlier)))
        return undefined;
      return remote.request(status.remoteId, request).catch((error: unknown) => {
        if (!canFallBackToDevice(error)) throw error;
        return undefined;
      });
    },

    async getOne(inspectionId) {
      const { remoteId } = await getStatus(inspectionId);
      return remote.getOne(remoteId ?? inspectionId);
    },

    async upload(inspectionId, pdf) {
      const { remoteId } = await getStatus(inspectionId);
      if (remoteId === null)
        throw new KerbsideError(
          'not_found',
          `The service does not have inspection ${inspectionId} yet. Call sync.flush() first.`,
          { retryable: true },
        );
      await remote.upload(remoteId, pdf);
    },
  };
}

/** Whether the service lacks operations of an inspection, or this device lacks its results. */
function isIncomplete({ remoteId, unsent, awaited }: InspectionSyncStatus): boolean {
  return remoteId === null || unsent > 0 || awaited > 0;
}

/** An inspection of another device is not stored here; only the service can know whether it is complete. */
function ignoreNotFound(error: unknown): undefined {
  if (!isKerbsideError(error, 'not_found')) throw error;
}

/** The inspection was not sent yet, the login expired, or the service makes no reports for this user. */
const FALLBACK_CODES = ['not_found', 'unauthorized', 'forbidden'] as const;

function canFallBackToDevice(error: unknown): error is KerbsideError {
  return isKerbsideError(error) && (error.retryable || FALLBACK_CODES.some((code) => code === error.code));
}

/** A service makes a report in seconds, as the device does, and the user waits beside the vehicle. */
const DEADLINE_MS = 60_000;

/** Poor networks fail once or twice in a row. */
const MAX_FAILED_POLLS = 3;

type PollDecision = 'poll_again' | 'fall_back_to_device' | 'fail';

/** Returns a function that decides what to do after each failed poll for the report of the service. */
export function createPollPolicy(now: () => number): (error: unknown) => PollDecision {
  const startedAt = now();
  let failedPolls = 0;
  return (error) => {
    if (isKerbsideError(error, 'aborted', 'closed')) return 'fail';
    if (isKerbsideError(error, 'report_not_ready')) {
      failedPolls = 0;
      const isBeingMade = error.retryable && now() - startedAt < DEADLINE_MS;
      return isBeingMade ? 'poll_again' : 'fall_back_to_device';
    }
    if (!canFallBackToDevice(error)) return 'fail';
    failedPolls += 1;
    return error.retryable && failedPolls < MAX_FAILED_POLLS ? 'poll_again' : 'fall_back_to_device';
  };
}

/** Long enough for some megabytes on a poor network; also ends a stalled download. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * Downloads a report that the service made.
 *
 * @throws `remote_unavailable` if the download fails, or is not a PDF (but a captive portal's page)
 */
export async function downloadReport(url: string, fetcher: typeof fetch): Promise<ArrayBuffer> {
  let bytes: ArrayBuffer;
  try {
    const response = await fetcher(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw createDownloadError(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const header = new TextDecoder('latin1').decode(bytes.slice(0, 5));
  if (header !== '%PDF-') throw createDownloadError('the response is not a PDF');
  return bytes;
}

function createDownloadError(reason: string, cause?: unknown): KerbsideError {
  return new KerbsideError('remote_unavailable', `Could not download the report: ${reason}. Try again.`, {
    retryable: true,
    cause,
  });
}
