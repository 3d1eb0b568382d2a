import { openDB } from 'idb';
import { isKerbsideError, type Kerbside, openKerbside } from 'kerbside';
import type { Delivery } from '../../src/domain/outbox/delivery.ts';
import { openReportStore } from '../../src/report/report-store.ts';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import type { StoreCounts } from '../../src/store/store.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';

/** The error of a failed call. */
export interface CallFailure {
  code: string;
  retryable: boolean;
  /** The name of the browser's error, if it was the cause. */
  cause: string | undefined;
}

/** What the store tests call in a tab. All results are JSON. */
export interface StoreLab {
  /** `estimates: false` hides the storage estimate from the library. */
  open(options: { estimates: boolean }): Promise<void>;
  createInspection(): Promise<string>;
  /** Adds photos of this size until one fails, at most `atMost`. */
  fill(
    inspectionId: string,
    bytes: number,
    atMost: number,
  ): Promise<{ added: string[]; failure?: CallFailure }>;
  /** Adds `count` photos of this size concurrently. */
  addAtOnce(
    inspectionId: string,
    bytes: number,
    count: number,
  ): Promise<{ added: string[]; failures: CallFailure[] }>;
  /** Adds damages and photos in turn, concurrently. */
  changeAtOnce(inspectionId: string, count: number): Promise<{ damages: string[]; images: string[] }>;
  /** Reads every photo of an inspection. Returns the ids of those that match their hash. */
  listIntactPhotos(inspectionId: string): Promise<string[]>;
  read(inspectionId: string): Promise<Read>;
  /** Fills the remaining space with another database. */
  fillDisk(): Promise<void>;
  /** Marks the operations of an inspection as sending. */
  markSending(inspectionId: string): Promise<void>;
  /** Stores a report of this size. Returns the failure, or undefined. */
  tryStoreReport(bytes: number): Promise<CallFailure | undefined>;
  /** Creates another inspection. Returns the failure, or undefined. */
  tryCreateInspection(): Promise<CallFailure | undefined>;
  exportedBytes(inspectionId: string): Promise<number>;
  purge(inspectionId: string): Promise<void>;
  /** The number of `storage.lost` events. */
  losses(): Promise<number>;
  /** The `storage.warning` events. */
  warnings(): Promise<{ usedBytes: number; quotaBytes: number }[]>;
}

export interface Read {
  version: number;
  damages: string[];
  images: string[];
  operations: { sequence: number; kind: string; recordId: string | undefined }[];
  counts: StoreCounts;
}

declare global {
  interface Window {
    storeLab: StoreLab;
  }
}

const database = 'lab';
const store = new IndexedDbStore({ name: database });
const warnings: { usedBytes: number; quotaBytes: number }[] = [];
const reports = openReportStore('lab-reports');
let losses = 0;
const picture = new Uint8Array(
  await (await browserPhoto({ seed: 1, width: 320, height: 240 })).arrayBuffer(),
);
let kerbside: Kerbside;

