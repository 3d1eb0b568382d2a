import { LIMITS } from '../../../src/domain/limits.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import { badPhotoCases } from './bad-photo-cases.ts';
import type { FullInspection } from './full-inspection.ts';

export interface BadInputCase {
  operation: string;
  what: string;
  input: (place: FullInspection & { photo: Uint8Array<ArrayBuffer> }) => unknown[];
  code: ErrorCode;
  /** The field's path for `invalid_input`, the reason for `photo_invalid`, else what the error must name. */
  names: string;
}

type Input = BadInputCase['input'];
type Row = [operation: string, what: string, input: Input, names: string];

const long = (length: number) => 'x'.repeat(length + 1);
const levels = (depth: number): unknown => (depth === 0 ? 'deep' : { down: levels(depth - 1) });
const cycle = () => {
  const ring: Record<string, unknown> = { name: 'ring' };
  ring.itself = ring;
  return ring;
};
const nobody = '0190d5b0-3f1e-7000-8000-00000000dead';
const box = { xmin: 0, ymin: 0, width: 5, height: 5 };
const triangle = [
  [0, 0],
  [5, 0],
  [5, 5],
];
const create =
  (fields: object): Input =>
  () => [{ tasks: {}, ...fields }];
const image =
  (fields: unknown): Input =>
  ({ id, photo }) => [id, fields, photo];
const view =
  (fields: object): Input =>
  ({ id, imageId, damageId }) => [id, { imageId, damageId, boundingBox: box, ...fields }];
const task =
  (fields: unknown): Input =>
  ({ id }) => [id, 'damage_detection', fields];

