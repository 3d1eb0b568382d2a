import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../src/domain/fields.ts';
import type { StoredOperation } from '../../../src/domain/operation.ts';
import { createdId, referredIds, waitsFor } from '../../../src/sync/outbox/causality.ts';
import { MARKER, markerOf } from '../../../src/sync/reconcile/operation-marker.ts';
import type { ModelServer, RemoteInspection } from './model-server.ts';
import type { Disk } from './sim-store.ts';
import type { Expected, Story } from './story.ts';

export interface Outcome {
  recorded: readonly StoredOperation[];
  story: Story;
  disk: Disk;
  server: ModelServer;
}

/** The guarantee, checked against what happened: nothing lost, nothing doubled, causal order, nobody else's name. */
export function violations(outcome: Outcome): string[] {
  const never = takenBack(outcome);
  return [
    ...lostOrDoubled(outcome, never),
    ...heardOfDeleted(outcome),
    ...outOfOrder(outcome),
    ...inAnothersName(outcome),
    ...different(outcome, never),
    ...outcome.server.complaints,
  ];
}

/** The photos that were deleted before they were sent, and the views on them: the service never hears of these. */
function takenBack({ recorded, server }: Outcome): Set<string> {
  const arrived = new Set(server.log.map(({ operationId }) => operationId));
  const deleted = new Set(
    recorded.flatMap(({ kind, payload }) => (kind === 'image.delete' ? [payload.imageId] : [])),
  );
  const never = new Set<string>();
  for (const { id, kind, payload } of recorded) {
    if (kind === 'image.add' && !arrived.has(id) && deleted.has(payload.imageId)) never.add(payload.imageId);
    if (kind === 'view.create' && never.has(payload.imageId)) never.add(payload.viewId);
  }
  return never;
}

/** Of an inspection that was deleted the service hears nothing, or that it was deleted. */
function heardOfDeleted({ recorded, server, story }: Outcome): string[] {
  const arrived = new Set(server.log.map(({ operationId }) => operationId));
  return story.inspections
    .filter(({ deleted }) => deleted)
    .flatMap(({ id }) => {
      const heard = recorded.filter((one) => one.inspectionId === id && arrived.has(one.id));
      const kinds = new Set(heard.map(({ kind }) => kind));
      if (kinds.size === 0) return [];
      return kinds.has('inspection.create') && kinds.has('inspection.delete')
        ? []
        : [`of ${id}, which was deleted, the service heard ${[...kinds].join(', ')}`];
    });
}

function lostOrDoubled({ recorded, disk, server, story }: Outcome, never: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const deleted = new Set(story.inspections.filter((one) => one.deleted).map(({ id }) => id));
  const times = new Map<string, number>();
  for (const { operationId, isResent } of server.log)
    if (!isResent) times.set(operationId, (times.get(operationId) ?? 0) + 1);
  for (const operation of recorded) {
    const count = times.get(operation.id) ?? 0;
    const isNever = [createdId(operation), ...referredIds(operation)].some((id) => id && never.has(id));
    const mayBeLeftOut = isNever || deleted.has(operation.inspectionId);
    if (count === 0 && !mayBeLeftOut) found.push(`lost: ${name(operation)}`);
    if (count > 0 && isNever) found.push(`sent though its photo was not: ${name(operation)}`);
    if (count > 1 && createdId(operation) !== undefined)
      found.push(`doubled: ${name(operation)} (${count} times)`);
  }
  for (const operation of disk.operations.values())
    found.push(`still in the outbox: ${name(operation)} ${JSON.stringify(operation.delivery)}`);
  return found;
}

function outOfOrder({ recorded, server }: Outcome): string[] {
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
        found.push(`out of order: ${name(later)} before ${name(earlier)}`);
    }
  }
  return found;
}

function inAnothersName({ recorded, server }: Outcome): string[] {
  const owners = new Map(recorded.map(({ id, userId }) => [id, userId]));
  return server.log
    .filter(({ operationId, userId }) => owners.get(operationId) !== userId)
    .map(({ operationId, userId }) => `sent as ${userId}: ${operationId}`);
}

