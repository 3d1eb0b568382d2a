import fc from 'fast-check';
import type { Damage, DamageOrigin, Part } from '../../../src/domain/damage.ts';
import type { Document } from '../../../src/domain/document.ts';
import * as enums from '../../../src/domain/enums.ts';
import type { ComplianceResult, Image } from '../../../src/domain/image.ts';
import type { Inspection } from '../../../src/domain/inspection.ts';
import type { SeverityResult } from '../../../src/domain/severity.ts';
import { REANALYSIS_STATES, RESULT_AUTHORITIES, type Task } from '../../../src/domain/task/task.ts';
import type { Vehicle } from '../../../src/domain/vehicle.ts';
import type { View } from '../../../src/domain/view.ts';
import type { Predicted, WheelAnalysis } from '../../../src/domain/wheel-analysis.ts';
import type { InspectionRecord } from '../../../src/rules/state.ts';
import { partOperation, repairEstimate } from './arbitrary-estimates.ts';
import {
  createdBy,
  fraction,
  id,
  ids,
  modelOrigin,
  number,
  ownJson,
  partTypes,
  record,
  text,
  time,
  url,
} from './arbitrary-fields.ts';

/** Records as any run of the service may have made them: every field, and every way of leaving one out. */

const amount = (units: readonly string[]) => fc.record({ value: number, unit: fc.constantFrom(...units) });

export const vehicle = record<Vehicle>(
  { id },
  {
    brand: text,
    model: text,
    plate: text,
    vehicleType: text,
    series: text,
    vehicleStyle: text,
    vehicleAge: text,
    vin: text,
    color: text,
    exteriorCleanliness: text,
    interiorCleanliness: text,
    dateOfCirculation: text,
    mileage: amount(enums.MILEAGE_UNITS),
    marketValue: amount(enums.MARKET_VALUE_UNITS),
    repairEstimate,
  },
);

const imageDetails = fc.record(
  {
    wheelName: fc.constantFrom(...enums.WHEEL_NAMES),
    imageType: fc.constantFrom(...enums.OCR_IMAGE_TYPES),
    documentId: number,
    locationDetails: text,
    viewpointName: text,
    viewpointDetails: ownJson,
  },
  { requiredKeys: [] },
);

const callback = record<NonNullable<Task['callbacks']>[number]>(
  {
    url: url,
    headers: fc.dictionary(fc.constantFrom('x-secret', 'Content_Type', 'camelCase'), text, { maxKeys: 3 }),
    callbackEvent: fc.constantFrom(...enums.CALLBACK_EVENTS),
  },
  { params: ownJson },
);

export const task = record<Task>(
  {
    id,
    name: fc.constantFrom(...enums.TASK_NAMES),
    inspectionId: id,
    status: fc.constantFrom(...enums.PROGRESS_STATUSES),
    createdAt: time,
    confidencePreExecutionStatus: fc.constantFrom(...enums.PROGRESS_STATUSES),
    images: fc.array(fc.record({ imageId: id, details: imageDetails }, { requiredKeys: ['imageId'] }), {
      maxLength: 2,
    }),
  },
  {
    startedAt: time,
    doneAt: time,
    confidencePreExecution: fc.boolean(),
    confidencePostExecution: fc.boolean(),
    reanalysis: fc.constantFrom(...REANALYSIS_STATES),
    authority: fc.constantFrom(...RESULT_AUTHORITIES),
    arguments: ownJson,
    errorMessages: fc.array(
      record<NonNullable<Task['errorMessages']>[number]>(
        { id, message: text, createdAt: time },
        { errorCode: text, traceId: text },
      ),
      { maxLength: 2 },
    ),
    startsWithFirstImage: fc.constant(true),
    callbacks: fc.array(callback, { maxLength: 2 }),
    damageScoreThreshold: fraction,
    generateSubimagesParts: ownJson,
    generateSubimagesDamages: fc.boolean(),
    generateVisualOutput: fc.record(
      { generateParts: fc.boolean(), generateDamages: fc.boolean() },
      { requiredKeys: [] },
    ),
    damageSeverity: fc.record({ outputFormat: text }, { requiredKeys: [] }),
    scoring: ownJson,
    useLongshots: fc.boolean(),
    usePricingMatrix: text,
  },
);

const compliance = record<ComplianceResult>(
  {
    status: fc.constantFrom(...enums.PROGRESS_STATUSES),
    is_compliant: fc.constantFrom(true, false, null),
    reasons: fc.array(text, { maxLength: 2 }),
  },
  { details: fc.record({ blurriness_score: fraction, overexposure_score: fraction }), sight_id: text },
);

