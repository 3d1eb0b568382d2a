import { type Kerbside, openKerbside } from 'kerbside';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';

/** What the page reports when a call has resolved. From then on the records must survive a kill. */
export interface Resolved {
  inspectionId: string;
  images: { id: string; sha256: string }[];
}

/** What the database contains after a kill. */
export interface Found {
  inspections: { id: string; images: { id: string; sha256: string; photoSha256: string }[] }[];
  operations: { kind: string; inspectionId: string; imageId: string | undefined; sequence: number }[];
  counts: { inspections: number; photos: number; operations: number };
}

export interface KillPage {
  /** Adds photos to several inspections concurrently until the browser is killed. */
  addPhotos(inspections: number): Promise<never>;
  /** Creates inspections with photos until the browser is killed. */
  createWithPhotos(photos: number): Promise<never>;
  readAll(): Promise<Found>;
}

declare global {
  interface Window {
    killPage: KillPage;
    resolved(call: Resolved): Promise<void>;
  }
}

const database = 'kill';
const kerbside = await openKerbside({ user: { id: 'inspector' }, database });
const photo = new Uint8Array(await (await fetch('/photo.jpg')).arrayBuffer());

window.killPage = {
  async addPhotos(count) {
    const inspectionIds = await Promise.all(Array.from({ length: count }, () => createInspection(kerbside)));
    await Promise.all(inspectionIds.map((inspectionId) => addPhotosEndlessly(inspectionId)));
    throw new Error('unreachable');
  },

  async createWithPhotos(count) {
    for (;;) {
      const photos = Object.fromEntries(Array.from({ length: count }, (_, n) => [`photo-${n}`, newPhoto()]));
      const hashes = await Promise.all(Object.values(photos).map(sha256));
      const images = Object.keys(photos).map((fileKey) => ({ acquisition: { fileKey } }));
      const { entities, result } = await kerbside.inspections.createOne(
        { tasks: { damage_detection: {} }, images },
        { photos },
      );
      const ids = entities.inspections[result]?.images ?? [];
      report({ inspectionId: result, images: ids.map((id, n) => ({ id, sha256: hashes[n] ?? '' })) });
    }
  },

  async readAll() {
    const store = new IndexedDbStore({ name: database });
    const page = await kerbside.inspections.getMany({ ownershipFilter: 'all_resources', limit: 500 });
    const inspections = [];
    for (const { id, images: imageIds } of page.data) {
      const images = [];
      for (const imageId of imageIds) {
        const { bytes } = await kerbside.images.photo(imageId);
        const record = page.entities.images[imageId];
        images.push({ id: imageId, sha256: record?.sha256 ?? '', photoSha256: await sha256(bytes) });
      }
      inspections.push({ id, images });
    }
    const operations = (await store.operations()).map(({ kind, inspectionId, sequence, payload }) => ({
      kind,
      inspectionId,
      sequence,
      imageId: 'imageId' in payload ? payload.imageId : undefined,
    }));
    const counts = await store.counts();
    store.close();
    return { inspections, operations, counts };
  },
};

async function createInspection({ inspections }: Kerbside): Promise<string> {
  return (await inspections.createOne({ tasks: { damage_detection: {} } })).result;
}

async function addPhotosEndlessly(inspectionId: string): Promise<never> {
  for (;;) {
    const bytes = newPhoto();
    const hash = await sha256(bytes);
    const { result } = await kerbside.images.addOne(inspectionId, { tasks: ['damage_detection'] }, bytes);
    report({ inspectionId, images: [{ id: result, sha256: hash }] });
  }
}

/** Is not awaited: otherwise the database would be idle at most kills. */
function report(call: Resolved): void {
  void window.resolved(call);
}

/** Appends random bytes to the picture, so that every photo has its own hash. */
function newPhoto(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(photo.length + 16);
  bytes.set(photo);
  crypto.getRandomValues(bytes.subarray(photo.length));
  return bytes;
}

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
