import * as v from 'valibot';
import type { Checked, Matches } from '../check.ts';
import {
  DAMAGE_TYPES,
  HUBCAP_OVER_RIM,
  IMAGE_ROTATIONS,
  IMAGE_TYPES,
  PART_TYPES,
  PROGRESS_STATUSES,
  REPAIR_OPERATIONS,
  RIM_MATERIALS,
  TASK_NAMES,
  VIEWPOINTS,
  WHEEL_ASPECTS,
  WHEEL_CONDITIONS,
  WHEEL_NAMES,
} from '../enums.ts';
import {
  entriesOf,
  finite,
  id,
  jsonObject,
  jsonObjectOf,
  list,
  longText,
  notNegative,
  object,
  text,
} from '../fields.ts';
import type { CreatedBy } from './created-by.ts';
import { type Damage, PART_ORIGINS, type Part } from './damage.ts';
import { type DetectionLimit, SCALE_CUES } from './detection-limit.ts';
import type { Document } from './document.ts';
import { createImageSchema, type Image, imageDetailsSchema } from './image.ts';
import { createInspectionSchema, type StoredInspection } from './inspection.ts';
import {
  PART_OPERATIONS,
  type PartOperation,
  REVIEW_REASONS,
  type RepairEstimate,
} from './repair-estimate.ts';
import type { SeverityResult } from './severity.ts';
import {
  damageDetectionSchema,
  REANALYSIS_STATES,
  RESULT_AUTHORITIES,
  repairEstimateTaskSchema,
  type Task,
  wheelAnalysisTaskSchema,
} from './task.ts';
import { type Vehicle, vehicleFields } from './vehicle.ts';
import type { View } from './view.ts';
import type { WheelAnalysis } from './wheel-analysis.ts';

/**
 * The schema of each record, as stores hold it. The interfaces beside it document the fields; the compiler checks that both
 * have the same.
 *
 * Archives are checked with these schemas as they are: unknown fields are rejected. The readers of the wire (`lenient` of
 * `src/wire`) and the arbitraries of the tests (`arbitraryOf`) are derived from them.
 *
 * Records contain results of the service, which has other limits than the API. So some limits are wider than the API's.
 * The schemas are apart from the interfaces, because an app that only records does not load them.
 */

/** Requires that a schema returns exactly the fields of `T`. If it does not, the compiler names those that differ. */
export const schemaOf =
  <T>() =>
  <S extends v.GenericSchema>(
    schema: S & (Matches<Checked<S>, T> extends true ? unknown : { differs: Differing<Checked<S>, T> }),
  ): S =>
    schema;

type Differing<A, B> = {
  [K in keyof A | keyof B]: Matches<Pick<A, K & keyof A>, Pick<B, K & keyof B>> extends true ? never : K;
}[keyof A | keyof B];

/**
 * A required field that a service may leave out, or fill with an enum value that this version does not know: the wire reads
 * it as `value`. Archives must have it.
 */
const orElse = <S extends v.GenericSchema>(schema: S, value: v.InferOutput<S>) =>
  v.pipe(schema, v.metadata({ orElse: value }));

const MAX_RECORDS = 20_000;
const MAX_POLYGONS = 1_000;
const MAX_POINTS = 20_000;
/** Bytes of `additionalData` with `pdf_data`, and of a document's content. */
const MAX_JSON_BYTES = 1024 * 1024;

/** ISO 8601. Services write it with and without a time zone. */
export const time = v.pipe(
  text(64),
  v.check((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), 'an ISO 8601 time'),
);

export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex'));

/** `Intl.NumberFormat` throws for other codes, and the report would fail. */
export const currency = v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'an ISO 4217 code'));

export const largeJson = jsonObjectOf(MAX_JSON_BYTES);

const modelOrigin = object({ model: text(), version: text(), engine: text() });
export const createdBy = schemaOf<CreatedBy>()(v.union([v.literal('user'), modelOrigin]));

