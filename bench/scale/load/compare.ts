import { createHash } from 'node:crypto';
import pg from 'pg';
import type { InspectionState } from '../../../src/rules/state.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { DeviceRecord } from './device.ts';

/** What the service has, compared with what the devices made. All but the first three should be 0. */
export interface Comparison {
  inspections: number;
  photos: number;
  damages: number;
  lostInspections: number;
  doubledInspections: number;
  lostPhotos: number;
  doubledPhotos: number;
  /** Photos whose bytes at the service are not those of the device. */
  changedPhotos: number;
  /** Tasks that are not DONE. */
  openTasks: number;
  /** Inspections whose damages are not those that the device got: a task that ran twice doubles them. */
  differentDamages: number;
  /** Objects of the bucket that no record refers to. They cost space only. */
  unusedObjects: number;
}

/** Reads every record from Postgres and every photo through the API. */
export async function compare(
  cluster: Cluster,
  devices: readonly DeviceRecord[],
  countObjects: () => Promise<number>,
): Promise<Comparison> {
  const states = await readStates(cluster.postgres.url);
  const result: Comparison = {
    inspections: states.length,
    photos: states.reduce((sum, { images }) => sum + images.length, 0),
    damages: states.reduce((sum, { damages }) => sum + damages.length, 0),
    lostInspections: 0,
    doubledInspections: 0,
    lostPhotos: 0,
    doubledPhotos: 0,
    changedPhotos: 0,
    openTasks: 0,
    differentDamages: 0,
    unusedObjects: 0,
  };
  const statesByPlate = new Map<string, InspectionState[]>();
  for (const state of states) {
    const plate = state.vehicle?.plate ?? '';
    statesByPlate.set(plate, [...(statesByPlate.get(plate) ?? []), state]);
  }
  const token = await cluster.signToken('auditor');
  for (const { plate, photos, damages } of devices) {
    const [state, ...doubled] = statesByPlate.get(plate) ?? [];
    result.doubledInspections += doubled.length;
    if (!state) {
      result.lostInspections += 1;
      continue;
    }
    result.openTasks += state.tasks.filter(({ status }) => status !== 'DONE').length;
    if (state.damages.length !== damages) result.differentDamages += 1;
    const missing = new Set(photos);
    for (const hash of await hashPhotos(cluster, token, state)) {
      if (missing.delete(hash)) continue;
      if (photos.includes(hash)) result.doubledPhotos += 1;
      else result.changedPhotos += 1;
    }
    result.lostPhotos += missing.size;
  }
  result.unusedObjects = (await countObjects()) - result.photos;
  return result;
}

/** Returns true if nothing was lost, nothing doubled and every task ended. */
export function isComplete(result: Comparison): boolean {
  const { inspections: _, photos: __, damages: ___, unusedObjects: ____, ...faults } = result;
  return Object.values(faults).every((count) => count === 0);
}

async function readStates(databaseUrl: string): Promise<InspectionState[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ state: InspectionState }>(
      'select state from inspections where not deleted',
    );
    return rows.map(({ state }) => state);
  } finally {
    await client.end();
  }
}

/** The token of a colleague may read the photos of the whole organization. */
async function hashPhotos(cluster: Cluster, token: string, { images }: InspectionState): Promise<string[]> {
  const [api] = cluster.apis;
  return Promise.all(
    images.map(async ({ id }) => {
      const response = await fetch(`${api?.origin}/v1/images/${id}/photo`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      if (!response.ok) return `${response.status}`;
      return createHash('sha256')
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest('hex');
    }),
  );
}
