import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../test/node/support/photos.ts';
import { type RunningService, startService } from './index.ts';
import { clientWith, type PlainClient, plainClient, upload } from './test-support/plain-client.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SLOW_START = 180_000;
vi.setConfig({ testTimeout: 60_000 });

let service: RunningService;
let client: PlainClient;
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startService();
  client = await plainClient(service, { id: 'ada', organizationId: 'fleet' });
  photo = await smallPhoto(1, 64, 48);
}, SLOW_START);
afterAll(() => service.close());

const uploaded = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

async function created(body: object = { tasks: { damage_detection: {} } }): Promise<string> {
  const { status, json } = await client.post('/inspections', body);
  expect([status, Object.keys(json)]).toEqual([200, ['id']]);
  return json.id;
}

async function added(id: string, body: object = {}): Promise<string> {
  const form = upload({ acquisition: uploaded, ...body }, { image: photo });
  const { status, json } = await client.post(`/inspections/${id}/images`, form);
  expect([status, Object.keys(json)]).toEqual([200, ['id']]);
  return json.id;
}

describe('a client that knows nothing but the wire', () => {
  it('says where it is, and that it is well', async () => {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await (await fetch(new URL('/health', service.url))).json()).toEqual({ status: 'ok' });
  });

  it('creates an inspection and reads it back under every key of the wire', async () => {
    const id = await created({
      tasks: {
        damage_detection: { damage_score_threshold: 0.4, generate_visual_output: { generate_parts: true } },
        image_ocr: {},
      },
      vehicle: {
        brand: 'Renault',
        serie: 'Clio IV',
        vehicule_age: '3',
        mileage: { value: 120, unit: 'km' },
        market_value: { value: 9000, unit: 'EUR' },
      },
      inspection_type: 'claim',
      accident_nature: 'hail',
      additional_data: { camelCase: { snake_case: ['kept'] }, 'with space': 1 },
    });
    expect(id).toMatch(UUID);
    const { status, json } = await client.get(`/inspections/${id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id,
      owner_id: 'ada',
      creator_id: 'ada',
      inspection_type: 'claim',
      accident_nature: 'hail',
      additional_data: { camelCase: { snake_case: ['kept'] }, 'with space': 1 },
      pdf_generation_ready: false,
      images: [],
      damages: [],
      parts: [],
      wheel_analysis: [],
      severity_results: [],
      documents: [],
      vehicle: {
        brand: 'Renault',
        serie: 'Clio IV',
        vehicle_age: '3',
        mileage_value: 120,
        mileage_unit: 'km',
        market_value_value: 9000,
        market_value_unit: 'EUR',
      },
    });
    expect(json.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(json.tasks.map(({ name }: { name: string }) => name)).toEqual(['damage_detection', 'images_ocr']);
    expect(json.tasks[0]).toMatchObject({
      status: 'NOT_STARTED',
      confidence_pre_execution_status: 'NOT_STARTED',
      inspection_id: id,
      damage_score_threshold: 0.4,
      images: [],
    });
  });

  it('uploads a photo, finds it in the image’s answer, and downloads the same bytes from its path', async () => {
    const id = await created();
    const imageId = await added(id, {
      name: 'left side',
      tasks: ['damage_detection'],
      compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'sight-1' } },
      image_type: 'close_up',
      detailed_viewpoint: { centers_on: ['hood'] },
      additional_data: { shotBy: 'ada' },
    });
    const { json: image } = await client.get(`/inspections/${id}/images/${imageId}`);
    expect(image).toMatchObject({
      id: imageId,
      name: 'left side',
      mimetype: 'image/jpeg',
      image_width: 64,
      image_height: 48,
      binary_size: photo.byteLength,
      image_type: 'close_up',
      rotate_image_before_upload: 'NO_ROTATION',
      detailed_viewpoint: { centers_on: ['hood'] },
      additional_data: { shotBy: 'ada' },
      compliances: {
        image_quality_assessment: { status: 'TODO', is_compliant: null, reasons: [] },
        coverage_360: { status: 'TODO', is_compliant: null, reasons: [], sight_id: 'sight-1' },
      },
      rendered_outputs: [],
    });
    // An <img> has no token: the path itself opens the photo, and only that one, for a while.
    const link = clientWith(service.url, undefined);
    const bytes = await link.get(image.path);
    expect(bytes.status).toBe(200);
    expect(bytes.headers.get('content-type')).toBe('image/jpeg');
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(bytes.bytes)).toEqual(photo);
    expect((await client.get(`/images/${imageId}/photo`)).status).toBe(200);
    const other = await added(id);
    expect((await link.get(image.path.replace(imageId, other))).status).toBe(401);
    expect((await link.get(image.path.replace(/expires=\d/, 'expires=9'))).status).toBe(401);
    expect((await link.get(image.path.replace(/signature=.*/, 'signature='))).status).toBe(401);
    expect((await link.get(`/images/${imageId}/photo`)).status).toBe(401);
    expect((await link.get(`/inspections/${id}?${image.path.split('?')[1]}`)).status).toBe(401);
  });

  it('creates an inspection with its photos in one multipart request', async () => {
    const form = upload(
      {
        tasks: { damage_detection: { status: 'TODO' } },
        images: [
          { acquisition: { ...uploaded, file_key: 'first' }, tasks: ['damage_detection'] },
          { acquisition: { ...uploaded, file_key: 'second' }, tasks: [{ name: 'damage_detection' }] },
        ],
      },
      { first: photo, second: photo },
    );
    const { status, json } = await client.post('/inspections', form);
    expect(status).toBe(200);
    const { json: read } = await client.get(`/inspections/${json.id}`);
    expect(read.images).toHaveLength(2);
    expect(read.tasks[0]).toMatchObject({ status: 'TODO', images: [{}, {}] });
  });

  it('runs a task through its states, by either name of OCR', async () => {
    const id = await created({ tasks: { images_ocr: {}, wheel_analysis: {} } });
    const { json: started } = await client.patch(`/inspections/${id}/tasks/image_ocr`, { status: 'TODO' });
    expect(Object.keys(started)).toEqual(['id']);
    const { json: task } = await client.get(`/inspections/${id}/tasks/images_ocr`);
    expect(task).toMatchObject({ id: started.id, name: 'images_ocr', status: 'TODO' });
    expect(task.started_at).toMatch(/^\d{4}/);
    const { json: tasks } = await client.get(`/inspections/${id}/tasks`);
    expect(Object.keys(tasks).sort()).toEqual(['images_ocr', 'wheel_analysis']);
    await client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'DONE' });
    const { status } = await client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'VALIDATED' });
    expect(status).toBe(200);
    const refused = await client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'TODO' });
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain('VALIDATED');
  });

  it('corrects damages, views and severities', async () => {
    const id = await created();
    const imageId = await added(id);
    const damage = await client.post(`/inspections/${id}/damages`, {
      damage_type: 'dent',
      part_type: 'hood',
    });
    expect(Object.keys(damage.json)).toEqual(['id']);
    const polygons = [
      [
        [1, 1],
        [20, 1],
        [20, 20],
      ],
    ];
    const view = await client.post(`/inspections/${id}/views`, {
      image_id: imageId,
      damage_id: damage.json.id,
      polygons,
    });
    const severity = await client.post(`/inspections/${id}/severity_pricing`, {
      label: 'hood',
      level: 2,
      pricing: 100,
    });
    const changed = { pricing: null, level: 3, repair_operation: 'replace' };
    const update = await client.patch(`/inspections/${id}/severity_pricing/${severity.json.id}`, changed);
    expect(update.json).toEqual({ id: severity.json.id });
    const { json } = await client.get(`/inspections/${id}`);
    expect(json.damages[0]).toMatchObject({ id: damage.json.id, damage_type: 'dent', inspection_id: id });
    expect(json.parts[0]).toMatchObject({ part_type: 'hood', damage_ids: [damage.json.id] });
    expect(json.damages[0].part_ids).toEqual([json.parts[0].id]);
    expect(json.images[0].views[0]).toMatchObject({
      id: view.json.id,
      element_id: damage.json.id,
      created_by: 'user',
      image_region: {
        image_id: imageId,
        specification: { polygons, bounding_box: { xmin: 1, ymin: 1, width: 19, height: 19 } },
      },
    });
    expect(json.severity_results[0]).toMatchObject({
      id: severity.json.id,
      label: 'hood',
      is_user_modified: true,
      related_item_type: 'part',
      value: { custom_severity: { level: 3, repair_operation: 'replace' } },
    });
    const light = await client.get(`/inspections/${id}?verbose=light`);
    expect(light.json.images[0].views[0].image_region.specification.polygons).toEqual([]);
    expect((await client.delete(`/inspections/${id}/views/${view.json.id}`)).json).toEqual({
      id: view.json.id,
    });
    expect((await client.delete(`/inspections/${id}/damages/${damage.json.id}`)).json).toEqual({
      id: damage.json.id,
    });
    const after = await client.get(`/inspections/${id}`);
    expect([after.json.damages, after.json.images[0].views]).toEqual([[], []]);
    const all = await client.get(`/inspections/${id}?show_deleted_objects=true`);
    expect(all.json.damages).toHaveLength(1);
  });

  it('draws a view on an image that comes with it', async () => {
    const id = await created();
    const damage = await client.post(`/inspections/${id}/damages`, {
      damage_type: 'dent',
      part_type: 'hood',
    });
    const form = upload(
      {
        new_image: { name: 'close', acquisition: uploaded },
        damage_id: damage.json.id,
        bounding_box: { xmin: 0, ymin: 0, width: 9, height: 9 },
      },
      { image: photo },
    );
    expect((await client.post(`/inspections/${id}/views`, form)).status).toBe(200);
    const { json } = await client.get(`/inspections/${id}`);
    expect(json.images[0]).toMatchObject({ name: 'close', views: [{ element_id: damage.json.id }] });
  });

  it('lists, pages, filters and counts', async () => {
    const bob = await plainClient(service, { id: 'bob' });
    const ids: string[] = [];
    for (const _ of [1, 2, 3])
      ids.push((await bob.post('/inspections', { tasks: { images_ocr: {} } })).json.id);
    await bob.patch(`/inspections/${ids[1]}/tasks/images_ocr`, { status: 'TODO' });
    await bob.delete(`/inspections/${ids[2]}`);
    const idsOf = (reply: { json: { data: { id: string }[] } }) => reply.json.data.map(({ id }) => id);

    const first = await bob.get('/inspections?limit=2');
    expect(Object.keys(first.json).sort()).toEqual(['data', 'paging']);
    expect(idsOf(first)).toEqual([ids[2], ids[1]]);
    expect(first.json.paging).toMatchObject({ cursors: { before: ids[2], after: ids[1] }, previous: null });
    expect(idsOf(await bob.get(first.json.paging.next))).toEqual([ids[0]]);
    expect(idsOf(await bob.get('/inspections?pagination_order=asc&show_deleted=false'))).toEqual(
      ids.slice(0, 2),
    );
    expect(idsOf(await bob.get('/inspections?inspection_status=IN_PROGRESS&order_by=created_at'))).toEqual([
      ids[1],
    ]);
    const filtered = await bob.get('/inspections?show_deleted=false&limit=1');
    expect(idsOf(filtered)).toEqual([ids[1]]);
    const rest = await bob.get(filtered.json.paging.next);
    expect([idsOf(rest), rest.json.paging.next]).toEqual([[ids[0]], null]);
    const back = await bob.get(rest.json.paging.previous);
    expect(idsOf(back)).toEqual([ids[1]]);
    expect((await bob.get('/inspections/count')).json).toEqual({ total: 3 });
    expect((await bob.get('/inspections/count?show_deleted=false')).json).toEqual({ total: 2 });
    expect((await bob.get('/inspections?limit=501')).status).toBe(400);
    expect((await bob.get('/inspections?limit=many')).status).toBe(400);
  });

  it('pages through the images of an inspection, and deletes one', async () => {
    const id = await created();
    const images = [await added(id, { tasks: ['damage_detection'] }), await added(id)];
    const { json } = await client.get(`/inspections/${id}/images?limit=1&pagination_order=asc`);
    expect(json.data.map((image: { id: string }) => image.id)).toEqual([images[0]]);
    expect((await client.get(json.paging.next)).json.data[0].id).toBe(images[1]);
    const path = `/inspections/${id}/images/${images[0]}`;
    expect((await client.delete(path, { authorized_tasks_statuses: ['TODO'] })).status).toBe(409);
    expect((await client.delete(path, { authorized_tasks_statuses: ['NOT_STARTED'] })).json).toEqual({
      id: images[0],
    });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.get(`/images/${images[0]}/photo`)).status).toBe(404);
  });

  it('changes vehicle, additional data and PDF data, and deletes', async () => {
    const id = await created({ tasks: {}, additional_data: { a: 1, b: 2 } });
    const said = await client.patch(`/inspections/${id}/vehicle`, {
      plate: 'AB-123-CD',
      mileage_value: 5,
      mileage_unit: 'km',
    });
    expect(said.json).toEqual({ id });
    expect((await client.patch(`/inspections/${id}`, { additional_data: { b: 3 } })).json).toEqual({ id });
    const pdf = { agent_first_name: 'Ada', market_value: 100 };
    expect((await client.patch(`/inspections/${id}/pdf_data`, pdf)).json).toEqual({ id });
    const { json } = await client.get(`/inspections/${id}`);
    expect(json.vehicle).toMatchObject({ plate: 'AB-123-CD', mileage_value: 5, mileage_unit: 'km' });
    expect(json.additional_data).toMatchObject({ a: 1, b: 3, pdf_data: expect.anything() });
    expect((await client.delete(`/inspections/${id}`)).json).toEqual({ id });
    expect((await client.get(`/inspections/${id}`)).status).toBe(404);
    const deleted = await client.get(`/inspections/${id}?show_deleted_objects=true`);
    expect(deleted.json.deleted_at).toMatch(/^\d{4}/);
  });

  it('waits for a PDF in vain until one is handed over', async () => {
    const id = await created();
    const early = await client.get(`/inspections/${id}/pdf`);
    expect([early.status, early.json.message]).toEqual([422, 'PDF has not been required to be generated']);
    const asked = await client.post(`/inspections/${id}/pdf`, {
      pricing: false,
      customer: 'c',
      client_name: 'n',
      language: 'fr',
    });
    expect(Object.keys(asked.json)).toEqual(['id']);
    expect(await client.get(`/inspections/${id}/pdf`)).toMatchObject({
      status: 422,
      json: { message: 'PDF reports are not available on this service' },
    });
    const own = new TextEncoder().encode('%PDF-1.7 of our own');
    const form = upload({ pdf_post_strategy: 'upload' }, { pdf_data: own });
    const handed = await client.post(`/inspections/${id}/pdf`, form);
    const ready = await client.get(`/inspections/${id}/pdf`);
    expect(ready.json).toEqual({ id: handed.json.id, pdf_url: expect.stringContaining('/v1/') });
    const file = await clientWith(service.url, undefined).get(ready.json.pdf_url);
    expect([file.headers.get('content-type'), new Uint8Array(file.bytes)]).toEqual(['application/pdf', own]);
    const notPdf = upload({ pdf_post_strategy: 'upload' }, { pdf_data: '<script>' });
    expect((await client.post(`/inspections/${id}/pdf`, notPdf)).status).toBe(400);
  });

  it('hears what is wrong, and where', async () => {
    const id = await created();
    const missing = await client.get('/inspections/0190d5b0-3f1e-7000-8000-00000000dead');
    expect([missing.status, missing.json.message]).toEqual([404, expect.stringContaining('does not exist')]);
    const invalid = await client.post(`/inspections/${id}/damages`, {
      damage_type: 'boredom',
      part_type: 'hood',
    });
    expect([invalid.status, invalid.json.message]).toEqual([400, expect.stringContaining('damageType')]);
    expect((await client.post('/inspections', '{"tasks":')).status).toBe(400);
    expect((await client.post('/inspections', '['.repeat(500_000))).status).toBe(400);
    expect((await client.get('/nothing/here')).status).toBe(404);
    const noImage = upload({ acquisition: uploaded }, { image: 'no picture at all' });
    expect((await client.post(`/inspections/${id}/images`, noImage)).status).toBe(422);
    expect((await client.post(`/inspections/${id}/images`, {})).status).toBe(400);
  });
});
