import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { check } from '../../../src/domain/check.ts';
import { createInspectionSchema } from '../../../src/domain/records/inspection.ts';
import { createRemoteClient, type RemoteClient } from '../../../src/remote/client.ts';
import { everyInspectionField, everyVehicleField } from '../../conformance/every-field.ts';
import { ScriptedService } from '../support/scripted-service.ts';

/** What each call puts on the wire: method, path, query and body, letter for letter. */

let service: ScriptedService;
let remote: RemoteClient;
beforeEach(async () => {
  service = await ScriptedService.start();
  remote = createRemoteClient({ baseUrl: service.baseUrl, getToken: () => 'a.b.c' });
});
afterEach(() => service.stop());

const photo = new Blob([new Uint8Array(10)], { type: 'image/png' });
const uploaded = { bytes: 10, type: 'image/png' };
const box = { xmin: 1, ymin: 2, width: 3, height: 4 };
type Calls = RemoteClient['calls'];

describe('creates, updates and deletes return an id', () => {
  beforeEach(() => service.script({ body: { id: 'made-1', anything: 'else' } }));

  const rows: [string, (calls: Calls) => Promise<{ id: string }>, unknown][] = [
    [
      // Proves spec 4.8.
      'POST /inspections',
      (calls) =>
        calls.createInspection({
          tasks: { damage_detection: { damageScoreThreshold: 0.5 } },
          vehicle: { series: 'II', vehicleAge: '4', mileage: { value: 5, unit: 'km' } },
          additionalData: { camelCase: { snake_case: 1 } },
        }),
      {
        tasks: { damage_detection: { damage_score_threshold: 0.5 } },
        vehicle: { serie: 'II', vehicle_age: '4', mileage: { value: 5, unit: 'km' } },
        additional_data: { camelCase: { snake_case: 1 } },
      },
    ],
    [
      'POST /inspections',
      (calls) =>
        calls.createInspection(
          { tasks: {}, images: [{ tasks: [], acquisition: { fileKey: 'front' } }] },
          { front: photo },
        ),
      { json: { tasks: {}, images: [{ tasks: [], acquisition: { file_key: 'front' } }] }, front: uploaded },
    ],
    [
      'PATCH /inspections/i-1',
      (calls) => calls.updateInspection('i-1', { additionalData: { anyCase: 1 } }),
      { additional_data: { anyCase: 1 } },
    ],
    // Proves spec 4.10.
    ['DELETE /inspections/i-1', (calls) => calls.deleteInspection('i-1'), undefined],
    [
      // Proves spec 4.9.
      'PATCH /inspections/i-1/pdf_data',
      (calls) => calls.addPdfData('i-1', { agentFirstName: 'Ada', marketValue: 7 }),
      { agent_first_name: 'Ada', market_value: 7 },
    ],
    [
      'PATCH /inspections/i-1/vehicle',
      (calls) => calls.updateVehicle('i-1', { series: 'II', dateOfCirculation: '2021' }),
      { serie: 'II', date_of_circulation: '2021' },
    ],
    [
      // Proves spec 4.12, wire C9.
      'PATCH /inspections/i-1/tasks/images_ocr',
      (calls) => calls.updateTask('i-1', 'images_ocr', { status: 'TODO', arguments: { anyCase: 1 } }),
      { status: 'TODO', arguments: { anyCase: 1 } },
    ],
    [
      // Proves spec 2.9, wire D1.
      'POST /inspections/i-1/images',
      (calls) =>
        calls.addImage(
          'i-1',
          {
            name: 'front',
            tasks: [{ name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_left' } }],
            compliances: { imageQualityAssessment: {}, coverage360: { sightId: 's-1' } },
            detailedViewpoint: { centersOn: ['hood'] },
          },
          photo,
        ),
      {
        json: {
          name: 'front',
          acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
          tasks: [{ name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } }],
          compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 's-1' } },
          detailed_viewpoint: { centers_on: ['hood'] },
        },
        image: uploaded,
      },
    ],
    [
      'POST /inspections/i-1/images',
      (calls) =>
        calls.addImage(
          'i-1',
          { tasks: [], acquisition: { strategy: 'download_from_url', url: 'https://example.org/a.jpg' } },
          undefined,
        ),
      { tasks: [], acquisition: { strategy: 'download_from_url', url: 'https://example.org/a.jpg' } },
    ],
    [
      // Proves wire D5.
      'DELETE /inspections/i-1/images/p-1',
      (calls) => calls.deleteImage('i-1', 'p-1'),
      { authorized_tasks_statuses: ['NOT_STARTED'] },
    ],
    [
      'DELETE /inspections/i-1/images/p-1',
      (calls) => calls.deleteImage('i-1', 'p-1', ['DONE', 'ERROR']),
      { authorized_tasks_statuses: ['DONE', 'ERROR'] },
    ],
    [
      // Proves wire G3.
      'POST /inspections/i-1/views',
      (calls) => calls.createView('i-1', { imageId: 'p-1', damageId: 'd-1', boundingBox: box }, undefined),
      { image_id: 'p-1', damage_id: 'd-1', bounding_box: box },
    ],
    [
      'POST /inspections/i-1/views',
      (calls) =>
        calls.createView(
          'i-1',
          {
            newImage: { name: 'n', rotateImageBeforeUpload: 'CLOCKWISE_90' },
            damageId: 'd-1',
            boundingBox: box,
          },
          photo,
        ),
      {
        json: {
          new_image: {
            name: 'n',
            rotate_image_before_upload: 'CLOCKWISE_90',
            acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
          },
          damage_id: 'd-1',
          bounding_box: box,
        },
        image: uploaded,
      },
    ],
    // Proves spec 4.18.
    ['DELETE /inspections/i-1/views/v-1', (calls) => calls.deleteView('i-1', 'v-1'), undefined],
    [
      // Proves spec 4.19.
      'POST /inspections/i-1/damages',
      (calls) => calls.createDamage('i-1', { damageType: 'dent', partType: 'hood' }),
      { damage_type: 'dent', part_type: 'hood' },
    ],
    ['DELETE /inspections/i-1/damages/d-1', (calls) => calls.deleteDamage('i-1', 'd-1'), undefined],
    [
      // Proves wire G1.
      'POST /inspections/i-1/severity_pricing',
      (calls) => calls.createSeverity('i-1', { label: 'hood', level: 2, repairOperation: 'repair' }),
      { label: 'hood', level: 2, repair_operation: 'repair' },
    ],
    [
      // Proves spec 4.22, wire G1.
      'PATCH /inspections/i-1/severity_pricing/s-1',
      (calls) => calls.updateSeverity('i-1', 's-1', { pricing: null }),
      { pricing: null },
    ],
    [
      'POST /inspections/i-1/pdf',
      (calls) => calls.requestPdf('i-1', { pricing: true, clientName: 'c', language: 'fr' }),
      { pricing: true, client_name: 'c', language: 'fr' },
    ],
    [
      'POST /inspections/i-1/pdf',
      (calls) => calls.uploadPdf('i-1', new Blob(['%PDF-'], { type: 'application/pdf' })),
      { json: { pdf_post_strategy: 'upload' }, pdf_data: { bytes: 5, type: 'application/pdf' } },
    ],
  ];

  test.each(rows)('%s', async (line, call, body) => {
    expect(await call(remote.calls)).toEqual({ id: 'made-1' });
    expect(service.received).toMatchObject([{ line, headers: { authorization: 'Bearer a.b.c' } }]);
    expect(service.received[0]?.body).toEqual(body);
  });

  test('send an idempotency key only if one is given', async () => {
    const input = check(createInspectionSchema, everyInspectionField, 'inspection');
    await remote.calls.createInspection(input, {}, { idempotencyKey: 'operation-7' });
    await remote.calls.createInspection(input);
    expect(service.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'operation-7',
      undefined,
    ]);
    expect(service.received[0]?.headers['content-type']).toBe('application/json');
  });
});

