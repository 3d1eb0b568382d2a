import { check, invalidField } from '../../../src/domain/check.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { type InspectionRecord, notFoundError } from '../../../src/rules/state.ts';
import { PDF_NOT_REQUESTED } from '../../../src/wire/error.ts';
import { PDF_PART, PDF_UPLOAD_BODY } from '../../../src/wire/form-parts.ts';
import { isObject, requestFromWire } from '../../../src/wire/key-case.ts';
import { pdfRequest, toWirePdf } from '../../../src/wire/pdf.ts';
import { belongToSameOrganization } from '../../auth/permissions.ts';
import { loadReport, type Report, requestReport, storeUploadedReport } from '../../store/reports.ts';
import { respondFromBucket } from '../blob-response.ts';
import { type Call, type Endpoint, loadVisible } from '../endpoint.ts';

const HOUR_MS = 3_600_000;

/** Requests a report, or stores one that the client uploads. */
export const request: Endpoint = {
  access: 'update',
  startsJob: true,
  async handle(call) {
    const { inspection } = await loadVisible(call);
    const { body, service } = call;
    if (!isUpload(body.json)) {
      const pdfOptions = check(pdfRequest, requestFromWire(body.json ?? {}), 'report');
      const earlierId = await findRelatedInspection(call, inspection);
      const request = { ...pdfOptions, ...(earlierId !== undefined && { earlierId }) };
      return { id: await requestReport(call, inspection.id, service.ids.next(), request) };
    }
    const pdf = await body.files[PDF_PART]?.arrayBuffer();
    if (!pdf || !isPdf(pdf)) throw invalidField(PDF_PART, 'a PDF', pdf ? 'another file' : 'nothing');
    const id = service.ids.next();
    await storeUploadedReport(call, { inspectionId: inspection.id, id, pdf });
    return { id };
  },
};

export const get: Endpoint = {
  access: 'read',
  async handle(call) {
    const inspectionId = (await loadVisible(call)).inspection.id;
    const { id } = await loadReadyReport(call, inspectionId);
    const { links, publicUrl } = call.service;
    return toWirePdf({
      id,
      pdfUrl: publicUrl() + links.sign(`/inspections/${inspectionId}/pdf/file`, HOUR_MS),
    });
  },
};

/** The target of `pdf_url`. */
export const file: Endpoint = {
  access: 'read',
  allowsSignedLink: true,
  async handle(call) {
    const inspectionId = (await loadVisible(call)).inspection.id;
    const { blobId } = await loadReadyReport(call, inspectionId);
    const { blobs } = call.service;
    const file = { blobId, type: 'application/pdf', headers: { 'Cache-Control': 'private, no-cache' } };
    const response = await respondFromBucket(blobs, call.identity, file);
    if (response) return response;
    const pdf = await blobs.get(blobId);
    if (!pdf) throw notFoundError('report of inspection', inspectionId);
    return new Response(pdf, { headers: { 'Content-Type': file.type, ...file.headers } });
  },
};

/**
 * Returns the related inspection if the report may show it. Any inspection can be given as related, so the caller must be
 * allowed to read it. Other people read the report, so it must also belong to the same organization (or owner).
 */
async function findRelatedInspection(
  { store }: Call,
  inspection: InspectionRecord,
): Promise<string | undefined> {
  const { relatedInspectionId } = inspection;
  const related =
    relatedInspectionId === undefined ? undefined : await store.loadReadable(relatedInspectionId);
  return related && belongToSameOrganization(related.inspection, inspection)
    ? related.inspection.id
    : undefined;
}

async function loadReadyReport(
  { queries, service }: Call,
  inspectionId: string,
): Promise<Report & { blobId: string }> {
  const report = await loadReport(queries, inspectionId);
  if (!report) throw notReadyError(PDF_NOT_REQUESTED);
  if (report.blobId !== null) return { ...report, blobId: report.blobId };
  throw notReadyError(
    service.hasReports ? 'The PDF is being generated' : 'PDF reports are not available on this service',
  );
}

function notReadyError(message: string): KerbsideError {
  return new KerbsideError('report_not_ready', message, { retryable: true });
}

function isUpload(json: unknown): boolean {
  return isObject(json) && json.pdf_post_strategy === PDF_UPLOAD_BODY.pdf_post_strategy;
}

function isPdf(bytes: ArrayBuffer): boolean {
  return Buffer.from(bytes, 0, Math.min(5, bytes.byteLength)).toString('latin1') === '%PDF-';
}
