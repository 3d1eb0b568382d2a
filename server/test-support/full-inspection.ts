import { smallPhoto } from '../../test/node/support/photos.ts';
import { type PlainClient, upload } from './plain-client.ts';

/** An inspection with one of everything, and the placeholders of every path that leads into it. */
export type FullInspection = Record<
  'inspection_id' | 'image_id' | 'damage_id' | 'view_id' | 'severity_id' | 'task_name',
  string
>;

const UPLOADED = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

export async function createFullInspection(client: PlainClient): Promise<FullInspection> {
  const id = async (reply: ReturnType<PlainClient['post']>): Promise<string> => {
    const { status, json } = await reply;
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
    return json.id;
  };
  const inspection_id = await id(client.post('/inspections', { tasks: { damage_detection: {} } }));
  const path = `/inspections/${inspection_id}`;
  const image_id = await id(
    client.post(`${path}/images`, upload({ acquisition: UPLOADED }, { image: await smallPhoto() })),
  );
  const damage_id = await id(client.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' }));
  const view_id = await id(client.post(`${path}/views`, { image_id, damage_id, bounding_box: BOX }));
  const severity_id = await id(client.post(`${path}/severity_pricing`, { label: 'hood' }));
  await id(client.post(`${path}/pdf`, upload({ pdf_post_strategy: 'upload' }, { pdf_data: '%PDF-1.7' })));
  return { inspection_id, image_id, damage_id, view_id, severity_id, task_name: 'damage_detection' };
}

export const BOX = { xmin: 1, ymin: 1, width: 9, height: 9 };

/** A body that each route takes, so that a refusal is about who asks and not about what. */
export async function validBody(route: string, place: FullInspection): Promise<unknown> {
  const photo = await smallPhoto();
  const bodies: Record<string, unknown> = {
    'POST /inspections': { tasks: {} },
    'PATCH /inspections/{inspection_id}': { additional_data: { mine: true } },
    'PATCH /inspections/{inspection_id}/pdf_data': { comment: 'mine' },
    'PATCH /inspections/{inspection_id}/vehicle': { plate: 'MINE' },
    'PATCH /inspections/{inspection_id}/tasks/{task_name}': { status: 'TODO' },
    'POST /inspections/{inspection_id}/images': upload({ acquisition: UPLOADED }, { image: photo }),
    'POST /inspections/{inspection_id}/views': {
      image_id: place.image_id,
      damage_id: place.damage_id,
      bounding_box: BOX,
    },
    'POST /inspections/{inspection_id}/damages': { damage_type: 'dent', part_type: 'hood' },
    'POST /inspections/{inspection_id}/severity_pricing': { label: 'hood' },
    'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}': { level: 1 },
    'POST /inspections/{inspection_id}/pdf': { pricing: false },
  };
  return bodies[route];
}

export function fillPath(path: string, place: FullInspection): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => place[name as keyof FullInspection]);
}