/** Remote records under the names they have here must be what was recorded. */
function different({ story, disk, server }: Outcome, never: ReadonlySet<string>): string[] {
  const remoteOf = (localId: string) => disk.remoteIds.get(localId)?.remoteId ?? `unmapped ${localId}`;
  const isDeleted = (localId: string) =>
    story.inspections.some(({ id, deleted }) => id === localId && deleted);
  /** None where it was deleted before it was sent. */
  const relatedOf = ({ relatedId }: Expected) =>
    relatedId === undefined || (isDeleted(relatedId) && !disk.remoteIds.has(relatedId))
      ? undefined
      : remoteOf(relatedId);
  const mapped = new Set([...disk.remoteIds.values()].map(({ remoteId }) => remoteId));
  const isMapped = (remoteId: string) => mapped.has(remoteId);
  const found: string[] = [];
  for (const expected of story.inspections) {
    const actual = server.inspections.get(remoteOf(expected.id));
    if (expected.deleted) {
      // Whatever of it had arrived before it was deleted.
      if (actual && !actual.deleted) found.push(`not deleted there: inspection ${expected.id}`);
      continue;
    }
    if (!actual) found.push(`not there: inspection ${expected.id}`);
    else {
      const [there, here] = [
        actualShape(actual, isMapped),
        expectedShape(expected, remoteOf, relatedOf, never),
      ];
      if (!isDeepStrictEqual(there, here))
        found.push(`different: ${JSON.stringify(there)} is not ${JSON.stringify(here)}`);
    }
    const marker = actual?.additionalData[MARKER];
    if (actual && (typeof marker !== 'string' || actual.additionalData.own !== expected.id))
      found.push(`the caller's own data of ${expected.id} was changed`);
    for (const [taskName, status] of Object.entries(expected.tasks)) {
      const isAwaited = disk.awaited.some(
        (one) => one.inspectionId === expected.id && one.taskName === taskName,
      );
      if (status !== 'NOT_STARTED' && !isAwaited) found.push(`results of ${taskName} are not awaited`);
    }
  }
  const ours = [...server.inspections.values()].filter((one) => !isTwin(one, server.inspections, isMapped));
  const wanted = story.inspections.filter(({ id, deleted }) => !deleted || disk.remoteIds.has(id));
  if (ours.length !== wanted.length) found.push('there are inspections too many');
  return found;
}

/** Made by a request that the browser sent twice, and not the one whose id was answered. What counts is when it is there. */
function isTwin<T extends { id: string; additionalData?: JsonObject }>(
  record: T,
  among: Map<string, T>,
  isMapped: (remoteId: string) => boolean,
): boolean {
  const marker = markerOf(record);
  return (
    !isMapped(record.id) && [...among.values()].some((one) => isMapped(one.id) && markerOf(one) === marker)
  );
}

function actualShape(one: RemoteInspection, isMapped: (remoteId: string) => boolean) {
  const images = new Map([...one.images].filter(([, image]) => !isTwin(image, one.images, isMapped)));
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
    damages: list(one.damages, ({ damageType, partType }) => ({ damageType, partType })),
    views: list(one.views, ({ imageId, damageId, boundingBox }) => ({
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
  one: Expected,
  remoteOf: (id: string) => string,
  relatedOf: (one: Expected) => string | undefined,
  never: ReadonlySet<string>,
) {
  const list = <T extends object>(records: Map<string, T>, rest: (record: T) => object) =>
    [...records]
      .filter(([id]) => !never.has(id))
      .map(([id, record]) => ({ id: remoteOf(id), deleted: false, ...rest(record) }))
      .sort(byId);
  return {
    deleted: one.deleted,
    relatedId: relatedOf(one),
    tasks: one.tasks,
    images: list(one.images, (image) => image),
    damages: list(one.damages, (damage) => damage),
    views: list(one.views, (view) => ({
      ...view,
      imageId: remoteOf(view.imageId),
      damageId: remoteOf(view.damageId),
    })),
    severities: list(one.severities, (severity) => severity),
    pdfComment: one.pdfComment,
    vehicleColor: one.vehicleColor,
  };
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function name({ id, kind, inspectionId }: StoredOperation): string {
  return `${kind} ${id} of ${inspectionId}`;
}
