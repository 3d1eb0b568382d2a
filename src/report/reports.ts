import type { CallOptions, InspectionApi } from '../domain/api/inspection-api.ts';
import type { SyncApi } from '../domain/api/sync-status.ts';
import type { PdfRequestInput } from '../wire/pdf.ts';

/** A finished report. */
export interface Report {
  id: string;
  inspectionId: string;
  /** When the report was requested; ISO 8601. */
  createdAt: string;
  /** Where the PDF was made: on this device or by the remote service. */
  madeBy: 'device' | 'remote';
  /** The PDF, of type `application/pdf`. */
  pdf: Blob;
}

/**
 * Makes and stores one PDF report per inspection. Every method accepts the local or the remote id of an inspection, and
 * throws `invalid_input` for arguments that do not match their types, `aborted` if its signal is
 * aborted, `closed` after {@link Reports.close}, and `storage_full` or `storage_unavailable` if the database fails.
 */
export interface Reports {
  /**
   * Requests a report of the current state of an inspection. Resolves as soon as the request is stored: the report is made
   * in the background and replaces the previous one.
   *
   * If `remote` is set and the service has all changes and results of the inspection, the service makes the report.
   * Otherwise, and if the service cannot be reached, the device makes it.
   *
   * @returns The id of the report.
   * @throws `not_found` if the inspection does not exist or is deleted
   */
  requestOne(inspectionId: string, input?: PdfRequestInput, options?: CallOptions): Promise<{ id: string }>;

  /**
   * Returns the latest requested report.
   *
   * @throws `report_not_ready`: with `details.requested: false` if no report was requested; retryable
   *   while it is being made
   * @throws the error of the report if it could not be made, for example `report_failed`
   */
  getOne(inspectionId: string, options?: CallOptions): Promise<Report>;

  /**
   * Waits until the latest requested report is made and returns it.
   *
   * If an earlier attempt failed with a retryable error, tries once more. If the service fails 3 times in a row, or does
   * not finish the report within 60 s, the device makes it.
   *
   * @throws `report_not_ready` if no report was requested
   * @throws the error of the report if it cannot be made, for example `report_failed`, or `worker_lost` without a network and
   *   without {@link Reports.preload}
   */
  whenReady(inspectionId: string, options?: CallOptions): Promise<Report>;

  /**
   * Uploads a report that this device made to the service. Does nothing if the service made it.
   *
   * @throws `unsupported` without the `remote` option; `not_found` (retryable) if the service does not
   *   have the inspection yet; `report_not_ready` if there is no report; any error of the upload
   */
  upload(inspectionId: string, options?: CallOptions): Promise<void>;

  /** Deletes the report of an inspection from this device. `storage.purge` does not delete reports. */
  deleteOne(inspectionId: string, options?: CallOptions): Promise<void>;

  /**
   * Caches the report worker for offline use. The service worker of `kerbside/sw` serves it. If `workers` is a function,
   * starts the worker once instead, so that the app's own service worker can cache its script.
   *
   * @throws `model_unavailable` or `worker_lost` if the script cannot be loaded and is not cached
   */
  preload(): Promise<void>;

  /** Terminates the worker and closes the database. A report in progress is made when it is next asked for. */
  close(): void;
}

/**
 * The part of `Kerbside` that reports read. With `sync`, inspections are requested from the service by their remote ids,
 * and only if the service has all changes.
 */
export type InspectionSource = Pick<InspectionApi, 'inspections' | 'images'> & {
  sync?: Pick<SyncApi, 'statusOf'>;
};
