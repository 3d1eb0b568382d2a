import { type IDBPDatabase, openDB } from 'idb';
import type { PlainError } from '../errors.ts';
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

export interface ReportStore {
  get(inspectionId: string): Promise<ReportRecord | undefined>;
  put(record: ReportRecord): Promise<void>;
  delete(inspectionId: string): Promise<void>;
  close(): void;
}

/** In a database of its own: a report can always be made anew, so it is never in the way of the inspections. */
export function keptReports(databaseName: string): ReportStore {
  let database: Promise<IDBPDatabase> | undefined;
  const open = () => {
    database ??= openDB(databaseName, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('reports', { keyPath: 'inspectionId' }),
      // The browser may take the connection away; the next call opens a new one.
      terminated: () => {
        database = undefined;
      },
    });
    return database;
  };
  return {
    get: async (inspectionId) => (await open()).get('reports', inspectionId),
    put: async (record) => void (await (await open()).put('reports', record)),
    delete: async (inspectionId) => (await open()).delete('reports', inspectionId),
    close: () => void database?.then((opened) => opened.close()),
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
