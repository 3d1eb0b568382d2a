import { type InspectionState, notFoundError } from '../../src/rules/state.ts';
import type { PdfRequest } from '../../src/wire/pdf.ts';
import type { Queries } from '../database/database.ts';
import type { BlobStore } from './blob-store.ts';
import { deleteBlobs, deleteUncommittedBlobs } from './transaction-blobs.ts';

/**
 * Renders the PDF report of an inspection. `renderReport` of `kerbside-server/report` implements it.
 *
 * @param state - The inspection.
 * @param getPhoto - Returns the photo of an image.
 * @param request - What the report contains.
 * @param options - `earlier` is the related inspection, if the report may show it and its photos.
 * @returns The bytes of the PDF.
 */
export type RenderReport = (
  state: InspectionState,
  getPhoto: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
  options?: { earlier?: InspectionState },
) => Promise<ArrayBuffer>;

/** The stored request of a report. */
export interface ReportRequest extends PdfRequest {
  /** The related inspection, if the caller may read it. The job that makes the report could read any. */
  earlierId?: string;
}

/** The row of a report. */
export interface Report {
  id: string;
  /** Null until the PDF is stored. */
  blobId: string | null;
  request: ReportRequest | null;
}

/** Returns the report of an inspection: the one that was requested or uploaded last. */
export async function loadReport(
  queries: Queries,
  inspectionId: string,
  lock: '' | 'for update' = '',
): Promise<Report | undefined> {
  const [report] = await queries.query<Report>(
    `select id, blob_id as "blobId", request from reports where inspection_id = $1 ${lock}`,
    [inspectionId],
  );
  return report;
}

/** Where reports are stored. */
export interface ReportStorage {
  queries: Queries;
  blobs: BlobStore;
}

/** Stores a request and its job. It replaces the earlier report. Returns the id. */
export async function requestReport(
  { queries, blobs }: ReportStorage,
  inspectionId: string,
  id: string,
  request: ReportRequest,
): Promise<string> {
  const old = await queries.transaction(async (inside) => {
    await requireInspection(inside, inspectionId);
    await inside.query(
      `insert into jobs (inspection_id, kind, subject) values ($1, 'report', $2) on conflict do nothing`,
      [inspectionId, id],
    );
    return replaceReport(inside, inspectionId, { id, blobId: null, request });
  });
  await deleteBlobs(blobs, old);
  return id;
}

/** Stores a PDF that a client has uploaded. It replaces the earlier report. */
export async function storeUploadedReport(
  { queries, blobs }: ReportStorage,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  let obsoleteBlobs: string[];
  try {
    await blobs.put(blobId, pdf, 'application/pdf');
    obsoleteBlobs = await queries.transaction(async (inside) => {
      await requireInspection(inside, inspectionId);
      return replaceReport(inside, inspectionId, { id, blobId, request: null });
    });
  } catch (error) {
    await deleteUncommittedBlobs(blobs, [blobId], error);
    throw error;
  }
  await deleteBlobs(blobs, obsoleteBlobs);
}

/** Stores the PDF of a requested report. Does nothing if another report was requested since. */
export async function storeGeneratedReport(
  { queries, blobs }: ReportStorage,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  let obsoleteBlobs: string[];
  try {
    await blobs.put(blobId, pdf, 'application/pdf');
    obsoleteBlobs = await queries.transaction(async (inside) => {
      const current = await loadReport(inside, inspectionId, 'for update');
      if (current?.id !== id) return [blobId];
      return replaceReport(inside, inspectionId, { ...current, blobId });
    });
  } catch (error) {
    await deleteUncommittedBlobs(blobs, [blobId], error);
    throw error;
  }
  await deleteBlobs(blobs, obsoleteBlobs);
}

/** Keeps the inspection until the commit: it may be erased since the request found it, and a report would stay behind. */
async function requireInspection(queries: Queries, inspectionId: string): Promise<void> {
  const found = await queries.query('select 1 from inspections where id = $1 for key share', [inspectionId]);
  if (found.length === 0) throw notFoundError('inspection', inspectionId);
}

/** Returns the blobs that are obsolete after the commit. */
async function replaceReport(
  queries: Queries,
  inspectionId: string,
  { id, blobId, request }: Report,
): Promise<string[]> {
  // Creates a row to lock, so that of two concurrent calls the second sees the first one's report.
  await queries.query('insert into reports (inspection_id, id) values ($1, $2) on conflict do nothing', [
    inspectionId,
    id,
  ]);
  const old = await loadReport(queries, inspectionId, 'for update');
  await queries.query(
    'update reports set id = $2, blob_id = $3, request = $4, created_at = now() where inspection_id = $1',
    [inspectionId, id, blobId, request && JSON.stringify(request)],
  );
  return old?.blobId ? [old.blobId] : [];
}

/** Deletes the request of a report that could not be made. Clients see that there is none, and can request it again. */
export async function abandonReport(queries: Queries, inspectionId: string, id: string): Promise<void> {
  await queries.query('delete from reports where inspection_id = $1 and id = $2 and blob_id is null', [
    inspectionId,
    id,
  ]);
}
