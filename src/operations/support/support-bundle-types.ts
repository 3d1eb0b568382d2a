import type { OperationKind, PauseReason, SyncStatus } from '../../domain/api/sync-status.ts';
import type { InspectionStatus, ProgressStatus, TaskName } from '../../domain/enums.ts';
import type { StorageUsage } from '../storage-usage.ts';

/**
 * The content of a bug report, as JSON. It contains ids, times, counts, states and error codes. It contains no names, plates, VINs,
 * photos, texts, tokens, user ids or addresses of your service.
 */
export interface SupportBundle {
  /** The version of this format. */
  format: 1;
  /** ISO 8601. */
  createdAt: string;
  /** The browser, as it reports itself. */
  browser: {
    userAgent: string | null;
    languages: readonly string[];
    /** Whether the browser reports a network. */
    isOnline: boolean | null;
    /** Threads need it. */
    isCrossOriginIsolated: boolean;
    cores: number | null;
    /** In GiB, rounded by the browser. */
    memoryGiB: number | null;
  };
  /** The stored data, and the space for it. Null if the database fails. */
  storage: StorageUsage | null;
  /** The newest inspections of all users, at most 50. */
  inspections: SupportInspection[];
  /** The outbox. Null without `sync`. */
  sync: SupportSync | null;
  /** The engines, from the verdicts so far. Null without models. */
  engines: SupportEngines | null;
  /** The codes of errors that occurred while the bundle was made, by part. */
  errors: Partial<Record<'storage' | 'inspections' | 'sync' | 'engines', string>>;
}

/** An inspection without its contents. */
export interface SupportInspection {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  isDeleted: boolean;
  status: InspectionStatus;
  images: number;
  damages: number;
  tasks: { name: TaskName; status: ProgressStatus; images: number; errorCodes: string[] }[];
}

/** The state of the outbox without its contents. */
export interface SupportSync
  extends Pick<SyncStatus, 'operations' | 'photoBytes' | 'ofOthers' | 'awaited' | 'lastSuccessAt'> {
  paused: PauseReason | null;
  /** Why nothing is sent. */
  pauseCause: SupportReason | null;
  /** Why the oldest waiting operation was not delivered. */
  waitingReason: SupportReason | null;
  blocked: {
    operationId: string;
    inspectionId: string;
    kind: OperationKind;
    createdAt: string;
    reason: SupportReason;
  }[];
}

/** An error without its message, which can be a text of the service. */
export interface SupportReason {
  /** One of `ERROR_CODES`. */
  code: string;
  /** The HTTP status. Null if there was no response. */
  status: number | null;
  /** The id of the request in the log of the service. Null if the service sent none. */
  requestId: string | null;
}

/** Which engine runs each model, as `engines()` reports it. */
export interface SupportEngines {
  /** The features of this browser that engines use. */
  capabilities: object;
  models: readonly {
    model: string;
    version: string;
    engine?: string;
    reason: string;
    engines: readonly { engine: string; usable: boolean; reason: string; runMs?: number; photoMs?: number }[];
  }[];
}
