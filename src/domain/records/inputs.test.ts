import { expectTypeOf, test } from 'vitest';
import type { Checked, Input, Matches } from '../check.ts';
import type { ListInput, listSchema } from '../paging.ts';
import type { CreateDamage, createDamageSchema } from './damage.ts';
import type { CreateImage, CreateImageInput, createImageSchema } from './image.ts';
import type {
  CreateInspection,
  CreateInspectionInput,
  createInspectionSchema,
  ListInspectionsInput,
  listInspectionsSchema,
  PdfInputData,
  pdfInputDataSchema,
} from './inspection.ts';
import type {
  CreateSeverity,
  createSeveritySchema,
  UpdateSeverity,
  updateSeveritySchema,
} from './severity.ts';
import type {
  CreateTasks,
  CreateTasksInput,
  createTasksSchema,
  UpdateTask,
  updateTaskSchema,
} from './task.ts';
import type { VehicleInput, vehicleSchema } from './vehicle.ts';
import type { CreateView, CreateViewInput, createViewSchema } from './view.ts';

test('every input interface has the fields of its schema', () => {
  expectTypeOf<Matches<Input<typeof createInspectionSchema>, CreateInspectionInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof createTasksSchema>, CreateTasksInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof createImageSchema>, CreateImageInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof createViewSchema>, CreateViewInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof createDamageSchema>, CreateDamage>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof createSeveritySchema>, CreateSeverity>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof updateSeveritySchema>, UpdateSeverity>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof updateTaskSchema>, UpdateTask>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof vehicleSchema>, VehicleInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof pdfInputDataSchema>, PdfInputData>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof listSchema>, ListInput>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Input<typeof listInspectionsSchema>, ListInspectionsInput>>().toEqualTypeOf<true>();
});

test('every checked type is what its schema returns', () => {
  expectTypeOf<Matches<Checked<typeof createInspectionSchema>, CreateInspection>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Checked<typeof createTasksSchema>, CreateTasks>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Checked<typeof createImageSchema>, CreateImage>>().toEqualTypeOf<true>();
  expectTypeOf<Matches<Checked<typeof createViewSchema>, CreateView>>().toEqualTypeOf<true>();
});