export const records = <Item extends v.GenericSchema>(item: Item) => list(item, MAX_RECORDS, 'records');
const ofModel = { createdAt: time, createdBy, confidence: v.optional(finite) };
const deletable = { deletedAt: v.optional(time) };
const status = v.picklist(PROGRESS_STATUSES);
const damageType = v.picklist(DAMAGE_TYPES);
const partType = orElse(v.picklist(PART_TYPES), 'ignore');
const size = orElse(notNegative, 0);
const confidence = orElse(finite, 0);
const predicted = <const Labels extends readonly [...string[], 'UNKNOWN', 'NOT_APPLICABLE']>(
  labels: Labels,
) =>
  orElse(object({ prediction: orElse(v.picklist(labels), 'UNKNOWN'), confidence }), {
    prediction: 'UNKNOWN',
    confidence: 0,
  });

export const boundingBoxSchema = object({ xmin: finite, ymin: finite, width: finite, height: finite });
const polygons = list(list(v.strictTuple([finite, finite]), MAX_POINTS, 'points'), MAX_POLYGONS, 'polygons');

const cost = { totalCost: finite, range: object({ low: finite, high: finite }), currency };

export const partOperationSchema = schemaOf<PartOperation>()(
  object({
    ...cost,
    name: v.picklist(PART_OPERATIONS),
    severity: v.picklist([1, 2, 3]),
    labourDetails: object({
      t1: finite,
      t2: finite,
      t3: finite,
      m1: finite,
      m2: finite,
      m3: finite,
      paintHours: finite,
      labourHours: finite,
    }),
    piecesOemCost: finite,
    damageIds: records(id),
    severityIds: records(id),
  }),
);

export const repairEstimateSchema = schemaOf<RepairEstimate>()(
  object({
    ...cost,
    damageIds: records(id),
    toReview: records(
      object({
        damageId: v.optional(id),
        partType,
        reason: v.picklist(REVIEW_REASONS),
        ifConfirmed: v.optional(object(cost)),
      }),
    ),
    vehicleClass: text(),
    pricingVersion: text(),
    createdBy,
    createdAt: time,
  }),
);

const { inspectionType, accidentNature, relatedInspectionId, usageDuration, damageAreas } =
  entriesOf(createInspectionSchema);

/** An inspection as stored. */
export const inspectionSchema = schemaOf<StoredInspection>()(
  object({
    id,
    createdAt: time,
    ...deletable,
    ownerId: orElse(text(), ''),
    creatorId: orElse(text(), ''),
    organizationId: v.optional(text()),
    inspectionType,
    accidentNature,
    relatedInspectionId,
    usageDuration,
    damageAreas,
    additionalData: v.optional(largeJson),
  }),
);

export const vehicleRecordSchema = schemaOf<Vehicle>()(
  object({ id, ...vehicleFields(longText, finite), repairEstimate: v.optional(repairEstimateSchema) }),
);

export const taskSchema = schemaOf<Task>()(
  object({
    ...entriesOf(damageDetectionSchema),
    ...entriesOf(wheelAnalysisTaskSchema),
    ...entriesOf(repairEstimateTaskSchema),
    scoring: v.optional(jsonObject),
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
          id: orElse(text(), ''),
          message: orElse(longText, ''),
          createdAt: time,
          errorCode: v.optional(text()),
          traceId: v.optional(text()),
        }),
      ),
    ),
    startsWithFirstImage: v.optional(v.literal(true)),
  }),
);

const compliance = object({
  status: orElse(status, 'TODO'),
  is_compliant: orElse(v.nullable(v.boolean()), null),
  reasons: list(longText, 100, 'reasons'),
  details: v.optional(v.record(text(), finite)),
  sight_id: v.optional(text()),
});

export const detectionLimitSchema = schemaOf<DetectionLimit>()(
  object({
    model: orElse(text(), ''),
    scale: v.optional(
      object({
        pixelsPerCm: notNegative,
        low: notNegative,
        high: notNegative,
        from: v.picklist(SCALE_CUES),
      }),
    ),
    limits: records(
      object({
        damageType,
        partType: v.optional(partType),
        half: v.optional(notNegative),
        most: v.optional(notNegative),
      }),
    ),
  }),
);

