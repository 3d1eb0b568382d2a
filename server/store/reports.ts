import type { InspectionState } from '../../src/rules/state.ts';
import type { PdfRequest } from '../../src/wire/pdf.ts';
import type { Queries } from '../database/database.ts';
import type { BlobStore } from './blob-store.ts';
import { deleteBlobs, deleteUncommittedBlobs } from './transaction-blobs.ts';

/** Makes the PDF of an inspection. The service has none of its own: whoever starts it hands one in. */
export type RenderReport = (
  state: InspectionState,
  photo: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
  /** The inspection that this one names as related, where the report may tell of it and show its photos. */
  options?: { earlier?: InspectionState },
) => Promise<ArrayBuffer>;

/** What is written down of a request until the report is made. */
export interface ReportRequest extends PdfRequest {
  /** The related inspection, where whoever asked may read it: the job itself could read all of them. */
  earlierId?: string;
}

export interface Report {
  id: string;
  /** Null until the PDF is there. */
  blobId: string | null;
  request: ReportRequest | null;
}

/** One report for each inspection: the one that was asked for, or handed over, last. */
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

export interface ReportStorage {
  queries: Queries;
  blobs: BlobStore;
}

export async function requestReport(
  { queries, blobs }: ReportStorage,
  inspectionId: string,
  id: string,
  request: ReportRequest,
): Promise<string> {
  const old = await queries.transaction(async (inside) => {
    await inside.query(
      `insert into jobs (inspection_id, kind, subject) values ($1, 'report', $2) on conflict do nothing`,
      [inspectionId, id],
    );
    return replaceReport(inside, inspectionId, { id, blobId: null, request });
  });
  await deleteBlobs(blobs, old);
  return id;
}

/** A PDF of the client's own takes the place of one of ours. */
export async function storeUploadedReport(
  { queries, blobs }: ReportStorage,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  let useless: string[];
  try {
    await blobs.put(blobId, pdf, 'application/pdf');
    useless = await queries.transaction((inside) =>
      replaceReport(inside, inspectionId, { id, blobId, request: null }),
    );
  } catch (error) {
    await deleteUncommittedBlobs(blobs, [blobId], error);
    throw error;
  }
  await deleteBlobs(blobs, useless);
}

/** The PDF that was asked for under this id; nothing happens when another was asked for since. */
export async function storeGeneratedReport(
  { queries, blobs }: ReportStorage,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  let useless: string[];
  try {
    await blobs.put(blobId, pdf, 'application/pdf');
    useless = await queries.transaction(async (inside) => {
      const current = await loadReport(inside, inspectionId, 'for update');
      if (current?.id !== id) return [blobId];
      return replaceReport(inside, inspectionId, { ...current, blobId });
    });
  } catch (error) {
    await deleteUncommittedBlobs(blobs, [blobId], error);
    throw error;
  }
  await deleteBlobs(blobs, useless);
}

/** Answers the names of the blobs that nobody needs once this is committed. */
async function replaceReport(
  queries: Queries,
  inspectionId: string,
  { id, blobId, request }: Report,
): Promise<string[]> {
  // First a row to lock, so that of two at once the second sees what the first put there.
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

/** As if nobody had asked: whoever waits for it hears that, and can ask again. */
export async function abandonReport(queries: Queries, inspectionId: string, id: string): Promise<void> {
  await queries.query('delete from reports where inspection_id = $1 and id = $2 and blob_id is null', [
    inspectionId,
    id,
  ]);
}
