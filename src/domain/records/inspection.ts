import * as v from 'valibot';
import type { Checked, WithoutUndefined } from '../check.ts';
import {
  INSPECTION_STATUSES,
  INSPECTION_TYPES,
  type InspectionStatus,
  type InspectionType,
  OWNERSHIP_FILTERS,
  type OwnershipFilter,
  VIEWPOINTS,
  type Viewpoint,
} from '../enums.ts';
import { id, type JsonObject, jsonObject, list, longText, notNegative, object, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { type ListInput, pageOptions } from '../paging.ts';
import {
  type CreateImage,
  type CreateImageInput,
  createImageSchema,
  type DamageArea,
  damageAreaSchema,
} from './image.ts';
import { type CreateTasks, type CreateTasksInput, createTasksSchema } from './task.ts';
import {
  type MarketValue,
  type Mileage,
  type VehicleInput,
  vehicleFields,
  vehicleSchema,
} from './vehicle.ts';

/** The key of `additionalData` under which an inspection keeps its `ComparisonReview`. */
export const COMPARISON_KEY = 'kerbside_comparison';
/** The key of `additionalData` under which an inspection keeps what users confirmed. `inspections.confirmOne` writes it. */
export const CONFIRMATIONS_KEY = 'kerbside_confirmations';

/** The key of `additionalData` under which the remote service keeps the `DeviceResults` of an inspection. */
export const DEVICE_RESULTS_KEY = 'kerbside_results';

/** Input of `inspections.createOne`. */
export interface CreateInspectionInput {
  /** Every task that the inspection will ever run. Tasks cannot be added later. */
  tasks: CreateTasksInput;
  /** The vehicle, as far as it is known. */
  vehicle?: VehicleInput | undefined;
  /** At most 100. Pass their photos in the options, or set `acquisition.url`. `images.addOne` adds more. */
  images?: CreateImageInput[] | undefined;
  /** The areas that an accident affected. At most 100. */
  damageAreas?: DamageArea[] | undefined;
  /** The purpose of the inspection. */
  inspectionType?: InspectionType | undefined;
  /** Your own data, at most 64 KiB of JSON. It is stored and sent unchanged. */
  additionalData?: JsonObject | undefined;
  /** How the accident happened. At most 10,000 characters. */
  accidentNature?: string | undefined;
  /** Another inspection of the vehicle, for example the check-out before this check-in. */
  relatedInspectionId?: string | undefined;
  /** How long the vehicle was used, in a unit of your choice. */
  usageDuration?: number | undefined;
}

/** Checked {@link CreateInspectionInput}. */
export interface CreateInspection extends Omit<WithoutUndefined<CreateInspectionInput>, 'tasks' | 'images'> {
  /** The tasks with their options. */
  tasks: CreateTasks;
  /** The images. */
  images?: CreateImage[];
}

/** Input of `inspections.addAdditionalData`: data that the PDF report prints. Dates are printed as given. */
export interface PdfInputData {
  /** The odometer reading. */
  mileage?: Mileage;
  /** A number, or a number with its currency. */
  marketValue?: number | MarketValue;
  /** First name of the inspector. */
  agentFirstName?: string;
  /** Last name of the inspector. */
  agentLastName?: string;
  /** The inspector's company. */
  agentCompany?: string;
  /** The city of the inspector's company. */
  agentCompanyCity?: string;
  /** First name of the owner. */
  vehicleOwnerFirstName?: string;
  /** Last name of the owner. */
  vehicleOwnerLastName?: string;
  /** Address of the owner. At most 10,000 characters. */
  vehicleOwnerAddress?: string;
  /** Phone number of the owner. */
  vehicleOwnerPhone?: string;
  /** E-mail address of the owner. */
  vehicleOwnerEmail?: string;
  /** When the inspection started. */
  dateOfStart?: string;
  /** When the inspection was validated. */
  dateOfValidation?: string;
  /** The VIN or the license plate. */
  vinOrRegistering?: string;
  /** At most 10,000 characters. */
  comment?: string;
}

/** Input of `inspections.updateOne`. */
export interface UpdateInspection {
  /** Your own data. Its keys replace those that the inspection has; other keys keep their value. */
  additionalData: JsonObject;
}

/** Input of `inspections.confirmOne`. Name one of `viewpoint`, `imageId` and `undamaged`. */
export interface ConfirmInspection {
  /** The user looked at every photo of this side, and all damages on it are recorded. */
  viewpoint?: Viewpoint | undefined;
  /** The user looked at this photo, and all damages on it are recorded. */
  imageId?: string | undefined;
  /** The user states that the vehicle has no damage: they looked at the vehicle itself. */
  undamaged?: true | undefined;
  /**
   * False takes the confirmation back.
   *
   * @default true
   */
  isConfirmed?: boolean | undefined;
}

/** Options of `inspections.getMany`. */
export interface ListInspectionsInput extends ListInput {
  /**
   * Whose inspections are listed. On the device, `all_resources` lists those of every user of the database.
   *
   * @default 'own_resources'
   */
  ownershipFilter?: OwnershipFilter | undefined;
  /** Lists only inspections with this status. */
  inspectionStatus?: InspectionStatus | undefined;
  /**
   * Also lists deleted inspections.
   *
   * @default true
   */
  showDeleted?: boolean | undefined;
  /**
   * 0 returns inspections with their images and damages. 1 or more returns everything that `getOne` returns.
   *
   * @default 0
   */
  verbose?: number | undefined;
}

/** The state of a vehicle at a given time. */
export interface Inspection {
  /** The inspection's id. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  deletedAt?: string;
  /** Present if it is deleted. */
  deleted?: true;
  /** The user who owns it. */
  ownerId: string;
  /** The user who created it. */
  creatorId: string;
  /** The organization of the owner. */
  organizationId?: string;
  /** Derived from the statuses of the tasks. */
  status: InspectionStatus;
  /** Ids. */
  images: string[];
  /** Ids. */
  tasks: string[];
  /** Ids. */
  damages: string[];
  /** Ids. */
  parts: string[];
  /** Ids. */
  severityResults: string[];
  /** Ids. */
  wheelAnalysis: string[];
  /** Ids. */
  documents: string[];
  /** The vehicle's id. */
  vehicle?: string;
  /** The purpose of the inspection. */
  inspectionType?: InspectionType;
  /** How the accident happened. */
  accidentNature?: string;
  /** Another inspection of the vehicle. */
  relatedInspectionId?: string;
  /** How long the vehicle was used. */
  usageDuration?: number;
  /** The areas that an accident affected. */
  damageAreas?: DamageArea[];
  /** Your own data. `pdf_data` holds the data of `addAdditionalData`. */
  additionalData?: JsonObject;
}

/** The fields of an inspection that are not derived from its other records. */
export type StoredInspection = Omit<
  Inspection,
  | 'status'
  | 'images'
  | 'tasks'
  | 'damages'
  | 'parts'
  | 'severityResults'
  | 'wheelAnalysis'
  | 'documents'
  | 'vehicle'
  | 'deleted'
>;

export const createInspectionSchema = object({
  tasks: createTasksSchema,
  vehicle: v.optional(vehicleSchema),
  images: v.optional(list(createImageSchema, LIMITS.imagesPerCreate, 'images')),
  damageAreas: v.optional(list(damageAreaSchema, LIMITS.damageAreas, 'areas')),
  inspectionType: v.optional(v.picklist(INSPECTION_TYPES)),
  additionalData: v.optional(jsonObject),
  accidentNature: v.optional(longText),
  relatedInspectionId: v.optional(id),
  usageDuration: v.optional(notNegative),
});

const { mileage, marketValue } = vehicleFields(text(), notNegative);

export const pdfInputDataSchema = object({
  mileage,
  // The specification describes it as a number and as `{ value, unit }`. Both are accepted.
  marketValue: v.optional(v.union([notNegative, marketValue.wrapped])),
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

/** `pdf_data` has an operation of its own, `addAdditionalData`, which checks its fields. */
export const updateInspectionSchema = object({
  additionalData: v.pipe(
    jsonObject,
    v.check((data) => !('pdf_data' in data), 'no key pdf_data: use addAdditionalData'),
    v.check((data) => !(DEVICE_RESULTS_KEY in data), `no key ${DEVICE_RESULTS_KEY}: sync writes it`),
    v.check((data) => !(CONFIRMATIONS_KEY in data), `no key ${CONFIRMATIONS_KEY}: use confirmOne`),
  ),
});

export const confirmInspectionSchema = v.pipe(
  object({
    viewpoint: v.optional(v.picklist(VIEWPOINTS)),
    imageId: v.optional(id),
    undamaged: v.optional(v.literal(true)),
    isConfirmed: v.optional(v.boolean(), true),
  }),
  v.check(
    ({ viewpoint, imageId, undamaged }) =>
      [viewpoint, imageId, undamaged].filter((one) => one !== undefined).length === 1,
    'one of viewpoint, imageId and undamaged',
  ),
);
export type InspectionConfirmation = Checked<typeof confirmInspectionSchema>;

export const getInspectionSchema = object({
  showDeletedObjects: v.optional(v.boolean(), false),
});

export const listInspectionsSchema = object({
  ...pageOptions,
  ownershipFilter: v.optional(v.picklist(OWNERSHIP_FILTERS), 'own_resources'),
  inspectionStatus: v.optional(v.picklist(INSPECTION_STATUSES)),
  showDeleted: v.optional(v.boolean(), true),
  verbose: v.optional(notNegative, 0),
});
export type ListInspectionsOptions = Checked<typeof listInspectionsSchema>;
