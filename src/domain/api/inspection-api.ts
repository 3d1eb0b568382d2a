import type { TaskName } from '../enums.ts';
import type { ListInput } from '../paging.ts';
import type { DeleteResponse, NormalizedResponse, Page } from '../records/entities.ts';
import type { CreateImageInput } from '../records/image.ts';
import type {
  ConfirmInspection,
  CreateInspectionInput,
  ListInspectionsInput,
  PdfInputData,
  UpdateInspection,
} from '../records/inspection.ts';
import type { UpdateTask } from '../records/task.ts';
import type { VehicleInput } from '../records/vehicle.ts';
import type { CallOptions, PhotoSource } from './call-arguments.ts';
import type { DamagesApi, SeveritiesApi, ViewsApi } from './correction-api.ts';

/** A stored photo. */
export interface Photo {
  /** The file, unchanged. */
  bytes: ArrayBuffer;
  /** The MIME type, read from the file itself: `image/jpeg`. */
  type: string;
  /** Lower-case hex. */
  sha256: string;
}

/** Options of `inspections.createOne`. */
export interface CreateInspectionOptions extends CallOptions {
  /** The photos of `input.images`, by the `acquisition.fileKey` of each image. */
  photos?: Record<string, PhotoSource> | undefined;
}

/** Options of `inspections.getOne`. */
export interface GetInspectionOptions extends CallOptions {
  /**
   * Also returns deleted images, damages and views, and an inspection that is itself deleted.
   *
   * @default false
   */
  showDeletedObjects?: boolean | undefined;
}

/** Options of `tasks.whenDone`. */
export interface WhenDoneOptions extends CallOptions {
  /**
   * Rejects with `timeout` after this time. The task continues to run.
   *
   * @default no timeout
   */
  timeoutMs?: number | undefined;
}

/** A task name. `image_ocr` and `images_ocr` are the same task: the service uses both spellings. */
export type TaskNameInput = TaskName | 'image_ocr';

/**
 * The operations of the specification, with the names of the 3.x client.
 *
 * The device (`openKerbside`), the remote client (`createRemoteClient`) and the reference service implement it. The device
 * finds an inspection by its local and by its remote id.
 *
 * Every call can throw `invalid_input` and `aborted`. On the device, every call can also throw `storage_unavailable`,
 * `storage_outdated` and `closed`; every change `storage_full` and `conflict`. The remote client can throw
 * `unauthorized`, `forbidden`, `rate_limited`, `remote_refused`, `remote_unavailable`, `remote_invalid` and `timeout`.
 * The methods list only the codes that are specific to them.
 */
export interface InspectionApi {
  /** Inspections: create, read, list, complete and delete. */
  inspections: InspectionsApi;
  /** Tasks: start, read and await. */
  tasks: TasksApi;
  /** Images and their photos: add, read, list and delete. */
  images: ImagesApi;
  /** Where a damage is visible on an image: add and delete. */
  views: ViewsApi;
  /** Damages: add and delete. */
  damages: DamagesApi;
  /** Severities of parts: add and change. */
  severities: SeveritiesApi;
}

