import * as v from 'valibot';
import {
  CENTERS_ON,
  DAMAGE_TYPES,
  HUBCAP_OVER_RIM,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  INSPECTION_TYPES,
  MARKET_VALUE_UNITS,
  MILEAGE_UNITS,
  PART_TYPES,
  PROGRESS_STATUSES,
  REPAIR_OPERATIONS,
  RIM_MATERIALS,
  TASK_NAMES,
  VIEWPOINTS,
  WHEEL_ASPECTS,
  WHEEL_CONDITIONS,
  WHEEL_NAMES,
} from '../../domain/enums.ts';
import {
  finite,
  fraction,
  id,
  json,
  jsonObject,
  jsonObjectOf,
  list,
  longText,
  notNegative,
  object,
  text,
} from '../../domain/fields.ts';
import { acquisitionSchema, damageAreaSchema, imageDetailsSchema } from '../../domain/image.ts';
import { LIMITS } from '../../domain/limits.ts';
import { callbackSchema, REANALYSIS_STATES, RESULT_AUTHORITIES } from '../../domain/task/task.ts';
import { estimateSchema, partOperationSchema } from './estimate-schemas.ts';
import { createdBy, modelOrigin, sha256, time } from './record-fields.ts';

/**
 * Schemas of the records in an export, exactly as stores hold them. Unknown fields are rejected: what this version cannot
 * check, it does not import.
 *
 * Records contain results of the service, which has other limits than the API. So some limits are wider than the API's.
 */

const MAX_RECORDS = 20_000;
const MAX_POLYGONS = 1_000;
const MAX_POINTS = 20_000;
/** Bytes of `additionalData` with `pdf_data`, and of a document's content. */
const MAX_JSON_BYTES = 1024 * 1024;

const largeJson = jsonObjectOf(MAX_JSON_BYTES);
const records = <Item extends v.GenericSchema>(item: Item) => list(item, MAX_RECORDS, 'records');
const ofModel = { createdAt: time, createdBy, confidence: v.optional(finite) };
const deletable = { deletedAt: v.optional(time) };
const status = v.picklist(PROGRESS_STATUSES);
const partType = v.picklist(PART_TYPES);
const damageType = v.picklist(DAMAGE_TYPES);
const quantity = <Unit extends v.GenericSchema<string>>(unit: Unit) => object({ value: finite, unit });
const predicted = <const Labels extends readonly string[]>(labels: Labels) =>
  object({ prediction: v.picklist(labels), confidence: finite });

const boundingBox = object({ xmin: finite, ymin: finite, width: finite, height: finite });
const polygons = list(list(v.strictTuple([finite, finite]), MAX_POINTS, 'points'), MAX_POLYGONS, 'polygons');

export const inspectionSchema = object({
  id,
  createdAt: time,
  ...deletable,
  ownerId: text(),
  creatorId: text(),
  organizationId: v.optional(text()),
  inspectionType: v.optional(v.picklist(INSPECTION_TYPES)),
  accidentNature: v.optional(longText),
  relatedInspectionId: v.optional(id),
  usageDuration: v.optional(notNegative),
  damageAreas: v.optional(list(damageAreaSchema, LIMITS.damageAreas, 'areas')),
  additionalData: v.optional(largeJson),
});

const vehicleFields = {
  brand: v.optional(longText),
  model: v.optional(longText),
  plate: v.optional(longText),
  vehicleType: v.optional(longText),
  series: v.optional(longText),
  vehicleStyle: v.optional(longText),
  vehicleAge: v.optional(longText),
  vin: v.optional(longText),
  color: v.optional(longText),
  exteriorCleanliness: v.optional(longText),
  interiorCleanliness: v.optional(longText),
  dateOfCirculation: v.optional(longText),
  mileage: v.optional(quantity(v.picklist(MILEAGE_UNITS))),
  marketValue: v.optional(quantity(v.picklist(MARKET_VALUE_UNITS))),
};

export const vehicleRecordSchema = object({
  id,
  ...vehicleFields,
  repairEstimate: v.optional(estimateSchema),
});