describe('reads', () => {
  const page = { data: [], paging: { cursors: {}, previous: null, next: null } };
  const task = { id: 't-1', name: 'damage_detection', status: 'DONE' };
  const rows: [string, unknown, (calls: Calls) => Promise<unknown>][] = [
    ['GET /inspections/i-1', { id: 'i-1' }, (calls) => calls.getInspection('i-1')],
    [
      // Proves spec 4.2, wire B3.
      'GET /inspections/i-1?show_deleted_objects=true&verbose=light',
      { id: 'i-1' },
      (calls) => calls.getInspection('i-1', { showDeletedObjects: true, verbose: 'light' }),
    ],
    [
      // Proves spec 4.7, wire B1.
      'GET /inspections?limit=7&after=a-1&pagination_order=asc&ownership_filter=all_resources&inspection_status=DONE&show_deleted=false&verbose=1',
      page,
      (calls) =>
        calls.listInspections({
          limit: 7,
          after: 'a-1',
          paginationOrder: 'asc',
          ownershipFilter: 'all_resources',
          inspectionStatus: 'DONE',
          showDeleted: false,
          verbose: 1,
        }),
    ],
    [
      // Proves wire B1.
      'GET /inspections/count?ownership_filter=own_resources',
      { total: 3 },
      (calls) => calls.countInspections({ ownershipFilter: 'own_resources' }),
    ],
    ['GET /inspections/i-1/tasks', { damage_detection: task }, (calls) => calls.listTasks('i-1')],
    [
      // Proves spec 4.11.
      'GET /inspections/i-1/tasks/damage_detection',
      task,
      (calls) => calls.getTask('i-1', 'damage_detection'),
    ],
    // Proves wire B4.
    ['GET /inspections/i-1/images/p-1', { id: 'p-1' }, (calls) => calls.getImage('i-1', 'p-1')],
    [
      // Proves wire B4.
      'GET /inspections/i-1/images?limit=2&before=p-9',
      page,
      (calls) => calls.listImages('i-1', { limit: 2, before: 'p-9' }),
    ],
    ['GET /inspections/i-1/pdf', { id: 'r-1', pdf_url: 'https://x/r' }, (calls) => calls.getPdf('i-1')],
  ];

  test.each(rows)('%s', async (line, body, call) => {
    service.script({ body });
    await call(remote.calls);
    expect(service.received).toMatchObject([{ line, body: undefined }]);
    expect(service.received[0]?.headers['content-type']).toBeUndefined();
  });

  test('GET /images/p-1/photo returns the bytes and their type', async () => {
    service.script({ headers: { 'content-type': 'image/webp' }, body: new Uint8Array([1, 2, 3]) });
    const { bytes, type } = await remote.calls.getPhoto('p-1');
    expect([type, ...new Uint8Array(bytes)]).toEqual(['image/webp', 1, 2, 3]);
    expect(service.lines).toEqual(['GET /images/p-1/photo']);
  });
});

