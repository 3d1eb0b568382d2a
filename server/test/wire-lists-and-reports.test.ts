import { describe, expect, it, vi } from 'vitest';
import { createClient, createForm, createPlainClient } from '../test-support/plain-client.ts';
import { UPLOADED, useWireFixture } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const wire = useWireFixture();

describe('lists and reports on the wire', () => {
  // Proves spec 4.7, wire B1, wire B2.
  it('lists, pages, filters and counts inspections', async () => {
    const bob = await createPlainClient(wire.service, { id: 'bob' });
    const ids: string[] = [];
    for (const _ of [1, 2, 3])
      ids.push((await bob.post('/inspections', { tasks: { images_ocr: {} } })).json.id);
    await bob.patch(`/inspections/${ids[1]}/tasks/images_ocr`, { status: 'TODO' });
    await bob.delete(`/inspections/${ids[2]}`);
    const idsOf = (response: { json: { data: { id: string }[] } }) => response.json.data.map(({ id }) => id);

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
    const { searchParams } = new URL(filtered.json.paging.next, 'http://service');
    expect(new Set(searchParams.keys()).size).toBe([...searchParams.keys()].length); // each filter once
    const rest = await bob.get(filtered.json.paging.next);
    expect([idsOf(rest), rest.json.paging.next]).toEqual([[ids[0]], null]);
    const back = await bob.get(rest.json.paging.previous);
    expect(idsOf(back)).toEqual([ids[1]]);
    expect((await bob.get('/inspections/count')).json).toEqual({ total: 3 });
    expect((await bob.get('/inspections/count?show_deleted=false')).json).toEqual({ total: 2 });
    expect((await bob.get('/inspections?limit=501')).status).toBe(400);
    expect((await bob.get('/inspections?limit=many')).status).toBe(400);
  });

  // Proves spec 4.15.
  it('pages through the images of an inspection and deletes one', async () => {
    const id = await wire.createInspection();
    const images = [await wire.addPhoto(id, { tasks: ['damage_detection'] }), await wire.addPhoto(id)];
    const { json } = await wire.client.get(`/inspections/${id}/images?limit=1&pagination_order=asc`);
    expect(json.data.map((image: { id: string }) => image.id)).toEqual([images[0]]);
    expect((await wire.client.get(json.paging.next)).json.data[0].id).toBe(images[1]);
    const path = `/inspections/${id}/images/${images[0]}`;
    expect((await wire.client.delete(path, { authorized_tasks_statuses: ['TODO'] })).status).toBe(409);
    expect((await wire.client.delete(path, { authorized_tasks_statuses: ['NOT_STARTED'] })).json).toEqual({
      id: images[0],
    });
    expect((await wire.client.get(path)).status).toBe(404);
    expect((await wire.client.get(`/images/${images[0]}/photo`)).status).toBe(404);
  });

  // Proves spec 4.9, wire H1.
  it('updates vehicle, additional data and PDF data, and deletes', async () => {
    const id = await wire.createInspection({ tasks: {}, additional_data: { a: 1, b: 2 } });
    const updated = await wire.client.patch(`/inspections/${id}/vehicle`, {
      plate: 'AB-123-CD',
      mileage_value: 5,
      mileage_unit: 'km',
    });
    expect(updated.json).toEqual({ id });
    expect((await wire.client.patch(`/inspections/${id}`, { additional_data: { b: 3 } })).json).toEqual({
      id,
    });
    const pdf = { agent_first_name: 'Ada', market_value: 100 };
    expect((await wire.client.patch(`/inspections/${id}/pdf_data`, pdf)).json).toEqual({ id });
    const { json } = await wire.client.get(`/inspections/${id}`);
    expect(json.vehicle).toMatchObject({ plate: 'AB-123-CD', mileage_value: 5, mileage_unit: 'km' });
    expect(json.additional_data).toEqual({ a: 1, b: 3, pdf_data: pdf });
    expect((await wire.client.delete(`/inspections/${id}`)).json).toEqual({ id });
    expect((await wire.client.get(`/inspections/${id}`)).status).toBe(404);
    const deleted = await wire.client.get(`/inspections/${id}?show_deleted_objects=true`);
    expect(deleted.json.deleted_at).toMatch(/^\d{4}/);
  });

  // Proves wire H3.
  it('has no PDF until one is uploaded', async () => {
    const id = await wire.createInspection();
    const early = await wire.client.get(`/inspections/${id}/pdf`);
    expect([early.status, early.json.message]).toEqual([422, 'PDF has not been required to be generated']);
    const requested = await wire.client.post(`/inspections/${id}/pdf`, {
      pricing: false,
      customer: 'c',
      client_name: 'n',
      language: 'fr',
    });
    expect(Object.keys(requested.json)).toEqual(['id']);
    expect(await wire.client.get(`/inspections/${id}/pdf`)).toMatchObject({
      status: 422,
      json: { message: 'PDF reports are not available on this service' },
    });
    const own = new TextEncoder().encode('%PDF-1.7 uploaded');
    const form = createForm({ pdf_post_strategy: 'upload' }, { pdf_data: own });
    const uploaded = await wire.client.post(`/inspections/${id}/pdf`, form);
    const ready = await wire.client.get(`/inspections/${id}/pdf`);
    expect(ready.json).toEqual({ id: uploaded.json.id, pdf_url: expect.stringContaining('/v1/') });
    const file = await createClient(wire.service.url, undefined).get(ready.json.pdf_url);
    expect([file.headers.get('content-type'), new Uint8Array(file.bytes)]).toEqual(['application/pdf', own]);
    const notPdf = createForm({ pdf_post_strategy: 'upload' }, { pdf_data: '<script>' });
    expect((await wire.client.post(`/inspections/${id}/pdf`, notPdf)).status).toBe(400);
  });

  // Proves spec 7.1.
  it('reports errors with status and field', async () => {
    const id = await wire.createInspection();
    const missing = await wire.client.get('/inspections/0190d5b0-3f1e-7000-8000-00000000dead');
    expect([missing.status, missing.json.message]).toEqual([404, expect.stringContaining('does not exist')]);
    const invalid = await wire.client.post(`/inspections/${id}/damages`, {
      damage_type: 'boredom',
      part_type: 'hood',
    });
    expect([invalid.status, invalid.json.message]).toEqual([400, expect.stringContaining('damageType')]);
    expect((await wire.client.post('/inspections', '{"tasks":')).status).toBe(400);
    expect((await wire.client.post('/inspections', '['.repeat(500_000))).status).toBe(400);
    expect((await wire.client.get('/nothing/here')).status).toBe(404);
    const noImage = createForm({ acquisition: UPLOADED }, { image: 'no picture at all' });
    expect((await wire.client.post(`/inspections/${id}/images`, noImage)).status).toBe(422);
    expect((await wire.client.post(`/inspections/${id}/images`, {})).status).toBe(400);
  });
});