const invalidInput: Row[] = [
  ['inspections.createOne', 'nothing at all', () => [], 'inspection'],
  ['inspections.createOne', 'null', () => [null], 'inspection'],
  ['inspections.createOne', 'a text', () => ['{"tasks":{}}'], 'inspection'],
  ['inspections.createOne', 'no tasks', () => [{}], 'inspection.tasks'],
  [
    'inspections.createOne',
    'tasks as a list of names',
    () => [{ tasks: ['damage_detection'] }],
    'inspection.tasks',
  ],
  ['inspections.createOne', 'tasks as an empty list', () => [{ tasks: [] }], 'inspection.tasks'],
  [
    'inspections.createOne',
    'an unknown task',
    () => [{ tasks: { polishing: {} } }],
    'inspection.tasks.polishing',
  ],
  [
    'inspections.createOne',
    'a task created as DONE',
    () => [{ tasks: { wheel_analysis: { status: 'DONE' } } }],
    'inspection.tasks.wheel_analysis.status',
  ],
  [
    'inspections.createOne',
    'a threshold over 1',
    () => [{ tasks: { damage_detection: { damageScoreThreshold: 1.01 } } }],
    'inspection.tasks.damage_detection.damageScoreThreshold',
  ],
  [
    'inspections.createOne',
    'a threshold of a type over 1',
    () => [{ tasks: { damage_detection: { scoring: { thresholds: { dent: 1.01 } } } } }],
    'inspection.tasks.damage_detection.scoring',
  ],
  [
    'inspections.createOne',
    'a threshold of an unknown type',
    () => [{ tasks: { damage_detection: { scoring: { thresholds: { rust: 0.5 } } } } }],
    'inspection.tasks.damage_detection.scoring',
  ],
  [
    'inspections.createOne',
    '17 callbacks',
    () => [{ tasks: { images_ocr: { callbacks: Array.from({ length: 17 }, callback) } } }],
    'inspection.tasks.images_ocr.callbacks',
  ],
  [
    'inspections.createOne',
    'a callback to a file',
    () => [{ tasks: { images_ocr: { callbacks: [{ ...callback(), url: 'file:///etc/passwd' }] } } }],
    'inspection.tasks.images_ocr.callbacks[0].url',
  ],
  [
    'inspections.createOne',
    'a callback to a blob',
    () => [{ tasks: { images_ocr: { callbacks: [{ ...callback(), url: 'blob:https://app.example/1' }] } } }],
    'inspection.tasks.images_ocr.callbacks[0].url',
  ],
  [
    'inspections.createOne',
    'an unknown callback event',
    () => [{ tasks: { images_ocr: { callbacks: [{ ...callback(), callbackEvent: 'LATER' }] } } }],
    'inspection.tasks.images_ocr.callbacks[0].callbackEvent',
  ],
  ['inspections.createOne', 'a misspelt field', create({ vehicule: {} }), 'inspection.vehicule'],
  [
    'inspections.createOne',
    'an unknown type',
    create({ inspectionType: 'theft' }),
    'inspection.inspectionType',
  ],
  ['inspections.createOne', 'a negative duration', create({ usageDuration: -1 }), 'inspection.usageDuration'],
  [
    'inspections.createOne',
    'a duration as text',
    create({ usageDuration: '36' }),
    'inspection.usageDuration',
  ],
  [
    'inspections.createOne',
    'an endless duration',
    create({ usageDuration: Infinity }),
    'inspection.usageDuration',
  ],
  [
    'inspections.createOne',
    'a duration of NaN',
    create({ usageDuration: Number.NaN }),
    'inspection.usageDuration',
  ],
  [
    'inspections.createOne',
    'an over-long accident',
    create({ accidentNature: long(LIMITS.longText) }),
    'inspection.accidentNature',
  ],
  [
    'inspections.createOne',
    'a related id that is none',
    create({ relatedInspectionId: '../../etc' }),
    'inspection.relatedInspectionId',
  ],
  [
    'inspections.createOne',
    'additional data as a list',
    create({ additionalData: [1] }),
    'inspection.additionalData',
  ],
  [
    'inspections.createOne',
    'additional data as a Map',
    create({ additionalData: new Map() }),
    'inspection.additionalData',
  ],
  ['inspections.createOne', 'a cycle', create({ additionalData: cycle() }), 'inspection.additionalData'],
  [
    'inspections.createOne',
    '33 levels of JSON',
    create({ additionalData: levels(LIMITS.jsonDepth + 1) }),
    'inspection.additionalData',
  ],
  [
    'inspections.createOne',
    'over 64 kB of JSON',
    create({ additionalData: { note: long(LIMITS.jsonBytes) } }),
    'inspection.additionalData',
  ],
  [
    'inspections.createOne',
    'a date, a function and a bigint as JSON',
    create({ additionalData: { when: new Date(), how: () => 1, much: 1n } }),
    'inspection.additionalData',
  ],
  [
    'inspections.createOne',
    'NaN inside JSON',
    create({ additionalData: { deep: [{ n: Number.NaN }] } }),
    'inspection.additionalData',
  ],
  [
    'inspections.createOne',
    'a damage area without elements',
    create({ damageAreas: [{ id: 'a', relevantElements: [] }, { id: 'b' }] }),
    'inspection.damageAreas[1].relevantElements',
  ],
  [
    'inspections.createOne',
    '101 damage areas',
    create({ damageAreas: Array.from({ length: 101 }, () => ({ id: 'a', relevantElements: [] })) }),
    'inspection.damageAreas',
  ],
  [
    'inspections.createOne',
    '101 images',
    create({ images: Array.from({ length: 101 }, () => ({})) }),
    'inspection.images',
  ],
  [
    'inspections.createOne',
    'an image without file key or url',
    create({ images: [{ name: 'lost' }] }),
    'inspection.images[0].acquisition',
  ],
  [
    'inspections.createOne',
    'a file key that only Object.prototype has',
    () => [{ tasks: {}, images: [{ acquisition: { fileKey: 'constructor' } }] }, { photos: {} }],
    'inspection.images[0].acquisition',
  ],
  ['inspections.createOne', 'photos as a number', () => [{ tasks: {} }, { photos: 5 }], 'options.photos'],
  [
    'inspections.createOne',
    'an over-long brand',
    create({ vehicle: { brand: long(LIMITS.shortText) } }),
    'inspection.vehicle.brand',
  ],
  [
    'inspections.createOne',
    'a mileage in furlongs',
    create({ vehicle: { mileage: { value: 1, unit: 'furlong' } } }),
    'inspection.vehicle.mileage.unit',
  ],

  ['inspections.getOne', 'no id', () => [], 'id'],
  ['inspections.getOne', 'an empty id', () => [''], 'id'],
  ['inspections.getOne', 'an id with spaces', () => ['a b'], 'id'],
  ['inspections.getOne', 'an over-long id', () => [long(128)], 'id'],
  ['inspections.getOne', 'an id of __proto__', () => ['__proto__'], 'id'],
  ['inspections.getOne', 'an object as id', ({ id }) => [{ id }], 'id'],
  ['inspections.getOne', 'a misspelt option', ({ id }) => [id, { showDeleted: true }], 'options.showDeleted'],
  [
    'inspections.getOne',
    'a text for a boolean',
    ({ id }) => [id, { showDeletedObjects: 'true' }],
    'options.showDeletedObjects',
  ],
  ['inspections.getOne', 'options that are none', ({ id }) => [id, 5], 'options'],
  ['inspections.getOne', 'options as a list', ({ id }) => [id, []], 'options'],
  ['inspections.getOne', 'a signal that is none', ({ id }) => [id, { signal: {} }], 'options.signal'],
  [
    'inspections.getMany',
    'an unknown filter',
    () => [{ ownershipFilter: 'mine' }],
    'options.ownershipFilter',
  ],
  ['inspections.getMany', 'a task status', () => [{ inspectionStatus: 'TODO' }], 'options.inspectionStatus'],
  ['inspections.getMany', 'an unknown order', () => [{ paginationOrder: 'up' }], 'options.paginationOrder'],
  ['inspections.getMany', 'a negative verbosity', () => [{ verbose: -1 }], 'options.verbose'],
  ['inspections.getMany', 'a page of 501', () => [{ limit: 501 }], 'options.limit'],
  ['inspections.getMany', 'a cursor that is no id', () => [{ after: 'a/b' }], 'options.after'],
  [
    'inspections.addAdditionalData',
    'a price below nothing',
    ({ id }) => [id, { marketValue: -1 }],
    'pdfData.marketValue',
  ],
  [
    'inspections.addAdditionalData',
    'a market value without a unit',
    ({ id }) => [id, { marketValue: { value: 3 } }],
    'pdfData.marketValue.unit',
  ],
  [
    'inspections.addAdditionalData',
    'an over-long comment',
    ({ id }) => [id, { comment: long(LIMITS.longText) }],
    'pdfData.comment',
  ],
  ['inspections.updateVehicle', 'a list', ({ id }) => [id, []], 'vehicle'],
  ['inspections.updateVehicle', 'a number as plate', ({ id }) => [id, { plate: 123 }], 'vehicle.plate'],
  ['inspections.updateVehicle', 'an id of its own', ({ id }) => [id, { id: 'mine' }], 'vehicle.id'],

  ['tasks.getOne', 'an unknown name', ({ id }) => [id, 'polishing'], 'name'],
  ['tasks.updateOne', 'no status', task({}), 'task.status'],
  ['tasks.updateOne', 'a status only the runner sets', task({ status: 'IN_PROGRESS' }), 'task.status'],
  ['tasks.updateOne', 'a status in small letters', task({ status: 'todo' }), 'task.status'],
  ['tasks.updateOne', 'arguments as text', task({ status: 'TODO', arguments: 'fast' }), 'task.arguments'],
  [
    'tasks.whenDone',
    'a negative timeout',
    ({ id }) => [id, 'damage_detection', { timeoutMs: -5 }],
    'options.timeoutMs',
  ],

  ['images.addOne', 'no body', ({ id, photo }) => [id, undefined, photo], 'image'],
  ['images.addOne', 'an unknown task', image({ tasks: ['polishing'] }), 'image.tasks[0]'],
  ['images.addOne', 'a task without a name', image({ tasks: [{ imageDetails: {} }] }), 'image.tasks[0].name'],
  [
    'images.addOne',
    'an unknown wheel',
    image({ tasks: [{ name: 'wheel_analysis', imageDetails: { wheelName: 'spare' } }] }),
    'image.tasks[0].imageDetails.wheelName',
  ],
  [
    'images.addOne',
    'a document id as text',
    image({ tasks: ['damage_detection', { name: 'images_ocr', imageDetails: { documentId: '7' } }] }),
    'image.tasks[1].imageDetails.documentId',
  ],
  [
    'images.addOne',
    'a task named twice',
    image({ tasks: ['damage_detection', 'damage_detection'] }),
    'image.tasks',
  ],
  ['images.addOne', 'a damage area of null', image({ damageArea: null }), 'image.damageArea'],
  ['images.addOne', 'an over-long name', image({ name: long(LIMITS.shortText) }), 'image.name'],
  [
    'images.addOne',
    'an unknown strategy',
    image({ acquisition: { strategy: 'carrier_pigeon' } }),
    'image.acquisition.strategy',
  ],
  [
    'images.addOne',
    'a javascript: url',
    image({ acquisition: { url: 'javascript:alert(1)' } }),
    'image.acquisition.url',
  ],
  [
    'images.addOne',
    'an unknown turn',
    image({ rotateImageBeforeUpload: 'CLOCKWISE_45' }),
    'image.rotateImageBeforeUpload',
  ],
  ['images.addOne', 'an unknown image type', image({ imageType: 'selfie' }), 'image.imageType'],
  [
    'images.addOne',
    'an unknown centre',
    image({ detailedViewpoint: { centersOn: ['hood', 'flux_capacitor'] } }),
    'image.detailedViewpoint.centersOn[1]',
  ],
  [
    'images.addOne',
    'a sight id of 5',
    image({ compliances: { coverage360: { sightId: 5 } } }),
    'image.compliances.coverage360.sightId',
  ],
  ['images.getMany', 'a page of none', ({ id }) => [id, { limit: 0 }], 'options.limit'],
  ['images.deleteOne', 'no image id', ({ id }) => [id], 'imageId'],
  ['images.photo', 'an image id of 7', () => [7], 'imageId'],

  ['views.createOne', 'neither imageId nor newImage', view({ imageId: undefined }), 'view'],
  ['views.createOne', 'both imageId and newImage', view({ newImage: {} }), 'view'],
  ['views.createOne', 'no damage', view({ damageId: undefined }), 'view.damageId'],
  ['views.createOne', 'neither polygons nor box', view({ boundingBox: undefined }), 'view'],
  ['views.createOne', 'no polygon at all', view({ boundingBox: undefined, polygons: [] }), 'view'],
  ['views.createOne', 'an empty polygon', view({ polygons: [triangle, []] }), 'view.polygons[1]'],
  ['views.createOne', 'a polygon of two points', view({ polygons: [triangle.slice(1)] }), 'view.polygons[0]'],
  [
    'views.createOne',
    'a point of three numbers',
    view({ polygons: [[...triangle, [1, 2, 3]]] }),
    'view.polygons[0][3][2]',
  ],
  [
    'views.createOne',
    'a negative point',
    view({ polygons: [[...triangle, [1, -2]]] }),
    'view.polygons[0][3][1]',
  ],
  [
    'views.createOne',
    'a box without a height',
    view({ boundingBox: { xmin: 0, ymin: 0, width: 5 } }),
    'view.boundingBox.height',
  ],
  [
    'views.createOne',
    'a box of no width',
    view({ boundingBox: { ...box, width: 0 } }),
    'view.boundingBox.width',
  ],
  [
    'views.createOne',
    'a box of NaN',
    view({ boundingBox: { ...box, xmin: Number.NaN } }),
    'view.boundingBox.xmin',
  ],
  [
    'views.createOne',
    'a box beyond the right edge',
    view({ boundingBox: { ...box, xmin: 60 } }),
    'view.boundingBox',
  ],
  [
    'views.createOne',
    'a box below the image',
    view({ boundingBox: { ...box, ymin: 1e308, height: 1e308 } }),
    'view.boundingBox',
  ],
  [
    'views.createOne',
    'a polygon beyond the edge',
    view({ polygons: [[...triangle, [65, 1]]] }),
    'view.polygons',
  ],
  ['views.createOne', 'a new image without a photo', view({ imageId: undefined, newImage: {} }), 'photo'],
  ['views.deleteOne', 'a view id of null', ({ id }) => [id, null], 'viewId'],

  [
    'damages.createOne',
    'an unknown damage',
    ({ id }) => [id, { damageType: 'theft', partType: 'hood' }],
    'damage.damageType',
  ],
  [
    'damages.createOne',
    'an unknown part',
    ({ id }) => [id, { damageType: 'dent', partType: 'wing' }],
    'damage.partType',
  ],
  ['damages.createOne', 'no part', ({ id }) => [id, { damageType: 'dent' }], 'damage.partType'],
  [
    'damages.createOne',
    'parts of its own',
    ({ id }) => [id, { damageType: 'dent', partType: 'hood', parts: [] }],
    'damage.parts',
  ],
  ['severities.createOne', 'no label', ({ id }) => [id, { level: 1 }], 'severity.label'],
  ['severities.createOne', 'a level of 4', ({ id }) => [id, { label: 'hood', level: 4 }], 'severity.level'],
  [
    'severities.createOne',
    'a price of null',
    ({ id }) => [id, { label: 'hood', pricing: null }],
    'severity.pricing',
  ],
  [
    'severities.updateOne',
    'a new label',
    ({ id, severityId }) => [id, severityId, { label: 'roof' }],
    'severity.label',
  ],
  [
    'severities.updateOne',
    'an unknown repair',
    ({ id, severityId }) => [id, severityId, { repairOperation: 'pray' }],
    'severity.repairOperation',
  ],

  ['storage.import', 'nothing', () => [], 'zip'],
  ['storage.import', 'a path', () => ['/tmp/inspection.zip'], 'zip'],
  ['storage.import', 'bytes that are no zip', () => [new Uint8Array(100)], 'zip'],
  ['storage.purge', 'a misspelt option', ({ id }) => [id, { discardunsent: true }], 'options.discardunsent'],
  ['storage.usage', 'an option it does not have', () => [{ all: true }], 'options.all'],
];

