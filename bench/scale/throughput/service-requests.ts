import type { BenchPhoto } from '../load/photos.ts';
import { createKeepAliveClient } from './keep-alive-client.ts';
import type { ClientResponse } from './read-response.ts';

export interface RequestOptions {
  token: string;
  photo: BenchPhoto;
  /** Per instance. */
  connections: number;
}

export type WayName = 'create an inspection' | 'create an inspection with a photo';

/** One request. Gets and returns the id of the inspection. */
export type Step = (inspectionId: string) => Promise<string>;

/** Sends the requests whose throughput is measured, to the instances in turn. */
export function createServiceRequests(
  instances: readonly { origin: string }[],
  { token, photo, connections }: RequestOptions,
) {
  const clients = instances.map(({ origin }) => createKeepAliveClient(origin, connections));
  const form = createForm(photo);
  let turn = 0;
  const post = (path: string, headers: Record<string, string>, body: Buffer | string) => {
    turn += 1;
    const client = clients[turn % clients.length];
    if (!client) throw new Error('There is no instance.');
    const keyed = { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID(), ...headers };
    return client.send(`/v1${path}`, keyed, body);
  };
  const sendCreate = () => post('/inspections', { 'Content-Type': 'application/json' }, NEW_INSPECTION);
  const sendPhoto = (id: string) => post(`/inspections/${id}/images`, form.headers, form.body);
  const createInspection = async () => readId(await sendCreate());
  const addPhoto = async (id: string) => {
    readId(await sendPhoto(id));
    return id;
  };
  const ways: Record<WayName, Step[]> = {
    'create an inspection': [createInspection],
    'create an inspection with a photo': [createInspection, addPhoto],
  };
  const close = () => {
    for (const client of clients) client.close();
  };
  return { ways, createInspection, sendPhoto, close };
}

function readId({ status, body }: ClientResponse): string {
  if (status !== 200) throw new Error(`A request got ${status}: ${body}`);
  return (JSON.parse(body) as { id: string }).id;
}

const NEW_INSPECTION = JSON.stringify({ tasks: { damage_detection: {} }, vehicle: { plate: 'AB-123-CD' } });

function createForm({ bytes }: BenchPhoto): { headers: Record<string, string>; body: Buffer } {
  const boundary = 'kerbside-bench';
  const json = { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' } };
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(`${part('name="json"')}${JSON.stringify(json)}\r\n`),
      Buffer.from(part('name="image"; filename="photo.jpg"')),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
