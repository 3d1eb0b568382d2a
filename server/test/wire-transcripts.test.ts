import { describe, expect, it, vi } from 'vitest';
import { createClient, createForm } from '../test-support/plain-client.ts';
import { UPLOADED, useWireFixture } from '../test-support/wire-fixture.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
vi.setConfig({ testTimeout: 60_000 });

const wire = useWireFixture();

describe('requests on the wire', () => {
  // Proves spec 9.2, wire A3.
  it('has a URL and responds to /health', async () => {
    expect(wire.service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await (await fetch(new URL('/health', wire.service.url))).json()).toEqual({ status: 'ok' });
  });

  // Proves spec 4.2, wire A1.
  it('creates an inspection and returns every key of the wire format', async () => {
    const id = await wire.createInspection({
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
    const { status, json } = await wire.client.get(`/inspections/${id}`);
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

  // Proves spec 4.16, wire D1.
  it('uploads a photo and downloads the same bytes from the image’s path', async () => {
    const id = await wire.createInspection();
    const imageId = await wire.addPhoto(id, {
      name: 'left side',
      tasks: ['damage_detection'],
      compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'sight-1' } },
      image_type: 'close_up',
      detailed_viewpoint: { centers_on: ['hood'] },
      additional_data: { shotBy: 'ada' },
    });
    const { json: image } = await wire.client.get(`/inspections/${id}/images/${imageId}`);
    expect(image).toMatchObject({
      id: imageId,
      name: 'left side',
      mimetype: 'image/jpeg',
      image_width: 64,
      image_height: 48,
      binary_size: wire.photo.byteLength,
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
    // An <img> sends no token: the signed path gives access to this photo only, for a limited time.
    const link = createClient(wire.service.url, undefined);
    const bytes = await link.get(image.path);
    expect(bytes.status).toBe(200);
    expect(bytes.headers.get('content-type')).toBe('image/jpeg');
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(bytes.bytes)).toEqual(wire.photo);
    expect((await wire.client.get(`/images/${imageId}/photo`)).status).toBe(200);
    const other = await wire.addPhoto(id);
    expect((await link.get(image.path.replace(imageId, other))).status).toBe(401);
    expect((await link.get(image.path.replace(/expires=\d/, 'expires=9'))).status).toBe(401);
    expect((await link.get(image.path.replace(/signature=.*/, 'signature='))).status).toBe(401);
    expect((await link.get(`/images/${imageId}/photo`)).status).toBe(401);
    expect((await link.get(`/inspections/${id}?${image.path.split('?')[1]}`)).status).toBe(401);
  });

  // Proves spec 4.8.
  it('creates an inspection with its photos in one multipart request', async () => {
    const form = createForm(
      {
        tasks: { damage_detection: { status: 'TODO' } },
        images: [
          { acquisition: { ...UPLOADED, file_key: 'first' }, tasks: ['damage_detection'] },
          { acquisition: { ...UPLOADED, file_key: 'second' }, tasks: [{ name: 'damage_detection' }] },
        ],
      },
      { first: wire.photo, second: wire.photo },
    );
    const { status, json } = await wire.client.post('/inspections', form);
    expect(status).toBe(200);
    const { json: read } = await wire.client.get(`/inspections/${json.id}`);
    expect(read.images).toHaveLength(2);
    expect(read.tasks[0]).toMatchObject({ status: 'TODO', images: [{}, {}] });
  });

  // Proves spec 4.11.
  it('changes the status of a task, by either name of OCR', async () => {
    const id = await wire.createInspection({ tasks: { images_ocr: {}, wheel_analysis: {} } });
    const { json: started } = await wire.client.patch(`/inspections/${id}/tasks/image_ocr`, {
      status: 'TODO',
    });
    expect(Object.keys(started)).toEqual(['id']);
    const { json: task } = await wire.client.get(`/inspections/${id}/tasks/images_ocr`);
    expect(task).toMatchObject({ id: started.id, name: 'images_ocr', status: 'TODO' });
    expect(task.started_at).toMatch(/^\d{4}/);
    const { json: tasks } = await wire.client.get(`/inspections/${id}/tasks`);
    expect(Object.keys(tasks).sort()).toEqual(['image_ocr', 'images_ocr', 'wheel_analysis']);
    await wire.client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'DONE' });
    const { status } = await wire.client.patch(`/inspections/${id}/tasks/images_ocr`, {
      status: 'VALIDATED',
    });
    expect(status).toBe(200);
    const repeated = await wire.client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'TODO' });
    expect(repeated.status).toBe(200); // as after a lost response
    const rejected = await wire.client.patch(`/inspections/${id}/tasks/images_ocr`, {
      status: 'NOT_STARTED',
    });
    expect(rejected.status).toBe(409);
    expect(rejected.json.message).toContain('VALIDATED');
  });

  // Proves spec 4.20, wire G2.
  it('corrects damages, views and severities', async () => {
    const id = await wire.createInspection();
    const imageId = await wire.addPhoto(id);
    const damage = await wire.client.post(`/inspections/${id}/damages`, {
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
    const view = await wire.client.post(`/inspections/${id}/views`, {
      image_id: imageId,
      damage_id: damage.json.id,
      polygons,
    });
    const severity = await wire.client.post(`/inspections/${id}/severity_pricing`, {
      label: 'hood',
      level: 2,
      pricing: 100,
    });
    const changed = { pricing: null, level: 3, repair_operation: 'replace' };
    const update = await wire.client.patch(
      `/inspections/${id}/severity_pricing/${severity.json.id}`,
      changed,
    );
    expect(update.json).toEqual({ id: severity.json.id });
    const { json } = await wire.client.get(`/inspections/${id}`);
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
    const light = await wire.client.get(`/inspections/${id}?verbose=light`);
    expect(light.json.images[0].views[0].image_region.specification.polygons).toEqual([]);
    expect((await wire.client.delete(`/inspections/${id}/views/${view.json.id}`)).json).toEqual({
      id: view.json.id,
    });
    expect((await wire.client.delete(`/inspections/${id}/damages/${damage.json.id}`)).json).toEqual({
      id: damage.json.id,
    });
    const after = await wire.client.get(`/inspections/${id}`);
    expect([after.json.damages, after.json.images[0].views]).toEqual([[], []]);
    const all = await wire.client.get(`/inspections/${id}?show_deleted_objects=true`);
    expect(all.json.damages).toHaveLength(1);
  });

  // Proves spec 4.17, wire G3.
  it('creates a view on an image of the same request', async () => {
    const id = await wire.createInspection();
    const damage = await wire.client.post(`/inspections/${id}/damages`, {
      damage_type: 'dent',
      part_type: 'hood',
    });
    const form = createForm(
      {
        new_image: { name: 'close', acquisition: UPLOADED },
        damage_id: damage.json.id,
        bounding_box: { xmin: 0, ymin: 0, width: 9, height: 9 },
      },
      { image: wire.photo },
    );
    expect((await wire.client.post(`/inspections/${id}/views`, form)).status).toBe(200);
    const { json } = await wire.client.get(`/inspections/${id}`);
    expect(json.images[0]).toMatchObject({ name: 'close', views: [{ element_id: damage.json.id }] });
  });
});