export const taskSchema = object({
  id,
  name: v.picklist(TASK_NAMES),
  inspectionId: id,
  status,
  createdAt: time,
  startedAt: v.optional(time),
  doneAt: v.optional(time),
  confidencePreExecution: v.optional(v.boolean()),
  confidencePreExecutionStatus: status,
  confidencePostExecution: v.optional(v.boolean()),
  reanalysis: v.optional(v.picklist(REANALYSIS_STATES)),
  authority: v.optional(v.picklist(RESULT_AUTHORITIES)),
  images: records(object({ imageId: id, details: v.optional(jsonObject) })),
  arguments: v.optional(jsonObject),
  errorMessages: v.optional(
    records(
      object({
        id: text(),
        message: longText,
        createdAt: time,
        errorCode: v.optional(text()),
        traceId: v.optional(text()),
      }),
    ),
  ),
  startsWithFirstImage: v.optional(v.literal(true)),
  callbacks: v.optional(list(callbackSchema, LIMITS.callbacksPerTask, 'callbacks')),
  damageScoreThreshold: v.optional(fraction),
  generateSubimagesParts: v.optional(json),
  generateSubimagesDamages: v.optional(json),
  generateVisualOutput: v.optional(
    object({ generateParts: v.optional(v.boolean()), generateDamages: v.optional(v.boolean()) }),
  ),
  damageSeverity: v.optional(object({ outputFormat: v.optional(text()) })),
  scoring: v.optional(jsonObject),
  useLongshots: v.optional(v.boolean()),
  usePricingMatrix: v.optional(json),
});

const compliance = object({
  status,
  is_compliant: v.nullable(v.boolean()),
  reasons: list(longText, 100, 'reasons'),
  details: v.optional(v.record(text(), finite)),
  sight_id: v.optional(text()),
});

export const imageSchema = object({
  id,
  name: longText,
  imageWidth: notNegative,
  imageHeight: notNegative,
  binarySize: notNegative,
  mimetype: text(),
  sha256,
  createdAt: time,
  ...deletable,
  rotateImageBeforeUpload: v.picklist(IMAGE_ROTATIONS),
  imageType: v.picklist(IMAGE_TYPES),
  tasks: list(
    object({ name: v.picklist(TASK_NAMES), imageDetails: v.optional(imageDetailsSchema) }),
    TASK_NAMES.length,
    'tasks',
  ),
  compliances: object({
    image_quality_assessment: v.optional(compliance),
    coverage_360: v.optional(compliance),
  }),
  acquisition: v.optional(acquisitionSchema),
  damageArea: v.optional(v.union([finite, text(), damageAreaSchema])),
  additionalData: v.optional(jsonObject),
  detailedViewpoint: v.optional(
    object({ centersOn: list(v.picklist(CENTERS_ON), CENTERS_ON.length, 'places') }),
  ),
  viewpoint: v.optional(predicted(VIEWPOINTS)),
});

export const damageSchema = object({
  id,
  damageType,
  partType,
  ...ofModel,
  ...deletable,
  correctedFrom: v.optional(
    object({ createdBy: modelOrigin, confidence: v.optional(finite), damageType, partType }),
  ),
  confirmedAt: v.optional(time),
  severityIds: v.optional(records(id)),
});

export const partSchema = object({
  id,
  partType,
  createdBy,
  partOperation: v.optional(partOperationSchema),
});

export const viewSchema = object({
  id,
  imageId: id,
  damageId: id,
  polygons,
  boundingBox,
  ...ofModel,
  ...deletable,
});

export const severitySchema = object({
  id,
  label: partType,
  isUserModified: v.boolean(),
  relatedItemType: v.picklist(['part', 'damage', 'comment']),
  relatedItemId: v.optional(id),
  createdBy,
  value: object({
    customSeverity: object({
      level: v.optional(v.picklist([1, 2, 3])),
      pricing: v.optional(finite),
      repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
    }),
  }),
});

export const wheelSchema = object({
  id,
  wheelName: v.optional(v.picklist(WHEEL_NAMES)),
  imageId: id,
  boundingBox: v.optional(boundingBox),
  rimCondition: predicted(WHEEL_CONDITIONS),
  rimMaterial: predicted(RIM_MATERIALS),
  rimVisualAspect: predicted(WHEEL_ASPECTS),
  hubcapOverRim: predicted(HUBCAP_OVER_RIM),
  hubcapCondition: predicted(WHEEL_CONDITIONS),
  hubcapVisualAspect: predicted(WHEEL_ASPECTS),
  createdBy,
});

export const documentSchema = object({
  id,
  type: text(),
  imageId: v.union([id, v.literal('')]),
  content: largeJson,
  createdBy,
});

const readableFields = Object.keys(vehicleFields) as (keyof typeof vehicleFields)[];

/** An inspection with all its records. */
export const stateSchema = object({
  inspection: inspectionSchema,
  vehicle: v.optional(vehicleRecordSchema),
  vehicleReadings: v.optional(list(v.picklist(readableFields), MAX_RECORDS, 'fields')),
  tasks: list(taskSchema, TASK_NAMES.length, 'tasks'),
  images: records(imageSchema),
  damages: records(damageSchema),
  parts: records(partSchema),
  views: records(viewSchema),
  severityResults: records(severitySchema),
  wheelAnalysis: records(wheelSchema),
  documents: records(documentSchema),
});