window.storeLab = {
  async open({ estimates }) {
    const { storage } = navigator;
    const withoutEstimate = {
      estimate: async () => undefined,
      persist: () => storage.persist(),
      isPersisted: () => storage.persisted(),
    };
    kerbside = await openKerbside({
      user: { id: 'ada' },
      database,
      ...(!estimates && { platform: { storage: withoutEstimate } }),
    });
    kerbside.on('storage.lost', () => {
      losses += 1;
    });
    kerbside.on('storage.warning', ({ usedBytes, quotaBytes }) => warnings.push({ usedBytes, quotaBytes }));
  },

  async createInspection() {
    return (await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result;
  },

  async fill(inspectionId, bytes, atMost) {
    const added: string[] = [];
    while (added.length < atMost) {
      try {
        added.push((await kerbside.images.addOne(inspectionId, {}, createPhoto(bytes))).result);
      } catch (error) {
        return { added, failure: describeFailure(error) };
      }
    }
    return { added };
  },

  async addAtOnce(inspectionId, bytes, count) {
    const added: string[] = [];
    const failures: CallFailure[] = [];
    const add = () =>
      kerbside.images.addOne(inspectionId, {}, createPhoto(bytes)).then(
        ({ result }) => added.push(result),
        (error) => failures.push(describeFailure(error)),
      );
    await Promise.all(Array.from({ length: count }, add));
    return { added, failures };
  },

  async changeAtOnce(inspectionId, count) {
    const damages: Promise<{ result: string }>[] = [];
    const images: Promise<{ result: string }>[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      if (turn % 2 === 0) {
        damages.push(kerbside.damages.createOne(inspectionId, { damageType: 'dent', partType: 'hood' }));
      } else images.push(kerbside.images.addOne(inspectionId, {}, createPhoto(picture.length + 16)));
    }
    const results = async (calls: Promise<{ result: string }>[]) =>
      (await Promise.all(calls)).map(({ result }) => result);
    return { damages: await results(damages), images: await results(images) };
  },

  async listIntactPhotos(inspectionId) {
    const { entities } = await kerbside.inspections.getOne(inspectionId);
    const whole: string[] = [];
    for (const id of entities.inspections[inspectionId]?.images ?? []) {
      const { bytes, sha256 } = await kerbside.images.photo(id);
      if (bytes.byteLength > 0 && sha256 === entities.images[id]?.sha256) whole.push(id);
    }
    return whole;
  },

  async read(inspectionId) {
    const loaded = await store.load(inspectionId);
    const operations = await store.operations({ inspectionId });
    return {
      version: loaded?.version ?? 0,
      damages: loaded?.state.damages.map(({ id }) => id) ?? [],
      images: loaded?.state.images.map(({ id }) => id) ?? [],
      operations: operations.map(({ sequence, kind, payload }) => ({
        sequence,
        kind,
        recordId:
          'imageId' in payload ? payload.imageId : 'damageId' in payload ? payload.damageId : undefined,
      })),
      counts: await store.counts(),
    };
  },

  async fillDisk() {
    const other = await openDB('other', 1, {
      upgrade: (fresh) => void fresh.createObjectStore('filler', { autoIncrement: true }),
    });
    const isKept = (bytes: number) =>
      other.add('filler', crypto.getRandomValues(new Uint8Array(bytes))).then(
        () => true,
        () => false,
      );
    for (const bytes of [65_536, 4_096, 256, 16]) while (await isKept(bytes));
    other.close();
  },

  async markSending(inspectionId) {
    const delivery: Delivery = { state: 'sending', attempts: 1, unanswered: false };
    const operations = await store.operations({ inspectionId });
    await store.record(operations.map(({ sequence }) => ({ type: 'mark', sequence, delivery })));
  },

  tryStoreReport: (bytes) =>
    reports
      .put({
        id: 'report',
        inspectionId: 'any',
        request: { pricing: false, language: 'en' },
        createdAt: '2026-03-01T09:30:00.000Z',
        timeZone: 'UTC',
        madeBy: 'device',
        pdf: createPhoto(bytes).buffer,
      })
      .then(() => undefined, describeFailure),

  tryCreateInspection: () =>
    kerbside.inspections.createOne({ tasks: {} }).then(() => undefined, describeFailure),

  exportedBytes: async (inspectionId) => (await kerbside.storage.export(inspectionId)).size,
  purge: (inspectionId) => kerbside.storage.purge(inspectionId, { discardUnsent: true }),
  warnings: async () => warnings,
  losses: async () => losses,
};

/** Appends incompressible noise to the picture. */
function createPhoto(bytes: number): Uint8Array<ArrayBuffer> {
  const photo = new Uint8Array(bytes);
  photo.set(picture);
  for (let at = picture.length; at < bytes; at += 65_536) {
    crypto.getRandomValues(photo.subarray(at, Math.min(bytes, at + 65_536)));
  }
  return photo;
}

function describeFailure(error: unknown): CallFailure {
  if (!isKerbsideError(error)) throw error;
  const { code, retryable, cause } = error;
  return { code, retryable, cause: cause instanceof Error ? cause.name : undefined };
}
