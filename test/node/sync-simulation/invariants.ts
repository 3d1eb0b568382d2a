import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../src/domain/fields.ts';
import { restoresRecord, type StoredOperation } from '../../../src/domain/outbox/operation.ts';
import { DEVICE_RESULTS_KEY } from '../../../src/domain/records/inspection.ts';
import { getCreatedId, getReferencedIds, waitsFor } from '../../../src/sync/outbox/causality.ts';
import { RemoteIdMap } from '../../../src/sync/outbox/remote-id-map.ts';
import { MARKER, readMarker } from '../../../src/sync/reconcile/operation-marker.ts';
import { toRemoteDeviceResults } from '../../../src/sync/sending/device-results.ts';
import { toWireDeviceResults } from '../../../src/wire/device-results-body.ts';
import type { ModelServer, RemoteInspection } from './model-server.ts';
import type { ExpectedInspection, Scenario } from './scenario.ts';
import type { Disk } from './sim-store.ts';

export interface Outcome {
  recorded: readonly StoredOperation[];
  scenario: Scenario;
  disk: Disk;
  server: ModelServer;
}

/** Checks the guarantee: nothing lost, nothing duplicated, causal order, and nothing sent as another user. */
export function findViolations(outcome: Outcome): string[] {
  const unsent = findNeverSent(outcome);
  return [
    ...findLostOrDuplicated(outcome, unsent),
    ...findWronglySentDeleted(outcome),
    ...findOutOfOrder(outcome),
    ...findSentAsOtherUser(outcome),
    ...findDifferences(outcome, unsent),
    ...outcome.server.complaints,
  ];
}

/** Returns the photos that were deleted before they were sent, and the views on them. The service never gets these. */
function findNeverSent({ recorded, server }: Outcome): Set<string> {
  const arrived = new Set(server.log.map(({ operationId }) => operationId));
  const deleted = new Set(
    recorded.flatMap(({ kind, payload }) => (kind === 'image.delete' ? [payload.imageId] : [])),
  );
  const unsent = new Set<string>();
  for (const { id, kind, payload } of recorded) {
    if (kind === 'image.add' && !arrived.has(id) && deleted.has(payload.imageId)) unsent.add(payload.imageId);
    if (kind === 'view.create' && unsent.has(payload.imageId)) unsent.add(payload.viewId);
  }
  return unsent;
}

/** A deleted inspection is either never sent, or also deleted at the service. */
function findWronglySentDeleted({ recorded, server, scenario }: Outcome): string[] {
  const arrived = new Set(server.log.map(({ operationId }) => operationId));
  return scenario.inspections
    .filter(({ deleted }) => deleted)
    .flatMap(({ id }) => {
      const applied = recorded.filter((one) => one.inspectionId === id && arrived.has(one.id));
      const kinds = new Set(applied.map(({ kind }) => kind));
      if (kinds.size === 0) return [];
      return kinds.has('inspection.create') && kinds.has('inspection.delete')
        ? []
        : [`of the deleted inspection ${id}, the service applied ${[...kinds].join(', ')}`];
    });
}

function findLostOrDuplicated(
  { recorded, disk, server, scenario }: Outcome,
  unsent: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const deleted = new Set(scenario.inspections.filter((one) => one.deleted).map(({ id }) => id));
  const times = new Map<string, number>();
  for (const { operationId, isResent } of server.log)
    if (!isResent) times.set(operationId, (times.get(operationId) ?? 0) + 1);
  for (const operation of recorded) {
    const count = times.get(operation.id) ?? 0;
    const isUnsent = [getCreatedId(operation), ...getReferencedIds(operation)].some(
      (id) => id && unsent.has(id),
    );
    const canBeMissing =
      isUnsent || deleted.has(operation.inspectionId) || isRestoration(operation, recorded);
    if (count === 0 && !canBeMissing) found.push(`lost: ${describe(operation)}`);
    if (count > 0 && isUnsent) found.push(`sent though its photo was not: ${describe(operation)}`);
    if (count > 1 && getCreatedId(operation) !== undefined)
      found.push(`duplicated: ${describe(operation)} (${count} times)`);
  }
  for (const operation of disk.operations.values())
    found.push(`still in the outbox: ${describe(operation)} ${JSON.stringify(operation.delivery)}`);
  return found;
}

