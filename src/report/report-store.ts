import { type IDBPDatabase, openDB } from 'idb';
import { KerbsideError, type PlainError } from '../errors.ts';
import type { PdfRequest } from '../wire/pdf.ts';

/** What was asked for, and what became of it. */
export interface ReportRecord {
  /** Of the report; one report for each inspection, the latest. */
  id: string;
  inspectionId: string;
  request: PdfRequest;
  /** When it was asked for; ISO 8601. */
  createdAt: string;
  timeZone: string;
  /** `remote`: the service makes it. */
  madeBy: 'device' | 'remote';
  pdf?: ArrayBuffer;
  failure?: PlainError;
}

/** Rejects with `storage_full` where there is no room. */
export interface ReportStore {
  get(inspectionId: string): Promise<ReportRecord | undefined>;
  put(record: ReportRecord): Promise<void>;
  delete(inspectionId: string): Promise<void>;
  close(): void;
}

/** In a database of its own: a report can always be made anew, so it is never in the way of the inspections. */
export function keptReports(databaseName: string): ReportStore {
  let database: Promise<IDBPDatabase> | undefined;
  let isClosed = false;
  // The browser may take the connection away, or not give it; the next call opens a new one.
  const forget = () => {
    database = undefined;
  };
  const using = async <T>(work: (opened: IDBPDatabase) => Promise<T>): Promise<T> => {
    if (isClosed) throw new KerbsideError('closed', 'The reports were closed. Call createReports again.');
    try {
      database ??= openDB(databaseName, 1, {
        upgrade: (fresh) => void fresh.createObjectStore('reports', { keyPath: 'inspectionId' }),
        terminated: forget,
      });
      database.catch(forget);
      return await work(await database);
    } catch (error) {
      throw toKerbsideError(error);
    }
  };
  return {
    get: (inspectionId) => using((opened) => opened.get('reports', inspectionId)),
    put: (record) => using(async (opened) => void (await opened.put('reports', record))),
    delete: (inspectionId) => using((opened) => opened.delete('reports', inspectionId)),
    close() {
      isClosed = true;
      void database?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

export function memoryReports(): ReportStore {
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
      'The device has no room left for the report. Free space, then ask for it again.',
      { cause, retryable: true },
    );
  return new KerbsideError('storage_unavailable', `The database of the reports failed: ${message}`, {
    cause,
  });
}