function callback() {
  return { url: 'https://example.org', headers: {}, callbackEvent: 'STATUS_SET_TO_DONE' };
}

const otherRefusals: BadInputCase[] = [
  {
    operation: 'inspections.getOne',
    what: 'an inspection nobody made',
    input: () => [nobody],
    code: 'not_found',
    names: nobody,
  },
  {
    operation: 'inspections.deleteOne',
    what: 'an inspection that is deleted',
    input: ({ deletedInspectionId }) => [deletedInspectionId],
    code: 'not_found',
    names: 'was deleted at',
  },
  {
    operation: 'images.getOne',
    what: 'an image that is deleted',
    input: ({ id, deletedImageId }) => [id, deletedImageId],
    code: 'not_found',
    names: 'image',
  },
  {
    operation: 'images.photo',
    what: 'an image nobody took',
    input: () => [nobody],
    code: 'not_found',
    names: nobody,
  },
  {
    operation: 'views.createOne',
    what: 'a damage as image',
    input: ({ id, damageId }) => [id, { imageId: damageId, damageId, boundingBox: box }],
    code: 'not_found',
    names: 'image',
  },
  {
    operation: 'severities.updateOne',
    what: 'a severity nobody made',
    input: ({ id }) => [id, nobody, {}],
    code: 'not_found',
    names: 'severity',
  },
  {
    operation: 'tasks.updateOne',
    what: 'a task that was not listed',
    input: ({ id }) => [id, 'images_ocr', { status: 'TODO' }],
    code: 'task_unknown',
    names: 'images_ocr',
  },
  {
    operation: 'tasks.updateOne',
    what: 'a task validated before it is done',
    input: ({ id }) => [id, 'damage_detection', { status: 'VALIDATED' }],
    code: 'task_transition',
    names: 'from NOT_STARTED to VALIDATED',
  },
  {
    operation: 'tasks.updateOne',
    what: 'a started task put back',
    input: ({ id, startedTask }) => [id, startedTask, { status: 'NOT_STARTED' }],
    code: 'task_started',
    names: 'from TODO to NOT_STARTED',
  },
  {
    operation: 'images.addOne',
    what: 'an image for a task that has started',
    input: ({ id, startedTask, photo }) => [id, { tasks: [startedTask] }, photo],
    code: 'task_started',
    names: 'wheel_analysis',
  },
  {
    operation: 'images.addOne',
    what: 'a url without network',
    input: ({ id }) => [id, { acquisition: { url: 'https://example.org/car.jpg' } }],
    code: 'photo_unavailable',
    names: 'https://example.org/car.jpg',
  },
  {
    operation: 'inspections.createOne',
    what: 'an aborted signal',
    input: () => [{ tasks: {} }, { signal: AbortSignal.abort() }],
    code: 'aborted',
    names: 'signal',
  },
  {
    operation: 'images.addOne',
    what: 'an aborted signal',
    input: ({ id, photo }) => [id, {}, photo, { signal: AbortSignal.abort() }],
    code: 'aborted',
    names: 'signal',
  },
  {
    operation: 'storage.purge',
    what: 'changes that were not sent',
    input: ({ id }) => [id],
    code: 'unsent_changes',
    names: 'discardUnsent',
  },
];

export const cases: BadInputCase[] = [
  ...invalidInput.map(
    ([operation, what, input, names]): BadInputCase => ({
      operation,
      what,
      input,
      code: 'invalid_input',
      names,
    }),
  ),
  ...badPhotoCases,
  ...otherRefusals,
];
