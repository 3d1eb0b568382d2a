import { isKerbsideError, type Kerbside, openKerbside } from 'kerbside';
import type { SyncStatus } from '../../src/domain/api/sync-status.ts';
import type { Entities } from '../../src/domain/records/entities.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { newPhoto } from './photo-copies.ts';

export interface ChaosSession {
  baseUrl: string;
  userId: string;
  token: string;
  /** How wrong the clock of the device is. */
  clockOffsetMs: number;
}

export const ACTIONS = [
  'create inspection',
  'add photo',
  'create damage',
  'create view',
  'create severity',
  'update severity',
  'update vehicle',
  'add report data',
  'edit arguments',
  'start task',
  'delete photo',
  'delete damage',
  'delete view',
  'delete inspection',
] as const;
export type ActionKind = (typeof ACTIONS)[number];

/** What one action did. A call that resolved is on disk, whatever happens next. */
export type ActionOutcome =
  | { type: 'recorded'; kind: ActionKind; inspectionId: string; recordId: string }
  /** The rules or the disk did not allow it. Nothing was recorded. */
  | { type: 'rejected'; kind: ActionKind; code: string }
  /** There was no record to change. */
  | { type: 'skipped'; kind: ActionKind };

/** An inspection as the device has it. */
export interface DeviceInspection {
  id: string;
  remoteId: string | null;
  isDeleted: boolean;
  /** Without deleted records. */
  entities: Entities;
  /** SHA-256 of the stored photos, by image id. */
  photos: Record<string, string>;
  /** The ids of all records, deleted ones included. */
  allIds: string[];
}

export interface ChaosPage {
  open(session: ChaosSession): Promise<void>;
  setClock(offsetMs: number): void;
  /** Does one action. `pick` chooses the records: each number takes one of a list. */
  act(kind: ActionKind, pick: number[]): Promise<ActionOutcome>;
  /** Starts to send, and does not wait. */
  send(): void;
  flush(): Promise<SyncStatus>;
  dump(): Promise<DeviceInspection[]>;
}

declare global {
  interface Window {
    chaosPage: ChaosPage;
  }
}

/** What the rules and a full disk reject. */
const EXPECTED_REJECTIONS = ['task_started', 'task_transition', 'not_found', 'storage_full'] as const;
const PARTS = ['hood', 'bumper_front', 'roof'] as const;
const PAGE_SIZE = 100;

const picture = new Uint8Array(await (await fetch('/photo.jpg')).arrayBuffer());
let kerbside: Kerbside;
let offsetMs = 0;

window.chaosPage = {
  async open({ baseUrl, userId, token, clockOffsetMs }) {
    offsetMs = clockOffsetMs;
    kerbside = await openKerbside({
      user: { id: userId },
      database: 'chaos',
      platform: { now: () => Date.now() + offsetMs },
      sync: remoteSync({
        baseUrl,
        getToken: () => token,
        route: 'remote',
        graceMs: 500,
        timeoutMs: 5_000,
        upload: { adaptive: false }, // photos are compared by hash
      }),
    });
  },

  setClock(ms) {
    offsetMs = ms;
  },

  async act(kind, pick) {
    try {
      return (await act(kind, pick)) ?? { type: 'skipped', kind };
    } catch (error) {
      if (!isKerbsideError(error, ...EXPECTED_REJECTIONS)) throw error;
      return { type: 'rejected', kind, code: error.code };
    }
  },

  send: () => void kerbside.sync.flush().catch(() => {}),
  flush: () => kerbside.sync.flush(),

  async dump() {
    const inspections: DeviceInspection[] = [];
    for (const { id, deletedAt } of await listInspections(true)) {
      const { remoteId } = await kerbside.sync.statusOf(id);
      const all = (await kerbside.inspections.getOne(id, { showDeletedObjects: true })).entities;
      const isDeleted = deletedAt !== undefined;
      const entities = isDeleted ? all : (await kerbside.inspections.getOne(id)).entities;
      const photos: Record<string, string> = {};
      for (const image of Object.keys(entities.images)) {
        photos[image] = (await kerbside.images.photo(image)).sha256;
      }
      const allIds = Object.values(all).flatMap((records) => Object.keys(records));
      inspections.push({ id, remoteId, isDeleted, entities, photos, allIds });
    }
    return inspections;
  },
};

