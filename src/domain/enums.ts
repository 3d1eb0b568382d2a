/** The value lists of the specification, in its spelling and order. */

/** Damage types. `light_reflection`, `shadow` and `car_curve` look like damages but are none. */
export const DAMAGE_TYPES = [
  'body_crack',
  'broken_glass',
  'broken_light',
  'dent',
  'dirt',
  'hubcap_scratch',
  'misshape',
  'missing_hubcap',
  'missing_piece',
  'paint_peeling',
  'rustiness',
  'scattered_scratches',
  'scratch',
  'smash',
  'light_reflection',
  'shadow',
  'car_curve',
] as const;
/** One of {@link DAMAGE_TYPES}. */
export type DamageType = (typeof DAMAGE_TYPES)[number];

/** Parts of a vehicle. `ignore` and `background` stand for an unknown part. */
export const PART_TYPES = [
  'ignore',
  'background',
  'bumper_back',
  'bumper_front',
  'door_back_left',
  'door_back_right',
  'door_front_left',
  'door_front_right',
  'fender_back_left',
  'fender_back_right',
  'fender_front_left',
  'fender_front_right',
  'fog_light_back_left',
  'fog_light_back_right',
  'fog_light_front_left',
  'fog_light_front_right',
  'grill',
  'grill_low',
  'grill_radiator',
  'handle_back_left',
  'handle_back_right',
  'handle_front_left',
  'handle_front_right',
  'head_light_left',
  'head_light_right',
  'header_panel',
  'hood',
  'hook',
  'hubcap',
  'hubcap_back_left',
  'hubcap_back_right',
  'hubcap_front_left',
  'hubcap_front_right',
  'indicator_light_left',
  'indicator_light_right',
  'license_plate_back',
  'license_plate_front',
  'logo',
  'mirror_support',
  'mirror_left',
  'mirror_right',
  'petrol_door',
  'pillar',
  'quarter_window_back_left',
  'quarter_window_back_right',
  'quarter_window_front_left',
  'quarter_window_front_right',
  'rear_spoiler',
  'rocker_panel',
  'rocker_panel_left',
  'rocker_panel_right',
  'roof',
  'tail_light_center',
  'tail_light_left',
  'tail_light_right',
  'trunk',
  'turn_signal_front_lateral_left',
  'turn_signal_front_lateral_right',
  'wheel_back_left',
  'wheel_back_right',
  'wheel_front_left',
  'wheel_front_right',
  'window_back_left',
  'window_back_right',
  'window_corner_left',
  'window_corner_right',
  'window_front_left',
  'window_front_right',
  'windshield_back',
  'windshield_front',
  'wiper',
  'wiper_back',
  'wiper_front',
  'wheel',
] as const;
/** One of {@link PART_TYPES}. */
export type PartType = (typeof PART_TYPES)[number];

/** The subjects of a close-up: a side of the vehicle, a place inside it, or a part. */
// A call: bundlers keep an unused array that spreads another one.
export const CENTERS_ON = /* @__PURE__ */ (() =>
  [
    'front',
    'back',
    'left',
    'right',
    'front_left',
    'front_right',
    'back_left',
    'back_right',
    'keys',
    'dashboard',
    'undercarriage',
    'seats',
    'trunk_interior',
    ...PART_TYPES,
  ] as const)();
/** One of {@link CENTERS_ON}. */
export type CentersOn = (typeof CENTERS_ON)[number];

/** The wheels of a vehicle. */
export const WHEEL_NAMES = [
  'wheel_front_left',
  'wheel_front_right',
  'wheel_back_left',
  'wheel_back_right',
] as const;
/** One of {@link WHEEL_NAMES}. */
export type WheelName = (typeof WHEEL_NAMES)[number];

/** The tasks. */
export const TASK_NAMES = ['damage_detection', 'wheel_analysis', 'repair_estimate', 'images_ocr'] as const;
/** One of {@link TASK_NAMES}. */
export type TaskName = (typeof TASK_NAMES)[number];

/** The statuses of a task. Only the remote service sets `ABORTED` and `IN_REVIEW`. */
export const PROGRESS_STATUSES = [
  'NOT_STARTED',
  'TODO',
  'IN_PROGRESS',
  'DONE',
  'ERROR',
  'ABORTED',
  'IN_REVIEW',
  'VALIDATED',
] as const;
/** One of {@link PROGRESS_STATUSES}. */
export type ProgressStatus = (typeof PROGRESS_STATUSES)[number];

/** The statuses that `tasks.updateOne` accepts. */
export const PROGRESS_STATUS_UPDATES = ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'] as const;
/** One of {@link PROGRESS_STATUS_UPDATES}. */
export type ProgressStatusUpdate = (typeof PROGRESS_STATUS_UPDATES)[number];

/** The statuses of an inspection. They are derived from its tasks. */
export const INSPECTION_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const;
/** One of {@link INSPECTION_STATUSES}. */
export type InspectionStatus = (typeof INSPECTION_STATUSES)[number];

/** The purposes of an inspection. */
export const INSPECTION_TYPES = ['claim', 'check_in_check_out'] as const;
/** One of {@link INSPECTION_TYPES}. */
export type InspectionType = (typeof INSPECTION_TYPES)[number];

/** Whose inspections a list contains. */
export const OWNERSHIP_FILTERS = ['own_resources', 'organization_resources', 'all_resources'] as const;
/** One of {@link OWNERSHIP_FILTERS}. */
export type OwnershipFilter = (typeof OWNERSHIP_FILTERS)[number];