/** A restored damage that the service never deleted needs no requests: neither its delete nor what brings it back. */
function isRestoration(operation: StoredOperation, recorded: readonly StoredOperation[]): boolean {
  if (operation.kind !== 'damage.delete') return restoresRecord(operation);
  const { damageId } = operation.payload;
  return recorded.some(
    (one) =>
      one.sequence > operation.sequence &&
      one.kind === 'damage.create' &&
      one.payload.damageId === damageId &&
      restoresRecord(one),
  );
}

function findOutOfOrder({ recorded, server }: Outcome): string[] {
  const found: string[] = [];
  const [first, last] = [new Map<string, number>(), new Map<string, number>()];
  for (const [index, { operationId }] of server.log.entries()) {
    if (!first.has(operationId)) first.set(operationId, index);
    last.set(operationId, index);
  }
  for (const [index, earlier] of recorded.entries()) {
    for (const later of recorded.slice(index + 1)) {
      if (later.inspectionId !== earlier.inspectionId || !waitsFor(later, earlier)) continue;
      if ((first.get(later.id) ?? Number.POSITIVE_INFINITY) < (last.get(earlier.id) ?? 0))
        found.push(`out of order: ${describe(later)} before ${describe(earlier)}`);
    }
  }
  return found;
}

function findSentAsOtherUser({ recorded, server }: Outcome): string[] {
  const owners = new Map(recorded.map(({ id, userId }) => [id, userId]));
  return server.log
    .filter(({ operationId, userId }) => owners.get(operationId) !== userId)
    .map(({ operationId, userId }) => `sent as ${userId}: ${operationId}`);
}

/** Remote records must be what was recorded. */
function findDifferences(outcome: Outcome, unsent: ReadonlySet<string>): string[] {
  const { scenario, disk, server } = outcome;
  const remoteOf = (localId: string) => disk.remoteIds.get(localId)?.remoteId ?? `unmapped ${localId}`;
  const isDeleted = (localId: string) =>
    scenario.inspections.some(({ id, deleted }) => id === localId && deleted);
  /** Returns undefined if the related inspection was deleted before it was sent. */
  const relatedOf = ({ relatedId }: ExpectedInspection) =>
    relatedId === undefined || (isDeleted(relatedId) && !disk.remoteIds.has(relatedId))
      ? undefined
      : remoteOf(relatedId);
  const mapped = new Set([...disk.remoteIds.values()].map(({ remoteId }) => remoteId));
  const isMapped = (remoteId: string) => mapped.has(remoteId);
  const found: string[] = [];
  for (const expected of scenario.inspections) {
    const actual = server.inspections.get(remoteOf(expected.id));
    if (expected.deleted) {
      // Its records may differ: some arrived before it was deleted.
      if (actual && !actual.deleted) found.push(`not deleted at the service: inspection ${expected.id}`);
      continue;
    }
    if (!actual) found.push(`missing at the service: inspection ${expected.id}`);
    else {
      const [remote, local] = [
        actualShape(actual, isMapped),
        expectedShape(expected, remoteOf, relatedOf, unsent),
      ];
      if (!isDeepStrictEqual(remote, local))
        found.push(`different: ${JSON.stringify(remote)} is not ${JSON.stringify(local)}`);
    }
    if (actual && recordsResults(outcome, expected))
      found.push(...findDifferentResults(expected, actual, outcome));
    const marker = actual?.additionalData[MARKER];
    if (actual && (typeof marker !== 'string' || actual.additionalData.own !== expected.id))
      found.push(`additionalData of ${expected.id} was changed`);
    for (const [taskName, status] of Object.entries(expected.tasks)) {
      const isAwaited = disk.awaited.some(
        (one) => one.inspectionId === expected.id && one.taskName === taskName,
      );
      if (status !== 'NOT_STARTED' && !isAwaited) found.push(`results of ${taskName} are not awaited`);
    }
  }
  const ours = [...server.inspections.values()].filter(
    (one) => !isDuplicate(one, server.inspections, isMapped),
  );
  const wanted = scenario.inspections.filter(({ id, deleted }) => !deleted || disk.remoteIds.has(id));
  if (ours.length !== wanted.length) found.push('the service has too many inspections');
  return found;
}

