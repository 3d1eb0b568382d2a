import { invalidField } from '../check.ts';
import { id } from '../fields.ts';
import { listSchema } from '../paging.ts';
import { createImageSchema } from '../records/image.ts';
import {
  confirmInspectionSchema,
  createInspectionSchema,
  getInspectionSchema,
  listInspectionsSchema,
  pdfInputDataSchema,
  updateInspectionSchema,
} from '../records/inspection.ts';
import { taskNameSchema, updateTaskSchema } from '../records/task.ts';
import { vehicleSchema } from '../records/vehicle.ts';
import { call, callsOf, type Reader, waitSchema } from './call-arguments.ts';
import type { ImagesApi, InspectionsApi, PhotoSource, TasksApi } from './inspection-api.ts';

/** The host checks it when it reads its bytes. */
export const photo: Reader<PhotoSource | undefined> = (value) => value as PhotoSource | undefined;

const photos: Reader<Record<string, PhotoSource>> = (value = {}) => {
  if (typeof value === 'object' && value !== null) return value as Record<string, PhotoSource>;
  throw invalidField('options.photos', 'photos by file key', typeof value);
};

const ofInspection = { inspectionId: id };
const ofImage = { inspectionId: id, imageId: id };
const ofTask = { inspectionId: id, name: taskNameSchema };

/** The arguments of `inspections`. */
export const INSPECTION_CALLS = callsOf<InspectionsApi>()({
  getOne: call({ id }, getInspectionSchema),
  getMany: call({}, listInspectionsSchema),
  createOne: call({ inspection: createInspectionSchema }, undefined, { photos }),
  addAdditionalData: call({ id, pdfData: pdfInputDataSchema }),
  updateOne: call({ id, inspection: updateInspectionSchema }),
  updateVehicle: call({ id, vehicle: vehicleSchema }),
  confirmOne: call({ id, confirmation: confirmInspectionSchema }),
  deleteOne: call({ id }),
});

/** The arguments of `tasks`. */
export const TASK_CALLS = callsOf<TasksApi>()({
  getOne: call(ofTask),
  getMany: call(ofInspection),
  updateOne: call({ ...ofTask, task: updateTaskSchema }),
  whenDone: call(ofTask, waitSchema),
});

/** The arguments of `images`. */
export const IMAGE_CALLS = callsOf<ImagesApi>()({
  getOne: call(ofImage),
  getMany: call(ofInspection, listSchema),
  addOne: call({ ...ofInspection, image: createImageSchema, photo }),
  deleteOne: call(ofImage),
  photo: call({ imageId: id }),
});