export const image = record<Image>(
  {
    id,
    path: fc.constantFrom('', '/inspections/1/images/2', 'https://example.org/photo.jpg?sig=a%20b'),
    name: text,
    imageHeight: number,
    imageWidth: number,
    binarySize: fc.nat(),
    mimetype: fc.constantFrom('image/jpeg', 'image/png'),
    sha256: fc.constantFrom('0'.repeat(64), 'ab'.repeat(32)),
    createdAt: time,
    rotateImageBeforeUpload: fc.constantFrom(...enums.IMAGE_ROTATIONS),
    imageType: fc.constantFrom(...enums.IMAGE_TYPES),
    tasks: fc
      .subarray([...enums.TASK_NAMES])
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.record({ name: fc.constant(name), imageDetails }, { requiredKeys: ['name'] }),
          ),
        ),
      ),
    compliances: fc.record(
      { image_quality_assessment: compliance, coverage_360: compliance },
      { requiredKeys: [] },
    ),
    inspection: fc.record({ id }),
    views: fc.constant([]),
  },
  {
    acquisition: fc.record(
      { strategy: fc.constantFrom(...enums.ACQUISITION_STRATEGIES), fileKey: text, url: url },
      { requiredKeys: [] },
    ),
    damageArea: fc.oneof(
      number,
      text,
      fc.record({ id: text, relevantElements: fc.array(text, { maxLength: 2 }) }),
    ),
    additionalData: ownJson,
    detailedViewpoint: fc.record({ centersOn: fc.subarray([...enums.CENTERS_ON], { maxLength: 3 }) }),
    viewpoint: fc.record({ prediction: fc.constantFrom(...enums.VIEWPOINTS), confidence: fraction }),
    deletedAt: time,
  },
);

export const part = record<Part>({ id, partType: partTypes, damageIds: ids, createdBy }, { partOperation });

const damageOrigin = record<DamageOrigin>(
  { createdBy: modelOrigin, damageType: fc.constantFrom(...enums.DAMAGE_TYPES), partType: partTypes },
  { confidence: fraction },
);

export const damage = record<Damage>(
  {
    id,
    damageType: fc.constantFrom(...enums.DAMAGE_TYPES),
    partType: partTypes,
    parts: ids,
    createdAt: time,
    createdBy,
  },
  { confidence: fraction, correctedFrom: damageOrigin, confirmedAt: time, deletedAt: time },
);

const point = fc.tuple(number, number);
const boundingBox = fc.record({ xmin: number, ymin: number, width: number, height: number });

export const view = record<View>(
  {
    id,
    imageId: id,
    damageId: id,
    polygons: fc.array(fc.array(point, { minLength: 3, maxLength: 4 }), { maxLength: 2 }),
    boundingBox,
    createdAt: time,
    createdBy,
  },
  { confidence: fraction, deletedAt: time },
);

export const severity = record<SeverityResult>(
  {
    id,
    label: partTypes,
    isUserModified: fc.boolean(),
    relatedItemType: fc.constantFrom('part', 'damage', 'comment'),
    createdBy,
    value: fc.record({
      customSeverity: fc.record(
        {
          level: fc.constantFrom(1, 2, 3),
          pricing: number,
          repairOperation: fc.constantFrom(...enums.REPAIR_OPERATIONS),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { relatedItemId: id },
);

const predicted = <Label extends string>(labels: readonly Label[]): fc.Arbitrary<Predicted<Label>> =>
  fc.record({ prediction: fc.constantFrom(...labels), confidence: fraction });

export const wheel = record<WheelAnalysis>(
  {
    id,
    imageId: id,
    rimCondition: predicted(enums.WHEEL_CONDITIONS),
    rimMaterial: predicted(enums.RIM_MATERIALS),
    rimVisualAspect: predicted(enums.WHEEL_ASPECTS),
    hubcapOverRim: predicted(enums.HUBCAP_OVER_RIM),
    hubcapCondition: predicted(enums.WHEEL_CONDITIONS),
    hubcapVisualAspect: predicted(enums.WHEEL_ASPECTS),
    createdBy,
  },
  { wheelName: fc.constantFrom(...enums.WHEEL_NAMES), boundingBox },
);

export const document = record<Document>({ id, type: text, imageId: id, content: ownJson, createdBy });

/** The fields of an inspection. The ids of its records are added with them. */
export const inspection = record<InspectionRecord & Pick<Inspection, 'status'>>(
  {
    id,
    createdAt: time,
    ownerId: text,
    creatorId: text,
    status: fc.constantFrom(...enums.INSPECTION_STATUSES),
  },
  {
    deletedAt: time,
    organizationId: text,
    inspectionType: fc.constantFrom(...enums.INSPECTION_TYPES),
    accidentNature: text,
    relatedInspectionId: id,
    usageDuration: number,
    damageAreas: fc.array(fc.record({ id: text, relevantElements: fc.array(text, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    additionalData: ownJson,
  },
);
