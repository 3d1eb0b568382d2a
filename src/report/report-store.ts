import { type IDBPDatabase, openDB } from 'idb';
import { KerbsideError, type PlainError } from '../errors.ts';
import type { ReportJob } from './making/make-report.ts';

/** The latest report of an inspection: the request and its result. */
export interface ReportRecord extends ReportJob {
  /** Of the report. */
  id: string;
  /** `remote`: the service makes it. */
  madeBy: 'device' | 'remote';
  pdf?: ArrayBuffer;
  failure?: PlainError;
}

/** Port: stores one report per inspection. Rejects with `storage_full` if there is no space. */
export interface ReportStore {
  get(inspectionId: string): Promise<ReportRecord | undefined>;
  put(record: ReportRecord): Promise<void>;
  delete(inspectionId: string): Promise<void>;
  close(): void;
}

/**
 * Stores reports in IndexedDB, in a separate database: a report can be made again, so its storage must never get in the
 * way of the inspections.
 */
export function openReportStore(databaseName: string): ReportStore {
  let database: Promise<IDBPDatabase> | undefined;
  let isClosed = false;
  // The browser may close the connection or fail to open it. The next call opens a new one.
  const resetConnection = () => {
    database = undefined;
  };
  const withDatabase = async <T>(work: (opened: IDBPDatabase) => Promise<T>): Promise<T> => {
    if (isClosed) throw new KerbsideError('closed', 'The reports are closed. Call createReports again.');
    try {
      database ??= openDB(databaseName, 1, {
        upgrade: (fresh) => void fresh.createObjectStore('reports', { keyPath: 'inspectionId' }),
        terminated: resetConnection,
      });
      database.catch(resetConnection);
      return await work(await database);
    } catch (error) {
      throw toKerbsideError(error);
    }
  };
  return {
    get: (inspectionId) => withDatabase((opened) => opened.get('reports', inspectionId)),
    put: (record) => withDatabase(async (opened) => void (await opened.put('reports', record))),
    delete: (inspectionId) => withDatabase((opened) => opened.delete('reports', inspectionId)),
    close() {
      isClosed = true;
      void database?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

export function createMemoryReportStore(): ReportStore {
  const records = new Map<string, ReportRecord>();
  return {
    get: async (inspectionId) => records.get(inspectionId),
    put: async (record) => void records.set(record.inspectionId, record),
    delete: async (inspectionId) => void records.delete(inspectionId),
    close: () => {},
  };
}

function toKerbsideError(cause: unknown): KerbsideError {
  const { name, message } = cause as Error;
  if (name === 'QuotaExceededError')
    return new KerbsideError(
      'storage_full',
      'The device has no space left for the report. Free some space, then request the report again.',
      { cause, retryable: true },
    );
  return new KerbsideError('storage_unavailable', `The report database failed: ${message}`, { cause });
}