const { acquisition, damageArea, additionalData, detailedViewpoint } = entriesOf(createImageSchema);

/** An image without its inspection, its views and its path in the API. */
export const imageSchema = schemaOf<Omit<Image, 'inspection' | 'views' | 'path'>>()(
  object({
    id,
    name: longText,
    imageWidth: size,
    imageHeight: size,
    binarySize: size,
    mimetype: orElse(text(), 'image/jpeg'),
    sha256: orElse(sha256, ''),
    createdAt: time,
    ...deletable,
    rotateImageBeforeUpload: orElse(v.picklist(IMAGE_ROTATIONS), 'NO_ROTATION'),
    imageType: orElse(v.picklist(IMAGE_TYPES), 'unknown'),
    tasks: list(
      object({ name: v.picklist(TASK_NAMES), imageDetails: v.optional(imageDetailsSchema) }),
      TASK_NAMES.length,
      'tasks',
    ),
    compliances: orElse(
      object({
        image_quality_assessment: v.optional(compliance),
        coverage_360: v.optional(compliance),
      }),
      {},
    ),
    acquisition,
    damageArea,
    additionalData,
    detailedViewpoint,
    viewpoint: v.optional(object({ prediction: v.picklist(VIEWPOINTS), confidence })),
    detectionLimit: v.optional(detectionLimitSchema),
  }),
);

/** A damage without its parts. */
export const damageSchema = schemaOf<Omit<Damage, 'parts'>>()(
  object({
    id,
    damageType,
    partType,
    partOrigin: v.optional(v.picklist(PART_ORIGINS)),
    ...ofModel,
    ...deletable,
    correctedFrom: v.optional(
      object({ createdBy: modelOrigin, confidence: v.optional(finite), damageType, partType }),
    ),
    confirmedAt: v.optional(time),
  }),
);

/** A part without its damages. */
export const partSchema = schemaOf<Omit<Part, 'damageIds'>>()(
  object({ id, partType, createdBy, partOperation: v.optional(partOperationSchema) }),
);

export const viewSchema = schemaOf<View>()(
  object({
    id,
    imageId: id,
    damageId: id,
    polygons,
    boundingBox: boundingBoxSchema,
    ...ofModel,
    ...deletable,
  }),
);

export const customSeveritySchema = object({
  level: v.optional(v.picklist([1, 2, 3])),
  pricing: v.optional(finite),
  repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
});

export const severitySchema = schemaOf<SeverityResult>()(
  object({
    id,
    label: partType,
    isUserModified: orElse(v.boolean(), false),
    relatedItemType: orElse(v.picklist(['part', 'damage', 'comment']), 'part'),
    relatedItemId: v.optional(id),
    createdBy,
    value: orElse(object({ customSeverity: orElse(customSeveritySchema, {}) }), { customSeverity: {} }),
  }),
);

export const wheelSchema = schemaOf<WheelAnalysis>()(
  object({
    id,
    wheelName: v.optional(v.picklist(WHEEL_NAMES)),
    imageId: id,
    boundingBox: v.optional(boundingBoxSchema),
    rimCondition: predicted(WHEEL_CONDITIONS),
    rimMaterial: predicted(RIM_MATERIALS),
    rimVisualAspect: predicted(WHEEL_ASPECTS),
    hubcapOverRim: predicted(HUBCAP_OVER_RIM),
    hubcapCondition: predicted(WHEEL_CONDITIONS),
    hubcapVisualAspect: predicted(WHEEL_ASPECTS),
    createdBy,
  }),
);

export const documentSchema = schemaOf<Document>()(
  object({
    id,
    type: orElse(text(), 'TEXT'),
    /** Empty if the service does not name it. */
    imageId: orElse(v.union([id, v.literal('')]), ''),
    content: orElse(largeJson, {}),
    createdBy,
  }),
);
