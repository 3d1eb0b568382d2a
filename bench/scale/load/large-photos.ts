import type { Cluster } from '../cluster/cluster.ts';
import { readPeakMiB, resetPeak } from '../cluster/process-usage.ts';
import { type BenchPhoto, type DrawPhoto, enlargePhoto } from './photos.ts';

/** How a photo reaches the bucket: through the service, in a form, or straight, with a signed URL. */
export type UploadWay = 'form' | 'direct';

export interface MemoryBySize {
  way: UploadWay;
  megabytes: number;
  photos: number;
  /** Largest resident memory of an API instance while the photos were sent. */
  apiMiB: number;
}

const SIZES_MB = [0.01, 1.5, 10, 40];
const PHOTOS = 4;

/** Sends several photos of each size at the same time, both ways, and returns the memory of the API instances. */
export async function measureMemory(cluster: Cluster, draw: DrawPhoto): Promise<MemoryBySize[]> {
  const token = await cluster.signToken('large-photos');
  const results: MemoryBySize[] = [];
  // Direct first: the memory of a process rarely shrinks.
  for (const way of ['direct', 'form'] as const) {
    for (const megabytes of SIZES_MB) {
      for (const { pid } of cluster.apis) resetPeak(pid());
      const uploads = Array.from({ length: PHOTOS }, async (_, index) => {
        const origin = cluster.apis[index % cluster.apis.length]?.origin ?? '';
        const client = createClient(`${origin}/v1`, token);
        const { id } = await client('/inspections', '{"tasks":{}}');
        const photo = enlargePhoto(draw(index, 0), megabytes * 1e6);
        await UPLOAD[way](client, `/inspections/${id}`, photo);
      });
      await Promise.all(uploads);
      const apiMiB = Math.max(...cluster.apis.map(({ pid }) => readPeakMiB(pid())));
      results.push({ way, megabytes, photos: PHOTOS, apiMiB });
    }
  }
  return results;
}

// biome-ignore lint/suspicious/noExplicitAny: arbitrary JSON of a response
type Client = (path: string, body: string | FormData) => Promise<any>;

function createClient(baseUrl: string, token: string): Client {
  return async (path, body) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': crypto.randomUUID(),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      body,
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

const UPLOAD: Record<UploadWay, (client: Client, path: string, photo: BenchPhoto) => Promise<void>> = {
  async form(client, path, { bytes }) {
    const form = new FormData();
    const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };
    form.set('json', JSON.stringify({ acquisition }));
    form.set('image', new Blob([bytes]), 'photo.jpg');
    await client(`${path}/images`, form);
  },
  async direct(client, path, { bytes, sha256 }) {
    const file = { size: bytes.length, type: 'image/jpeg', sha256 };
    const { id, parts } = (await client(`${path}/uploads`, JSON.stringify(file))) as {
      id: string;
      parts: { offset: number; size: number; url: string; headers: Record<string, string> }[];
    };
    for (const { offset, size, url, headers } of parts) {
      const body = bytes.subarray(offset, offset + size);
      const response = await fetch(url, { method: 'PUT', headers, body });
      if (!response.ok) throw new Error(`PUT: ${response.status} ${await response.text()}`);
    }
    const acquisition = { strategy: 'direct_upload', upload_id: id };
    await client(`${path}/images`, JSON.stringify({ acquisition }));
  },
};