function recordsResults({ recorded }: Outcome, { id }: ExpectedInspection): boolean {
  return recorded.some(({ kind, inspectionId }) => kind === 'inspection.results' && inspectionId === id);
}

/** The service must have the last results of the device, with its own ids. */
function findDifferentResults(
  { id }: ExpectedInspection,
  { additionalData }: RemoteInspection,
  { scenario, disk }: Outcome,
): string[] {
  const ids = new RemoteIdMap('i', [...disk.remoteIds.values()]);
  const current = scenario.getResults(id);
  const expected = current && toWireDeviceResults(toRemoteDeviceResults(current, ids));
  const actual = additionalData[DEVICE_RESULTS_KEY];
  if (isDeepStrictEqual(actual, expected)) return [];
  return [`results of ${id} are ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}

/** Returns whether the record is a duplicate: the browser sent the request twice, and the response had the other id. */
function isDuplicate<T extends { id: string; additionalData?: JsonObject }>(
  record: T,
  among: Map<string, T>,
  isMapped: (remoteId: string) => boolean,
): boolean {
  const marker = readMarker(record);
  return (
    !isMapped(record.id) && [...among.values()].some((one) => isMapped(one.id) && readMarker(one) === marker)
  );
}

function actualShape(one: RemoteInspection, isMapped: (remoteId: string) => boolean) {
  const images = new Map([...one.images].filter(([, image]) => !isDuplicate(image, one.images, isMapped)));
  // A damage that was deleted there and restored has a new counterpart.
  const damages = new Map([...one.damages].filter(([id, damage]) => !damage.deleted || isMapped(id)));
  const views = new Map(
    [...one.views].filter(
      ([, view]) =>
        !view.deleted && !one.images.get(view.imageId)?.deleted && !one.damages.get(view.damageId)?.deleted,
    ),
  );
  const list = <T extends { id: string; deleted?: boolean }>(
    records: Map<string, T>,
    rest: (record: T) => object,
  ) =>
    [...records.values()]
      .map((record) => ({ id: record.id, deleted: record.deleted ?? false, ...rest(record) }))
      .sort(byId);
  return {
    deleted: one.deleted,
    relatedId: one.relatedInspectionId,
    tasks: Object.fromEntries(one.tasks),
    images: list(images, () => ({})),
    damages: list(damages, ({ damageType, partType }) => ({ damageType, partType })),
    views: list(views, ({ imageId, damageId, boundingBox }) => ({
      imageId,
      damageId,
      xmin: (boundingBox as { xmin: number }).xmin,
    })),
    severities: list(one.severities, ({ label, level }) => ({ label, level })),
    pdfComment: one.pdfData.comment,
    vehicleColor: one.vehicle.color,
  };
}

function expectedShape(
  one: ExpectedInspection,
  remoteOf: (id: string) => string,
  relatedOf: (one: ExpectedInspection) => string | undefined,
  unsent: ReadonlySet<string>,
) {
  const list = <T extends object>(records: Map<string, T>, rest: (record: T) => object) =>
    [...records]
      .filter(([id]) => !unsent.has(id))
      .map(([id, record]) => ({ id: remoteOf(id), deleted: false, ...rest(record) }))
      .sort(byId);
  return {
    deleted: one.deleted,
    relatedId: relatedOf(one),
    tasks: one.tasks,
    images: list(one.images, (image) => image),
    damages: list(one.damages, (damage) => damage),
    views: list(new Map([...one.views].filter(([, view]) => isVisible(view, one))), (view) => ({
      ...view,
      imageId: remoteOf(view.imageId),
      damageId: remoteOf(view.damageId),
    })),
    severities: list(one.severities, (severity) => severity),
    pdfComment: one.pdfComment,
    vehicleColor: one.vehicleColor,
  };
}

function isVisible(
  { deleted, imageId, damageId }: { deleted: boolean; imageId: string; damageId: string },
  { images, damages }: ExpectedInspection,
): boolean {
  return !deleted && !images.get(imageId)?.deleted && !damages.get(damageId)?.deleted;
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function describe({ id, kind, inspectionId }: StoredOperation): string {
  return `${kind} ${id} of ${inspectionId}`;
}
