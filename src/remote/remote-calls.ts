import type { ProgressStatus, TaskName } from '../domain/enums.ts';
import type { ListOptions } from '../domain/paging.ts';
import type { CreateDamage } from '../domain/records/damage.ts';
import type { NormalizedResponse, Page } from '../domain/records/entities.ts';
import type { CreateImage, Image } from '../domain/records/image.ts';
import type {
  CreateInspection,
  ListInspectionsInput,
  PdfInputData,
  UpdateInspection,
} from '../domain/records/inspection.ts';
import type { CreateSeverity, UpdateSeverity } from '../domain/records/severity.ts';
import type { Task, UpdateTask } from '../domain/records/task.ts';
import type { VehicleInput } from '../domain/records/vehicle.ts';
import type { CreateView } from '../domain/records/view.ts';
import type { PdfReport, PdfRequest } from '../wire/pdf.ts';
import type { SendOptions } from './send.ts';

/** Filters of `countInspections`. */
export type CountOptions = Partial<
  Pick<ListInspectionsInput, 'ownershipFilter' | 'inspectionStatus' | 'showDeleted'>
>;

/** Options of `getInspection`. */
export interface GetInspectionQuery {
  /**
   * Whether deleted records are included.
   *
   * @default false
   */
  showDeletedObjects?: boolean;
  /**
   * `light` omits polygons, if the service supports it.
   *
   * @default all fields
   */
  verbose?: 'light';
}

/** The id of the record that a call created, changed or deleted. */
export interface RemoteRecordId {
  id: string;
}

/**
 * One function per endpoint. Each makes one request (two if the token had expired) and returns the service's response.
 * Unlike the client's operations, these functions accept an idempotency key and do not check their inputs: pass inputs
 * that were checked. The outbox uses them.
 *
 * Every function throws a `KerbsideError`. Common codes: `unauthorized`, `forbidden`, `not_found`, `rate_limited`,
 * `remote_refused` (the service rejects the call), `remote_unavailable` (no response, or status 5xx), `remote_invalid`
 * (the response is not the service's), `timeout`, `aborted`. After a failed call, `mayHaveApplied` returns whether the
 * service may have applied it.
 */
export interface RemoteCalls {
  /**
   * Creates an inspection.
   *
   * @param photos - Photos by the file key that each image of the input names. Default: none.
   */
  createInspection(
    input: CreateInspection,
    photos?: Record<string, Blob>,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;
  /** Returns an inspection with all its records. */
  getInspection(
    inspectionId: string,
    query?: GetInspectionQuery,
    options?: SendOptions,
  ): Promise<NormalizedResponse>;
  /** Returns one page of inspections. */
  listInspections(query?: Partial<ListInspectionsInput>, options?: SendOptions): Promise<Page<'inspections'>>;
  /** Returns the number of inspections that match the filters. */
  countInspections(query?: CountOptions, options?: SendOptions): Promise<number>;
  /** Changes the `additionalData` of an inspection. */
  updateInspection(
    inspectionId: string,
    input: UpdateInspection,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;
  /** Deletes an inspection. */
  deleteInspection(inspectionId: string, options?: SendOptions): Promise<RemoteRecordId>;
  /** Adds data for the PDF report. */
  addPdfData(inspectionId: string, input: PdfInputData, options?: SendOptions): Promise<RemoteRecordId>;
  /** Changes the given fields of the vehicle. */
  updateVehicle(inspectionId: string, input: VehicleInput, options?: SendOptions): Promise<RemoteRecordId>;

  /** Returns the tasks of an inspection. */
  listTasks(inspectionId: string, options?: SendOptions): Promise<Task[]>;
  /** Returns one task. */
  getTask(inspectionId: string, taskName: TaskName, options?: SendOptions): Promise<Task>;
  /**
   * Changes the status or the arguments of a task.
   *
   * @throws `task_transition` or `task_started` if the task's state does not allow it (only our own service sends these).
   */
  updateTask(
    inspectionId: string,
    taskName: TaskName,
    input: UpdateTask,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;

  /**
   * Adds an image. If the service offers it, the photo goes straight to its bucket, and the image is created after that: these
   * are three requests or more. If one before the last fails, the error has `details.sent: false`.
   *
   * @param photo - The photo to upload. If undefined, the service downloads `acquisition.url`.
   * @throws `photo_invalid`, `photo_too_large` or `photo_unavailable` if the service does not accept the photo.
   */
  addImage(
    inspectionId: string,
    input: CreateImage,
    photo: Blob | undefined,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;
  /** Returns one image. */
  getImage(inspectionId: string, imageId: string, options?: SendOptions): Promise<Image>;
  /** Returns one page of the images of an inspection. */
  listImages(
    inspectionId: string,
    query?: Partial<ListOptions>,
    options?: SendOptions,
  ): Promise<Page<'images'>>;
  /**
   * Deletes an image.
   *
   * @param statuses - The states that the tasks of the image may be in. Default: `NOT_STARTED`.
   */
  deleteImage(
    inspectionId: string,
    imageId: string,
    statuses?: readonly ProgressStatus[],
    options?: SendOptions,
  ): Promise<RemoteRecordId>;
  /** Returns the bytes and the MIME type of a photo. */
  getPhoto(imageId: string, options?: SendOptions): Promise<{ bytes: ArrayBuffer; type: string }>;

  /**
   * Creates a view.
   *
   * @param photo - The photo of `input.newImage`. If undefined, the service downloads its `acquisition.url`.
   */
  createView(
    inspectionId: string,
    input: CreateView,
    photo: Blob | undefined,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;
  /** Deletes a view. */
  deleteView(inspectionId: string, viewId: string, options?: SendOptions): Promise<RemoteRecordId>;
  /** Creates a damage. */
  createDamage(inspectionId: string, input: CreateDamage, options?: SendOptions): Promise<RemoteRecordId>;
  /** Deletes a damage and its views. */
  deleteDamage(inspectionId: string, damageId: string, options?: SendOptions): Promise<RemoteRecordId>;
  /** Creates a severity. */
  createSeverity(inspectionId: string, input: CreateSeverity, options?: SendOptions): Promise<RemoteRecordId>;
  /** Changes the given fields of a severity. */
  updateSeverity(
    inspectionId: string,
    severityId: string,
    input: UpdateSeverity,
    options?: SendOptions,
  ): Promise<RemoteRecordId>;

  /** Requests a PDF report, which the service then creates. */
  requestPdf(inspectionId: string, input: PdfRequest, options?: SendOptions): Promise<RemoteRecordId>;
  /** Uploads the app's own PDF as the report of the inspection. */
  uploadPdf(inspectionId: string, pdf: Blob, options?: SendOptions): Promise<RemoteRecordId>;
  /**
   * Returns where the report can be downloaded.
   *
   * @throws `report_not_ready` until it exists. It is `retryable` if the report was requested.
   */
  getPdf(inspectionId: string, options?: SendOptions): Promise<PdfReport>;
}