// Proves spec 9.2.
test('accepts a base URL with a trailing slash and escapes ids in the path', async () => {
  service.script({ body: { id: 'x' } });
  const slashed = createRemoteClient({ baseUrl: `${service.baseUrl}/`, getToken: () => 'a.b.c' });
  await slashed.calls.deleteView('../../admin', 'a?b=c', {});
  expect(service.lines).toEqual(['DELETE /inspections/..%2F..%2Fadmin/views/a%3Fb%3Dc']);
});

test.each(['', 'ftp://example.org', 'example.org/v1', 'https://example.org/v1?key=1'])(
  '%j is no base URL',
  (baseUrl) => {
    expect(() => createRemoteClient({ baseUrl, getToken: () => 'a' })).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { path: 'baseUrl' } }),
    );
  },
);

// Proves wire C7.
test('a vehicle is sent with every field under its wire name', async () => {
  service.script({ body: { id: 'i-1' } });
  await remote.calls.updateVehicle('i-1', everyVehicleField);
  const { series, ...others } = everyVehicleField;
  const sent = Object.keys(service.received[0]?.body as object);
  expect(sent).toHaveLength(Object.keys(others).length + 1);
  expect(service.received[0]?.body).toMatchObject({ serie: series, market_value: others.marketValue });
});