async function listInspections(showDeleted: boolean) {
  const found = [];
  for (let after: string | undefined; ; ) {
    const query = { showDeleted, limit: PAGE_SIZE, ...(after !== undefined && { after }) };
    const { data } = await kerbside.inspections.getMany(query);
    found.push(...data);
    after = data.at(-1)?.id;
    if (data.length < PAGE_SIZE) return found;
  }
}

async function act(kind: ActionKind, pick: number[]): Promise<ActionOutcome | undefined> {
  const { inspections, images, damages, views, severities, tasks } = kerbside;
  const choose = <T>(list: readonly T[]): T | undefined => list[(pick.shift() ?? 0) % list.length];
  const part = () => choose(PARTS) ?? 'hood';
  if (kind === 'create inspection') {
    const { result: id } = await inspections.createOne({
      tasks: { damage_detection: {}, wheel_analysis: {} },
      additionalData: { booking: crypto.randomUUID() },
    });
    return { type: 'recorded', kind, inspectionId: id, recordId: id };
  }
  const inspectionId = choose(await listInspections(false))?.id;
  if (inspectionId === undefined) return undefined;
  const recorded = (recordId = inspectionId): ActionOutcome => ({
    type: 'recorded',
    kind,
    inspectionId,
    recordId,
  });
  const { entities } = await inspections.getOne(inspectionId);
  const ids = (records: object) => Object.keys(records);
  switch (kind) {
    case 'add photo': {
      const name = `photo ${crypto.randomUUID()}`;
      const input = {
        name,
        tasks: [choose(['damage_detection', 'wheel_analysis'] as const) ?? 'damage_detection'],
      };
      return recorded((await images.addOne(inspectionId, input, newPhoto(picture))).result);
    }
    case 'create damage': {
      const damageType = choose(['dent', 'scratch'] as const) ?? 'dent';
      return recorded((await damages.createOne(inspectionId, { damageType, partType: part() })).result);
    }
    case 'create view': {
      const [imageId, damageId] = [choose(ids(entities.images)), choose(ids(entities.damages))];
      if (imageId === undefined || damageId === undefined) return undefined;
      const boundingBox = { xmin: (pick.shift() ?? 0) % 100, ymin: 10, width: 40, height: 30 };
      return recorded((await views.createOne(inspectionId, { imageId, damageId, boundingBox })).result);
    }
    case 'create severity': {
      const level = choose([1, 2, 3] as const) ?? 1;
      return recorded((await severities.createOne(inspectionId, { label: part(), level })).result);
    }
    case 'update severity': {
      const severityId = choose(ids(entities.severityResults));
      if (severityId === undefined) return undefined;
      await severities.updateOne(inspectionId, severityId, { level: choose([1, 2, 3] as const) ?? 1 });
      return recorded(severityId);
    }
    case 'update vehicle':
      await inspections.updateVehicle(inspectionId, { color: crypto.randomUUID() });
      return recorded();
    case 'add report data':
      await inspections.addAdditionalData(inspectionId, { comment: crypto.randomUUID() });
      return recorded();
    case 'edit arguments': {
      const limit = (pick.shift() ?? 0) / 2 ** 32;
      await tasks.updateOne(inspectionId, 'damage_detection', {
        status: 'NOT_STARTED',
        arguments: { limit },
      });
      return recorded();
    }
    case 'start task':
      await tasks.updateOne(inspectionId, 'damage_detection', { status: 'TODO' });
      return recorded();
    case 'delete photo': {
      const imageId = choose(ids(entities.images));
      if (imageId === undefined) return undefined;
      await images.deleteOne(inspectionId, imageId);
      return recorded(imageId);
    }
    case 'delete damage': {
      const damageId = choose(ids(entities.damages));
      if (damageId === undefined) return undefined;
      await damages.deleteOne(inspectionId, damageId);
      return recorded(damageId);
    }
    case 'delete view': {
      const viewId = choose(ids(entities.views));
      if (viewId === undefined) return undefined;
      await views.deleteOne(inspectionId, viewId);
      return recorded(viewId);
    }
    case 'delete inspection':
      await inspections.deleteOne(inspectionId);
      return recorded();
  }
}