/** The orders of a list. */
export const PAGINATION_ORDERS = ['asc', 'desc'] as const;
/** One of {@link PAGINATION_ORDERS}. */
export type PaginationOrder = (typeof PAGINATION_ORDERS)[number];

/** When the remote service calls back. */
export const CALLBACK_EVENTS = ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] as const;
/** One of {@link CALLBACK_EVENTS}. */
export type CallbackEvent = (typeof CALLBACK_EVENTS)[number];

/** The kinds of photos. */
export const IMAGE_TYPES = ['unknown', 'beauty_shot', 'close_up'] as const;
/** One of {@link IMAGE_TYPES}. */
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Rotations that the remote service applies to a photo. */
export const IMAGE_ROTATIONS = ['NO_ROTATION', 'CLOCKWISE_90', 'CLOCKWISE_180', 'CLOCKWISE_270'] as const;
/** One of {@link IMAGE_ROTATIONS}. */
export type ImageRotation = (typeof IMAGE_ROTATIONS)[number];

/** Where a photo comes from. */
export const ACQUISITION_STRATEGIES = ['download_from_url', 'upload_multipart_form_keys'] as const;
/** One of {@link ACQUISITION_STRATEGIES}. */
export type AcquisitionStrategy = (typeof ACQUISITION_STRATEGIES)[number];

/** The kinds of text that `images_ocr` reads. The service defines the first 4. The device also reads the others. */
export const OCR_IMAGE_TYPES = [
  'PASSPORT',
  'ID_FR',
  'VEHICLE_REGISTRATION_PAPERS_FR',
  'VIN',
  'PLATE',
  'ODOMETER',
  'TEXT',
] as const;
/** One of {@link OCR_IMAGE_TYPES}. */
export type OcrImageType = (typeof OCR_IMAGE_TYPES)[number];

/** The sides of a vehicle. */
export const VIEWPOINTS = [
  'front',
  'front_left',
  'left',
  'back_left',
  'back',
  'back_right',
  'right',
  'front_right',
] as const;
/** One of {@link VIEWPOINTS}. */
export type Viewpoint = (typeof VIEWPOINTS)[number];

/** Why a photo is not compliant. */
export const COMPLIANCE_REASONS = [
  'OTHER',
  'LOW_RESOLUTION',
  'BLURRINESS',
  'UNDEREXPOSURE',
  'OVEREXPOSURE',
  'LENS_FLARE',
  'DIRTINESS',
  'SNOWNESS',
  'WETNESS',
  'REFLECTIONS',
  'UNKNOWN_SIGHT',
  'UNKNOWN_VIEWPOINT',
  'NO_CAR_BODY',
  'NO_VEHICLE',
  'WRONG_ANGLE',
  'WRONG_CENTER_PART',
  'MISSING_PARTS',
  'HIDDEN_PARTS',
  'TOO_ZOOMED',
  'NOT_ZOOMED_ENOUGH',
  'INTERIOR_NOT_SUPPORTED',
  'MISSING',
  'LOW_QUALITY',
] as const;
/** One of {@link COMPLIANCE_REASONS}. */
export type ComplianceReason = (typeof COMPLIANCE_REASONS)[number];

/** Rim materials. */
export const RIM_MATERIALS = ['STEEL', 'ALU', 'UNKNOWN', 'NOT_APPLICABLE'] as const;
/** One of {@link RIM_MATERIALS}. */
export type RimMaterial = (typeof RIM_MATERIALS)[number];

/** Conditions of a rim or hubcap. */
export const WHEEL_CONDITIONS = ['NOT_DAMAGED', 'DAMAGED', 'UNKNOWN', 'NOT_APPLICABLE'] as const;
/** One of {@link WHEEL_CONDITIONS}. */
export type WheelCondition = (typeof WHEEL_CONDITIONS)[number];

/** Visual aspects of a rim or hubcap. */
export const WHEEL_ASPECTS = ['BICOLOR', 'CLASSIC', 'UNKNOWN', 'NOT_APPLICABLE'] as const;
/** One of {@link WHEEL_ASPECTS}. */
export type WheelAspect = (typeof WHEEL_ASPECTS)[number];

/** Whether a wheel has a hubcap. */
export const HUBCAP_OVER_RIM = ['HUBCAP_OVER_RIM', 'RIM_ONLY', 'UNKNOWN', 'NOT_APPLICABLE'] as const;
/** One of {@link HUBCAP_OVER_RIM}. */
export type HubcapOverRim = (typeof HUBCAP_OVER_RIM)[number];

/** The operations that a user can request for a part. */
export const REPAIR_OPERATIONS = ['repair', 'replace'] as const;
/** One of {@link REPAIR_OPERATIONS}. */
export type RepairOperation = (typeof REPAIR_OPERATIONS)[number];

/** Units of a mileage. */
export const MILEAGE_UNITS = ['km', 'miles'] as const;
/** One of {@link MILEAGE_UNITS}. */
export type MileageUnit = (typeof MILEAGE_UNITS)[number];

/** Currencies of a market value. */
export const MARKET_VALUE_UNITS = ['USD', 'EUR'] as const;
/** One of {@link MARKET_VALUE_UNITS}. */
export type MarketValueUnit = (typeof MARKET_VALUE_UNITS)[number];