/** Creates, reads, lists, completes and deletes inspections. */
export interface InspectionsApi {
  /**
   * Returns an inspection with all its records.
   *
   * @throws `not_found` if it does not exist or is deleted.
   */
  getOne(id: string, options?: GetInspectionOptions): Promise<NormalizedResponse>;
  /**
   * Returns a page of inspections with their images and damages, newest first by default.
   *
   * @example
   * ```ts
   * const { data, paging } = await kerbside.inspections.getMany({ limit: 20, showDeleted: false });
   * const next = await kerbside.inspections.getMany({ limit: 20, showDeleted: false, after: paging.cursors.after });
   * ```
   */
  getMany(options?: CallOptions & ListInspectionsInput): Promise<Page<'inspections'>>;
  /**
   * Creates an inspection.
   *
   * @param input - Lists every task that the inspection will ever run: tasks cannot be added later.
   * @returns The new inspection with its tasks, vehicle and images. `result` is its id.
   * @throws `photo_invalid`, `photo_too_large` or `photo_unavailable` if a photo of `input.images` cannot be used. Nothing
   * is then created.
   * @example
   * ```ts
   * const { result: id } = await kerbside.inspections.createOne({
   *   tasks: { damage_detection: {}, wheel_analysis: {} },
   *   vehicle: { plate: 'AB-123-CD' },
   * });
   * ```
   */
  createOne(input: CreateInspectionInput, options?: CreateInspectionOptions): Promise<NormalizedResponse>;
  /**
   * Adds data for the PDF report. Fields that are left out keep their value.
   *
   * @returns No entities. `result` is the inspection's id.
   * @throws `not_found`
   */
  addAdditionalData(id: string, input: PdfInputData, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Changes your own data. Keys that are left out keep their value; all keys together have at most 64 KiB of JSON.
   *
   * @returns The inspection. `result` is its id.
   * @throws `not_found`; `invalid_input` if the data would be too large.
   */
  updateOne(id: string, input: UpdateInspection, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Changes the vehicle. Fields that are left out keep their value.
   *
   * @returns The vehicle. `result` is the inspection's id.
   * @throws `not_found`
   */
  updateVehicle(id: string, input: VehicleInput, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Records that the user looked at a side or a photo, or that they state that the vehicle has no damage: who, when, and which
   * photos. A photo that is added later makes the side open again. `getVehicleSides` and `getVerdict` read it.
   *
   * @returns The inspection. `result` is its id.
   * @throws `not_found`; `invalid_input` if the side has no photo, or an undamaged vehicle has damages.
   * @example
   * ```ts
   * await kerbside.inspections.confirmOne(id, { viewpoint: 'front_left' });
   * await kerbside.inspections.confirmOne(id, { viewpoint: 'front_left', isConfirmed: false });
   * ```
   */
  confirmOne(id: string, input: ConfirmInspection, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Marks an inspection as deleted. Its records and photos remain on the device until `storage.purge`.
   *
   * @throws `not_found`
   */
  deleteOne(id: string, options?: CallOptions): Promise<DeleteResponse<'inspections'>>;
}

/** Starts, reads and awaits the tasks of an inspection. */
export interface TasksApi {
  /**
   * Returns a task.
   *
   * @throws `not_found`, or `task_unknown` if the inspection was created without the task.
   */
  getOne(inspectionId: string, name: TaskNameInput, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Returns all tasks of an inspection. `result` lists their ids.
   *
   * @throws `not_found`
   */
  getMany(inspectionId: string, options?: CallOptions): Promise<NormalizedResponse<string[]>>;
  /**
   * Starts a task (`TODO`), marks it as done elsewhere (`DONE`), validates its results (`VALIDATED`), or changes the
   * arguments of a task that has not started (`NOT_STARTED`).
   *
   * Add the photos of a task before you start it. A task that is started without photos analyzes nothing: it ends as DONE,
   * accepts no photos later, and `getAnalysisOutcome` returns `notAnalysed`.
   *
   * @returns The task.
   * @throws `not_found`, `task_unknown`, `task_started` if a started task would be edited, `task_transition` if the status
   * does not allow it.
   * @example
   * ```ts
   * await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
   * ```
   */
  updateOne(
    inspectionId: string,
    name: TaskNameInput,
    input: UpdateTask,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
  /**
   * Waits until a task is DONE or VALIDATED.
   *
   * @returns The task. `inspections.getOne` returns its results.
   * @throws `not_found`, `task_unknown`, `task_failed` if the task ends as ERROR or ABORTED, `timeout` after `timeoutMs`.
   * @example
   * ```ts
   * await kerbside.tasks.whenDone(id, 'damage_detection', { timeoutMs: 60_000 });
   * const { entities } = await kerbside.inspections.getOne(id);
   * console.log(Object.values(entities.damages));
   * ```
   */
  whenDone(inspectionId: string, name: TaskNameInput, options?: WhenDoneOptions): Promise<NormalizedResponse>;
}

/** Adds, reads, lists and deletes images. */
export interface ImagesApi {
  /**
   * Returns an image.
   *
   * @throws `not_found`
   */
  getOne(inspectionId: string, imageId: string, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Returns a page of the inspection's images, newest first by default.
   *
   * @throws `not_found`
   */
  getMany(inspectionId: string, options?: CallOptions & ListInput): Promise<Page<'images'>>;
  /**
   * Adds an image with its photo.
   *
   * @param input - Names the tasks that use the image.
   * @param photo - The photo. Leave it out if `input.acquisition.url` is set: the photo is then downloaded.
   * @returns The image. `result` is its id.
   * @throws `not_found`, `task_unknown`, `task_started` if one of the tasks has started, `photo_invalid`,
   * `photo_too_large`, or `photo_unavailable` if the download fails.
   * @example
   * ```ts
   * const [file] = input.files;
   * await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, file);
   * ```
   */
  addOne(
    inspectionId: string,
    input: CreateImageInput,
    photo?: PhotoSource,
    options?: CallOptions,
  ): Promise<NormalizedResponse>;
  /**
   * Deletes an image whose tasks have no results.
   *
   * @throws `not_found`, or `task_started` if one of its tasks runs or is done.
   */
  deleteOne(inspectionId: string, imageId: string, options?: CallOptions): Promise<DeleteResponse<'images'>>;
  /**
   * Returns an image's photo.
   *
   * @throws `not_found`, `photo_damaged` if the bytes no longer match their hash, `photo_unavailable` if the photo was sent
   * and then removed from the device (`retention`).
   */
  photo(imageId: string, options?: CallOptions): Promise<Photo>;
}

export type { CallOptions, PhotoSource } from './call-arguments.ts';
export type * from './correction-api.ts';
