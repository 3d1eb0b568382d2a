import type { CreateDamage } from './damage.ts';
import type { Deleted, DeleteResponse, NormalizedResponse, Page } from './entities.ts';
import type { TaskName } from './enums.ts';
import type { CreateImageInput } from './image.ts';
import type { CreateInspectionInput, ListInspectionsInput, PdfInputData } from './inspection.ts';
import type { ListInput } from './paging.ts';
import type { CreateSeverity, UpdateSeverity } from './severity.ts';
import type { UpdateTask } from './task.ts';
import type { VehicleInput } from './vehicle.ts';
import type { CreateViewInput } from './view.ts';

/** Every operation takes one of these as its last argument. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** A photo as an app has it. */
export type PhotoSource = Blob | ArrayBuffer | ArrayBufferView;

export interface Photo {
  bytes: ArrayBuffer;
  type: string;
  sha256: string;
}

/** Photos of a create call, under the `acquisition.fileKey` that each image names. */
export interface CreateInspectionOptions extends CallOptions {
  photos?: Record<string, PhotoSource> | undefined;
}

export interface CreateViewOptions extends CallOptions {
  /** The photo of `newImage`. */
  photo?: PhotoSource | undefined;
}

export interface WhenDoneOptions extends CallOptions {
  timeoutMs?: number | undefined;
}

/** The service writes the OCR task in two ways; both are taken. */
export type TaskNameInput = TaskName | 'image_ocr';

/**
 * The operations of the specification, named as users of the 3.x client know them. The device, the remote
 * client and the reference service all offer this interface, and one suite checks them
 * (test/conformance/api-conformance.suite.ts).
 */
export interface InspectionApi {
  inspections: {
    getOne(
      id: string,
      options?: CallOptions & { showDeletedObjects?: boolean | undefined },
    ): Promise<NormalizedResponse>;
    getMany(options?: CallOptions & ListInspectionsInput): Promise<Page<'inspections'>>;
    createOne(input: CreateInspectionInput, options?: CreateInspectionOptions): Promise<NormalizedResponse>;
    /** Data for the PDF report. */
    addAdditionalData(id: string, input: PdfInputData, options?: CallOptions): Promise<NormalizedResponse>;
    updateVehicle(id: string, input: VehicleInput, options?: CallOptions): Promise<NormalizedResponse>;
    deleteOne(id: string, options?: CallOptions): Promise<DeleteResponse<'inspections'>>;
  };
  tasks: {
    getOne(inspectionId: string, name: TaskNameInput, options?: CallOptions): Promise<NormalizedResponse>;
    getMany(inspectionId: string, options?: CallOptions): Promise<NormalizedResponse<string[]>>;
    updateOne(
      inspectionId: string,
      name: TaskNameInput,
      input: UpdateTask,
      options?: CallOptions,
    ): Promise<NormalizedResponse>;
    /** Resolves when the task is DONE or VALIDATED; rejects with `task_failed` or `timeout`. */
    whenDone(
      inspectionId: string,
      name: TaskNameInput,
      options?: WhenDoneOptions,
    ): Promise<NormalizedResponse>;
  };
  images: {
    getOne(inspectionId: string, imageId: string, options?: CallOptions): Promise<NormalizedResponse>;
    getMany(inspectionId: string, options?: CallOptions & ListInput): Promise<Page<'images'>>;
    /** The photo may be left out where `acquisition.url` says where to fetch it. */
    addOne(
      inspectionId: string,
      input: CreateImageInput,
      photo?: PhotoSource,
      options?: CallOptions,
    ): Promise<NormalizedResponse>;
    deleteOne(
      inspectionId: string,
      imageId: string,
      options?: CallOptions,
    ): Promise<DeleteResponse<'images'>>;
    photo(imageId: string, options?: CallOptions): Promise<Photo>;
  };
  views: {
    createOne(
      inspectionId: string,
      input: CreateViewInput,
      options?: CreateViewOptions,
    ): Promise<NormalizedResponse>;
    deleteOne(inspectionId: string, viewId: string, options?: CallOptions): Promise<DeleteResponse<'views'>>;
  };
  damages: {
    createOne(inspectionId: string, input: CreateDamage, options?: CallOptions): Promise<NormalizedResponse>;
    deleteOne(
      inspectionId: string,
      damageId: string,
      options?: CallOptions,
    ): Promise<DeleteResponse<'damages', Deleted & { parts: string[] }>>;
  };
  severities: {
    createOne(
      inspectionId: string,
      input: CreateSeverity,
      options?: CallOptions,
    ): Promise<NormalizedResponse>;
    updateOne(
      inspectionId: string,
      severityId: string,
      input: UpdateSeverity,
      options?: CallOptions,
    ): Promise<NormalizedResponse>;
  };
}
