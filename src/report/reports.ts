import type { CallOptions, InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import type { SyncApi } from '../domain/sync.ts';
import {
  fromPlainError,
  isKerbsideError,
  KerbsideError,
  type PlainError,
  throwIfAborted,
  toPlainError,
} from '../errors.ts';
import { orAborted } from '../platform/or-aborted.ts';
import { PDF_NOT_REQUESTED, type PdfRequestInput, pdfRequest } from '../wire/pdf.ts';
import { downloadReport } from './download-report.ts';
import { makeReport, type ReportSource } from './making/make-report.ts';
import type { ReportMaker } from './making/report-maker.ts';
import type { ReportRecord, ReportStore } from './report-store.ts';
import { patienceWith } from './service-deadline.ts';
import { type RemoteReports, type ServiceReports, serviceReports } from './service-reports.ts';

export interface Report {
  id: string;
  inspectionId: string;
  /** When it was asked for; ISO 8601. */
  createdAt: string;
  madeBy: 'device' | 'remote';
  pdf: Blob;
}

export interface Reports {
  /** Asks for a report of the inspection as it is now. It is made in the background and replaces an earlier one. */
  requestOne(inspectionId: string, input?: PdfRequestInput, options?: CallOptions): Promise<{ id: string }>;
  /** The report that was asked for last; `report_not_ready` (retryable) while it is made. */
  getOne(inspectionId: string, options?: CallOptions): Promise<Report>;
  /**
   * Waits for what `getOne` would answer in the end. A report that failed for a reason that passes is made again; one that
   * the service does not hand out (three looks fail, or a minute passes) is made by the device.
   */
  whenReady(inspectionId: string, options?: CallOptions): Promise<Report>;
  /** Hands a report that this device made to the service. */
  upload(inspectionId: string, options?: CallOptions): Promise<void>;
  /** Removes the report of an inspection from this device; `storage.purge` does not know of it. */
  deleteOne(inspectionId: string, options?: CallOptions): Promise<void>;
  /**
   * Fetches what is needed to make reports without a network; the app's service worker then serves it. A worker that
   * the app's bundler makes is started once instead, for the app's own service worker to keep.
   */
  preload(): Promise<void>;
  /** Ends the worker and lets go of the database. A report under way is made by whoever asks for it next. */
  close(): void;
}

/** What reports are made of; with `sync` the service is asked by the id that it gave. */
export type ReportedApi = Pick<InspectionApi, 'inspections' | 'images'> & {
  sync?: Pick<SyncApi, 'statusOf'>;
};

export interface ReportsDeps {
  api: ReportedApi;
  maker: ReportMaker;
  store: ReportStore;
  remote?: RemoteReports;
  fetch: typeof fetch;
  now(): number;
  timeZone: string;
  newId(): string;
  sleep(milliseconds: number): Promise<void>;
}

/** As long as the service makes a report. */
const LOOK_AGAIN_MS = 2_000;

/**
 *   requestOne ─▶ asked for (kept) ─▶ being made ─▶ PDF or failure (kept)
 *
 * What is asked for is written down first. A report that was being made when the page went away is made again by
 * whoever asks for it next; that it may then be made twice does no harm. So is one that `close` cut off.
 */
export function createReportsWith(deps: ReportsDeps): Reports {
  const { api, maker, store, remote } = deps;
  const service = remote && serviceReports(remote, api.sync);
  /** By inspection: the report that is being made, and when it will have been. */
  const underWay = new Map<string, { id: string; done: Promise<void> }>();

  /** Failures that there was no room for either, by inspection: known until the page goes away. */
  const unkept = new Map<string, ReportRecord>();

  const read = async (inspectionId: string): Promise<ReportRecord | undefined> => {
    const record = await store.get(inspectionId);
    const failed = unkept.get(inspectionId);
    return failed && failed.id === record?.id ? failed : record;
  };

  /** A report that there is no room for has failed: it is not made again by everybody who asks. */
  const keep = async (record: ReportRecord): Promise<ReportRecord> => {
    try {
      await store.put(record);
      unkept.delete(record.inspectionId);
      return record;
    } catch (error) {
      const { pdf: _lost, ...rest } = record;
      const failed = { ...rest, failure: toPlainError(error, 'report_failed') };
      await store.put(failed).catch(() => unkept.set(record.inspectionId, failed));
      return failed;
    }
  };

  const run = async ({ failure: _past, ...record }: ReportRecord): Promise<void> => {
    const { id, inspectionId } = record;
    try {
      const made = await makeReport(record, sourceOf(record, api), maker).then(
        (pdf) => ({ pdf }),
        (error: unknown) => ({ failure: failureOf(error) }),
      );
      const wanted = await read(inspectionId); // it may have been deleted, or asked for anew
      if (wanted?.id === id) await keep({ ...record, ...made });
    } finally {
      if (underWay.get(inspectionId)?.id === id) underWay.delete(inspectionId);
    }
  };

  const make = (record: ReportRecord): Promise<void> => {
    const done = run(record);
    done.catch(() => {}); // told to whoever waits for it
    underWay.set(record.inspectionId, { id: record.id, done });
    return done;
  };

  /** The service's id of an inspection will do as well, as everywhere. */
  const found = async (inspectionId: string): Promise<ReportRecord | undefined> => {
    const record = await read(inspectionId);
    if (record) return record;
    const here = await api.inspections.getOne(inspectionId).catch(() => undefined);
    return here && here.result !== inspectionId ? read(here.result) : undefined;
  };

  const asked = async (inspectionId: string, signal?: AbortSignal): Promise<ReportRecord> => {
    throwIfAborted(signal);
    const record = await found(inspectionId);
    if (record) return record;
    throw new KerbsideError('report_not_ready', PDF_NOT_REQUESTED, {
      details: { inspectionId, requested: false },
    });
  };

  /** What the service has made by now, kept so that it is there without a network too. */
  const fetched = async (record: ReportRecord, from: ServiceReports): Promise<ReportRecord> => {
    const { pdfUrl } = await from.getOne(record.inspectionId);
    return keep({ ...record, pdf: await downloadReport(pdfUrl, deps.fetch) });
  };

  /** The device makes what the service was asked for, unless that was deleted or asked for anew. */
  const takeOver = async (record: ReportRecord): Promise<void> => {
    const wanted = await read(record.inspectionId);
    if (wanted?.id === record.id) await keep({ ...record, madeBy: 'device' });
  };

  const settled = async (record: ReportRecord): Promise<Report> => {
    const { id, inspectionId, createdAt, madeBy, pdf, failure } = record;
    if (failure && !underWay.has(inspectionId)) throw fromPlainError(failure);
    if (pdf)
      return { id, inspectionId, createdAt, madeBy, pdf: new Blob([pdf], { type: 'application/pdf' }) };
    if (madeBy === 'remote' && service) return settled(await fetched(record, service));
    if (!underWay.has(inspectionId)) make(record);
    throw new KerbsideError(
      'report_not_ready',
      `The report of inspection ${inspectionId} is still being made.`,
      {
        details: { inspectionId, requested: true },
        retryable: true,
      },
    );
  };

  return {
    async requestOne(inspectionId, input, options) {
      const given = checkId(inspectionId, 'inspectionId');
      const request = check(pdfRequest, input ?? {}, 'report');
      const { signal } = checkOptions(options);
      // Refuses what is not here, or deleted.
      const { result: id, entities } = await api.inspections.getOne(given, signal ? { signal } : {});
      const inspection = entities.inspections[id];
      const sent = inspection && (await service?.request(inspection, request));
      const record: ReportRecord = {
        id: sent?.id ?? deps.newId(),
        inspectionId: id,
        request,
        createdAt: new Date(deps.now()).toISOString(),
        timeZone: deps.timeZone,
        madeBy: sent ? 'remote' : 'device',
      };
      throwIfAborted(signal);
      await store.put(record);
      if (!sent) make(record);
      return { id: record.id };
    },

    async getOne(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      return settled(await asked(id, checkOptions(options).signal));
    },

    async whenReady(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal } = checkOptions(options);
      const judge = patienceWith(deps.now);
      let hasTried = false;
      for (;;) {
        const record = await asked(id, signal);
        const { pdf, failure, madeBy } = record;
        if (failure && (hasTried || !failure.retryable)) throw fromPlainError(failure);
        if (pdf) return settled(record);
        if (madeBy === 'device') {
          await orAborted(underWay.get(record.inspectionId)?.done ?? make(record), signal);
          hasTried = true;
        } else {
          try {
            return await orAborted(settled(record), signal);
          } catch (error) {
            const verdict = judge(error);
            if (verdict === 'failed') throw error;
            if (verdict === 'device_instead') await takeOver(record);
            else await orAborted(deps.sleep(LOOK_AGAIN_MS), signal);
          }
        }
      }
    },

    async upload(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal } = checkOptions(options);
      const record = await asked(id, signal);
      if (!service)
        throw new KerbsideError('unsupported', 'There is no service to upload to: pass `remote`.');
      if (record.madeBy === 'remote') return; // it is there already
      const { pdf } = await settled(record);
      await service.upload(record.inspectionId, pdf);
    },

    async deleteOne(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      throwIfAborted(checkOptions(options).signal);
      await store.delete((await found(id))?.inspectionId ?? id);
    },

    preload: () => maker.preload(),

    close() {
      maker.close();
      store.close();
    },
  };
}

/** Not for one that was cut off: that is told to whoever waits, and not kept. */
function failureOf(error: unknown): PlainError {
  if (isKerbsideError(error, 'closed', 'aborted')) throw error;
  return toPlainError(error, 'report_failed');
}

function sourceOf({ inspectionId }: ReportRecord, api: ReportsDeps['api']): ReportSource {
  return {
    entities: async () => (await api.inspections.getOne(inspectionId)).entities,
    related: (relatedId) =>
      api.inspections.getOne(relatedId).then(
        ({ entities }) => entities,
        (error: unknown) => {
          if (isKerbsideError(error, 'not_found', 'forbidden')) return undefined;
          throw error;
        },
      ),
    photo: async (imageId) => (await api.images.photo(imageId)).bytes,
  };
}
