import { smallPhoto } from '../../test/node/support/photos.ts';
import { createForm, type PlainClient } from './plain-client.ts';

/** An inspection with one record of each kind, as values for the placeholders of all paths. */
export type FullInspection = Record<
  'inspection_id' | 'image_id' | 'damage_id' | 'view_id' | 'severity_id' | 'task_name',
  string
>;

const UPLOADED = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

/** Creates an inspection with one record of each kind. */
export async function createFullInspection(client: PlainClient): Promise<FullInspection> {
  const readId = async (response: ReturnType<PlainClient['post']>): Promise<string> => {
    const { status, json } = await response;
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
    return json.id;
  };
  const inspection_id = await readId(client.post('/inspections', { tasks: { damage_detection: {} } }));
  const path = `/inspections/${inspection_id}`;
  const image_id = await readId(
    client.post(`${path}/images`, createForm({ acquisition: UPLOADED }, { image: await smallPhoto() })),
  );
  const damage_id = await readId(client.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' }));
  const view_id = await readId(client.post(`${path}/views`, { image_id, damage_id, bounding_box: BOX }));
  const severity_id = await readId(client.post(`${path}/severity_pricing`, { label: 'hood' }));
  await readId(
    client.post(`${path}/pdf`, createForm({ pdf_post_strategy: 'upload' }, { pdf_data: '%PDF-1.7' })),
  );
  return { inspection_id, image_id, damage_id, view_id, severity_id, task_name: 'damage_detection' };
}

export const BOX = { xmin: 1, ymin: 1, width: 9, height: 9 };

/** Returns a valid body for a route, so that a rejection is due to the caller, not to the body. */
export async function createValidBody(route: string, ids: FullInspection): Promise<unknown> {
  const photo = await smallPhoto();
  const bodies: Record<string, unknown> = {
    'POST /inspections': { tasks: {} },
    'PATCH /inspections/{inspection_id}': { additional_data: { mine: true } },
    'PATCH /inspections/{inspection_id}/pdf_data': { comment: 'mine' },
    'PATCH /inspections/{inspection_id}/vehicle': { plate: 'MINE' },
    'PATCH /inspections/{inspection_id}/tasks/{task_name}': { status: 'TODO' },
    'POST /inspections/{inspection_id}/images': createForm({ acquisition: UPLOADED }, { image: photo }),
    'POST /inspections/{inspection_id}/uploads': { size: 9, type: 'image/jpeg', sha256: 'a'.repeat(64) },
    'POST /inspections/{inspection_id}/views': {
      image_id: ids.image_id,
      damage_id: ids.damage_id,
      bounding_box: BOX,
    },
    'POST /inspections/{inspection_id}/damages': { damage_type: 'dent', part_type: 'hood' },
    'PATCH /inspections/{inspection_id}/images/{image_id}': { additional_data: { a: 1 } },
    'PATCH /inspections/{inspection_id}/images/{image_id}/damage_areas': { relevant_elements: ['hood'] },
    'POST /inspections/{inspection_id}/images/delete': { image_ids: [ids.image_id] },
    'POST /inspections/{inspection_id}/pricing': { pricing: 1, related_item_type: 'part', part_type: 'hood' },
    'PATCH /inspections/{inspection_id}/pricing/{severity_id}': { pricing: 1 },
    'POST /inspections/{inspection_id}/severity_pricing': { label: 'hood' },
    'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}': { level: 1 },
    'POST /inspections/{inspection_id}/pdf': { pricing: false },
  };
  return bodies[route];
}

/** Replaces the placeholders of a path by ids. */
export function fillPath(path: string, ids: FullInspection): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof FullInspection]);
}
