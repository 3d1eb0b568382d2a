import type { InspectionState } from '../src/service/state.ts';
import type { PdfRequest } from '../src/wire/pdf.ts';
import type { Queries } from './database/database.ts';
import type { BlobStore } from './store/blob-store.ts';

/** Makes the PDF of an inspection. The service has none of its own: whoever starts it hands one in. */
export type RenderReport = (
  state: InspectionState,
  photo: (imageId: string) => Promise<ArrayBuffer>,
  request: PdfRequest,
) => Promise<ArrayBuffer>;

export interface Report {
  id: string;
  /** Null until the PDF is there. */
  blobId: string | null;
  request: PdfRequest | null;
}

/** One report for each inspection: the one that was asked for, or handed over, last. */
export async function reportOf(queries: Queries, inspectionId: string): Promise<Report | undefined> {
  const [report] = await queries.query<Report>(
    'select id, blob_id as "blobId", request from reports where inspection_id = $1',
    [inspectionId],
  );
  return report;
}

export async function requestReport(
  queries: Queries,
  inspectionId: string,
  id: string,
  request: PdfRequest,
): Promise<string> {
  await queries.transaction(async (inside) => {
    await inside.query(
      `insert into reports (inspection_id, id, request) values ($1, $2, $3) on conflict (inspection_id)
       do update set id = excluded.id, blob_id = null, request = excluded.request, created_at = now()`,
      [inspectionId, id, JSON.stringify(request)],
    );
    await inside.query(
      `insert into jobs (inspection_id, kind, subject) values ($1, 'report', $2) on conflict do nothing`,
      [inspectionId, id],
    );
  });
  return id;
}

/** A PDF of the client's own takes the place of one of ours. */
export async function keepReport(
  queries: Queries,
  blobs: BlobStore,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  await blobs.put(blobId, pdf, 'application/pdf');
  await queries.query(
    `insert into reports (inspection_id, id, blob_id) values ($1, $2, $3) on conflict (inspection_id)
     do update set id = excluded.id, blob_id = excluded.blob_id, request = null, created_at = now()`,
    [inspectionId, id, blobId],
  );
}

/** The PDF that was asked for under this id; nothing happens when another was asked for since. */
export async function finishReport(
  queries: Queries,
  blobs: BlobStore,
  { inspectionId, id, pdf }: { inspectionId: string; id: string; pdf: ArrayBuffer },
): Promise<void> {
  const blobId = crypto.randomUUID();
  await blobs.put(blobId, pdf, 'application/pdf');
  const kept = await queries.query(
    'update reports set blob_id = $3 where inspection_id = $1 and id = $2 returning id',
    [inspectionId, id, blobId],
  );
  if (kept.length === 0) await blobs.delete(blobId);
}

/** As if nobody had asked: whoever waits for it hears that, and can ask again. */
export async function giveUpReport(queries: Queries, inspectionId: string, id: string): Promise<void> {
  await queries.query('delete from reports where inspection_id = $1 and id = $2 and blob_id is null', [
    inspectionId,
    id,
  ]);
}
