import { expect } from 'vitest';
import type { Entities } from '../../src/domain/records/entities.ts';
import type { RemoteClient } from '../../src/remote/client.ts';
import { removeMarker } from '../../src/sync/reconcile/operation-marker.ts';
import type { ActionOutcome, DeviceInspection } from './chaos-page.ts';

type Recorded = Extract<ActionOutcome, { type: 'recorded' }>;

/** Checks that every call that resolved is on the device: what it created exists, and what it deleted is deleted. */
export function expectNothingLost(recorded: readonly Recorded[], device: readonly DeviceInspection[]): void {
  for (const { kind, inspectionId, recordId } of recorded) {
    const inspection = device.find(({ id }) => id === inspectionId);
    expect(inspection, `${kind}: inspection ${inspectionId}`).toBeDefined();
    if (!inspection) continue;
    if (kind.startsWith('create') || kind === 'add photo')
      expect(inspection.allIds, `${kind} ${recordId}`).toContain(recordId);
    if (kind === 'delete inspection') expect(inspection.isDeleted, `${kind} ${recordId}`).toBe(true);
    else if (kind.startsWith('delete') && !inspection.isDeleted)
      expect(listIds(inspection.entities), `${kind} ${recordId}`).not.toContain(recordId);
  }
}

/** Checks that device and service have the same inspections, and each has the same records. */
export async function expectAgreement(
  device: readonly DeviceInspection[],
  remote: RemoteClient,
): Promise<void> {
  const atService = await listInspections(remote);
  const sent = device.filter(({ remoteId }) => remoteId !== null);
  expect(atService.map(({ id }) => id).toSorted()).toEqual(sent.map(({ remoteId }) => remoteId).toSorted());
  for (const inspection of device) {
    const { id, remoteId, isDeleted, entities, photos } = inspection;
    // A deleted inspection that was never sent is not at the service at all.
    if (!isDeleted) expect(remoteId, `inspection ${id}`).not.toBeNull();
    if (remoteId === null) continue;
    const isDeletedThere = atService.find((one) => one.id === remoteId)?.deletedAt !== undefined;
    expect(isDeletedThere, `inspection ${id}, deleted`).toBe(isDeleted);
    if (isDeleted) continue;
    const there = (await remote.inspections.getOne(remoteId)).entities;
    const photosThere: Record<string, string> = {};
    for (const image of Object.keys(there.images))
      photosThere[image] = (await remote.images.photo(image)).sha256;
    expect(describeRecords(there, photosThere), `inspection ${id}`).toEqual(
      describeRecords(entities, photos),
    );
  }
}

async function listInspections(remote: RemoteClient) {
  const all = [];
  for (let after: string | undefined; ; ) {
    const query = { showDeleted: true, limit: 100, ...(after !== undefined && { after }) };
    const { data, paging } = await remote.inspections.getMany(query);
    all.push(...data);
    after = data.at(-1)?.id;
    if (paging.next === null || after === undefined) return all;
  }
}

/** Returns the content of an inspection without the ids, which differ between device and service. */
function describeRecords(entities: Entities, photos: Record<string, string>) {
  const { images, damages, views, severityResults, tasks, vehicles } = entities;
  const [inspection] = Object.values(entities.inspections).map(removeMarker);
  const sorted = <T>(records: Record<string, T>, describe: (record: T) => string) =>
    Object.values(records).map(describe).toSorted();
  const describeView = (id: string) =>
    sorted(
      Object.fromEntries(Object.entries(views).filter(([, view]) => view.damageId === id)),
      ({ imageId, boundingBox }) => `${images[imageId]?.name} ${JSON.stringify(boundingBox)}`,
    );
  return {
    additionalData: inspection?.additionalData,
    images: sorted(images, ({ id, name }) => `${name} ${photos[id]}`),
    damages: sorted(damages, ({ id, damageType, partType }) =>
      [damageType, partType, ...describeView(id)].join(', '),
    ),
    severities: sorted(severityResults, ({ label, value }) => `${label} ${value?.customSeverity?.level}`),
    tasks: sorted(tasks, ({ name, status, arguments: args }) => `${name} ${status} ${JSON.stringify(args)}`),
    colors: sorted(vehicles, ({ color }) => color ?? ''),
  };
}

function listIds(entities: Entities): string[] {
  return Object.values(entities).flatMap((records) => Object.keys(records));
}
