import type { CreateImageInput } from '../../src/domain/records/image.ts';
import type { CreateInspectionInput, PdfInputData } from '../../src/domain/records/inspection.ts';
import type { VehicleInput } from '../../src/domain/records/vehicle.ts';

/** Inputs with every field of the specification. */

export const everyVehicleField: Required<VehicleInput> = {
  brand: 'Renault',
  model: 'Zoé',
  plate: 'AB-123-CD',
  vehicleType: 'hatchback',
  series: 'II',
  vehicleStyle: 'five doors',
  vehicleAge: '4',
  vin: 'VF1AGVYB052345678',
  color: 'blue',
  exteriorCleanliness: 'dirty',
  interiorCleanliness: 'clean',
  dateOfCirculation: '2021-03-04',
  mileage: { value: 41_250.5, unit: 'km' },
  marketValue: { value: 13_900, unit: 'EUR' },
};

export const everyPdfField: Required<PdfInputData> = {
  mileage: { value: 12_000, unit: 'miles' },
  marketValue: { value: 9_500, unit: 'USD' },
  agentFirstName: 'Ada',
  agentLastName: 'Lovelace',
  agentCompany: 'Analytical Rentals',
  agentCompanyCity: 'London',
  vehicleOwnerFirstName: 'Charles',
  vehicleOwnerLastName: 'Babbage',
  vehicleOwnerAddress: '1 Dorset Street\nMarylebone',
  vehicleOwnerPhone: '+44 20 7946 0000',
  vehicleOwnerEmail: 'charles@example.org',
  dateOfStart: '2026-01-02',
  dateOfValidation: '2026-01-03',
  vinOrRegistering: 'AB-123-CD',
  comment: 'Scratched on the left. Ünïcödé survives.',
};

export const everyImageField = {
  name: 'front left, from the kerb',
  acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'image' },
  tasks: [
    { name: 'damage_detection', imageDetails: { viewpointName: 'front', viewpointDetails: { angle: 30 } } },
    { name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_left' } },
    { name: 'images_ocr', imageDetails: { imageType: 'VIN', documentId: 7, locationDetails: 'windscreen' } },
    'repair_estimate',
  ],
  damageArea: { id: 'area-1', relevantElements: ['bumper', 'hood'] },
  additionalData: { snake_case: 1, camelCase: [true, null, { 'odd key': 'ü' }], constructor: 'kept' },
  compliances: { imageQualityAssessment: {}, coverage360: { sightId: 'sight-9' } },
  imageType: 'close_up',
  detailedViewpoint: { centersOn: ['front_left', 'hood'] },
  rotateImageBeforeUpload: 'CLOCKWISE_90',
} as const satisfies CreateImageInput;

export const everyTaskOption = {
  damage_detection: {
    status: 'NOT_STARTED',
    damageScoreThreshold: 0.45,
    generateSubimagesParts: { min: 1 },
    generateSubimagesDamages: true,
    generateVisualOutput: { generateParts: true, generateDamages: false },
    damageSeverity: { outputFormat: 'toyota' },
    scoring: { weights: [1, 2] },
    callbacks: [
      {
        url: 'https://example.org/done',
        headers: { 'x-secret': 'abc' },
        params: { inspection: 'mine' },
        callbackEvent: 'STATUS_SET_TO_DONE',
      },
    ],
  },
  wheel_analysis: { useLongshots: false },
  repair_estimate: { usePricingMatrix: 'eu' },
  images_ocr: {
    callbacks: [{ url: 'https://example.org/error', headers: {}, callbackEvent: 'STATUS_SET_TO_ERROR' }],
  },
} as const satisfies CreateInspectionInput['tasks'];

export const everyInspectionField = {
  tasks: everyTaskOption,
  vehicle: everyVehicleField,
  damageAreas: [
    { id: 'area-1', relevantElements: ['bumper', 'hood'] },
    { id: 'area-2', relevantElements: [] },
  ],
  inspectionType: 'check_in_check_out',
  additionalData: { booking_id: 'B-1', nested: { anyCase: [1, 2.5, 'three'] } },
  accidentNature: 'hail',
  relatedInspectionId: '0190d5b0-3f1e-7000-8000-000000000000',
  usageDuration: 36,
} satisfies CreateInspectionInput;
