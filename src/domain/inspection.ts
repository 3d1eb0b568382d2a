import * as v from 'valibot';
import type { Checked } from './check.ts';
import {
  INSPECTION_STATUSES,
  INSPECTION_TYPES,
  type InspectionStatus,
  type InspectionType,
  OWNERSHIP_FILTERS,
} from './enums.ts';
import { id, type JsonObject, jsonObject, list, longText, notNegative, object, text } from './fields.ts';
import { createImage, type DamageArea, damageArea } from './image.ts';
import { LIMITS } from './limits.ts';
import { pageOptions } from './paging.ts';
import { createTasks } from './task.ts';
import { marketValue, mileage, vehicleInput } from './vehicle.ts';

export const createInspection = object({
  tasks: createTasks,
  vehicle: v.optional(vehicleInput),
  images: v.optional(list(createImage, LIMITS.imagesPerCreate, 'images')),
  damageAreas: v.optional(list(damageArea, LIMITS.damageAreas, 'areas')),
  inspectionType: v.optional(v.picklist(INSPECTION_TYPES)),
  additionalData: v.optional(jsonObject),
  accidentNature: v.optional(longText),
  relatedInspectionId: v.optional(id),
  usageDuration: v.optional(notNegative),
});
export type CreateInspection = Checked<typeof createInspection>;
export type CreateInspectionInput = v.InferInput<typeof createInspection>;

export const pdfInputData = object({
  mileage: v.optional(mileage),
  /** The specification gives it as a number and as `{ value, unit }`: both are taken. */
  marketValue: v.optional(v.union([notNegative, marketValue])),
  agentFirstName: v.optional(text()),
  agentLastName: v.optional(text()),
  agentCompany: v.optional(text()),
  agentCompanyCity: v.optional(text()),
  vehicleOwnerFirstName: v.optional(text()),
  vehicleOwnerLastName: v.optional(text()),
  vehicleOwnerAddress: v.optional(longText),
  vehicleOwnerPhone: v.optional(text()),
  vehicleOwnerEmail: v.optional(text()),
  dateOfStart: v.optional(text()),
  dateOfValidation: v.optional(text()),
  vinOrRegistering: v.optional(text()),
  comment: v.optional(longText),
});
export type PdfInputData = Checked<typeof pdfInputData>;

export const getInspectionOptions = object({
  showDeletedObjects: v.optional(v.boolean(), false),
});

export const listInspectionsOptions = object({
  ...pageOptions,
  ownershipFilter: v.optional(v.picklist(OWNERSHIP_FILTERS), 'own_resources'),
  inspectionStatus: v.optional(v.picklist(INSPECTION_STATUSES)),
  showDeleted: v.optional(v.boolean(), true),
  /** 0: inspections with their images and damages. 1 or more: all that getOne gives. */
  verbose: v.optional(notNegative, 0),
});
export type ListInspectionsOptions = Checked<typeof listInspectionsOptions>;
export type ListInspectionsInput = v.InferInput<typeof listInspectionsOptions>;

export interface Inspection {
  id: string;
  createdAt: string;
  deletedAt?: string;
  deleted?: true;
  ownerId: string;
  creatorId: string;
  organizationId?: string;
  /** Follows from the tasks; see service/task-states.ts. */
  status: InspectionStatus;
  images: string[];
  tasks: string[];
  damages: string[];
  parts: string[];
  severityResults: string[];
  wheelAnalysis: string[];
  documents: string[];
  vehicle?: string;
  inspectionType?: InspectionType;
  accidentNature?: string;
  relatedInspectionId?: string;
  usageDuration?: number;
  damageAreas?: DamageArea[];
  additionalData?: JsonObject;
}
