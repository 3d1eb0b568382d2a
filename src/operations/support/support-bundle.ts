import type { SyncStatus } from '../../domain/api/sync-status.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import { deriveInspectionStatus } from '../../domain/task/task-status.ts';
import { isKerbsideError } from '../../errors.ts';
import type { InspectionState } from '../../rules/state.ts';
import type { Store } from '../../store/store.ts';
import type { StorageUsage } from '../storage-usage.ts';
import type {
  SupportBundle,
  SupportEngines,
  SupportInspection,
  SupportReason,
  SupportSync,
} from './support-bundle-types.ts';
import { withoutQuery } from './without-query.ts';

/** Where the parts of a bundle come from. Each part may fail: a bug report is made when things do not work. */
export interface SupportSources {
  now(): number;
  store: Store;
  readUsage(): Promise<StorageUsage>;
  /** Undefined without sync. */
  readSyncStatus: (() => Promise<SyncStatus>) | undefined;
  /** Undefined without models. */
  readEngines: (() => Promise<SupportEngines>) | undefined;
}

const MAX_INSPECTIONS = 50;

/**
 * Creates a support bundle.
 *
 * Every field is named here. Nothing is copied as a whole, so that a new field of a record is not in the bundle until
 * somebody has decided that it is not personal.
 */
export async function createSupportBundle(sources: SupportSources): Promise<SupportBundle> {
  const errors: SupportBundle['errors'] = {};
  const attempt = async <T>(
    part: keyof typeof errors,
    read: (() => Promise<T>) | undefined,
  ): Promise<T | null> => {
    try {
      return (await read?.()) ?? null;
    } catch (error) {
      errors[part] = isKerbsideError(error) ? error.code : 'unknown';
      return null;
    }
  };
  const [storage, inspections, status, engines] = await Promise.all([
    attempt('storage', sources.readUsage),
    attempt('inspections', () => readInspections(sources.store)),
    attempt('sync', sources.readSyncStatus),
    attempt('engines', sources.readEngines),
  ]);
  return {
    format: 1,
    createdAt: new Date(sources.now()).toISOString(),
    browser: describeBrowser(),
    storage,
    inspections: inspections ?? [],
    sync: status && toSupportSync(status),
    engines: engines && toSupportEngines(engines),
    errors,
  };
}

function describeBrowser(): SupportBundle['browser'] {
  // Node has some of them, Safari has no deviceMemory.
  const { navigator = undefined, crossOriginIsolated = false } = globalThis as {
    navigator?: Partial<Navigator> & { deviceMemory?: number };
    crossOriginIsolated?: boolean;
  };
  return {
    userAgent: navigator?.userAgent ?? null,
    languages: navigator?.languages ?? [],
    isOnline: navigator?.onLine ?? null,
    isCrossOriginIsolated: crossOriginIsolated,
    cores: navigator?.hardwareConcurrency ?? null,
    memoryGiB: navigator?.deviceMemory ?? null,
  };
}

async function readInspections(store: Store): Promise<SupportInspection[]> {
  const { records } = await store.list({
    scope: 'all',
    includeDeleted: true,
    paginationOrder: 'desc',
    limit: MAX_INSPECTIONS,
  });
  return records.map(toSupportInspection);
}

function toSupportInspection({ inspection, images, damages, tasks }: InspectionState): SupportInspection {
  return {
    id: inspection.id,
    createdAt: inspection.createdAt,
    isDeleted: inspection.deletedAt !== undefined,
    status: deriveInspectionStatus(tasks),
    images: images.length,
    damages: damages.length,
    tasks: tasks.map((task) => ({
      name: task.name,
      status: task.status,
      images: task.images.length,
      errorCodes: (task.errorMessages ?? []).map(({ errorCode }) => toCode(errorCode)),
    })),
  };
}

function toSupportSync(status: SyncStatus): SupportSync {
  const { operations, photoBytes, ofOthers, awaited, lastSuccessAt, paused } = status;
  return {
    ...{ operations, photoBytes, ofOthers, awaited, lastSuccessAt, paused },
    pauseCause: toReason(status.pauseCause),
    waitingReason: toReason(status.waitingReason),
    blocked: status.blocked.map(({ operationId, inspectionId, kind, createdAt, reason }) => ({
      ...{ operationId, inspectionId, kind, createdAt },
      reason: toSupportReason(reason),
    })),
  };
}

function toReason(reason: DeliveryReason | null): SupportReason | null {
  return reason && toSupportReason(reason);
}

function toSupportReason({ code, status, requestId }: DeliveryReason): SupportReason {
  return { code, status: status ?? null, requestId: requestId ?? null };
}

function toSupportEngines({ capabilities, models }: SupportEngines): SupportEngines {
  return {
    capabilities,
    models: models.map(({ model, version, engine, reason, engines }) => ({
      ...{ model, version, reason: withoutQuery(reason) },
      ...(engine !== undefined && { engine }),
      engines: engines.map(({ engine: name, usable, reason: why, runMs, photoMs }) => ({
        ...{ engine: name, usable, reason: withoutQuery(why) },
        ...(runMs !== undefined && { runMs }),
        ...(photoMs !== undefined && { photoMs }),
      })),
    })),
  };
}

/** A code of ours is one word. The service's may be any text. */
function toCode(code = ''): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'other';
}
