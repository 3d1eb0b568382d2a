import { checkId, checkOptions } from '../domain/api/call-arguments.ts';
import { check } from '../domain/check.ts';
import {
  fromPlainError,
  isKerbsideError,
  KerbsideError,
  type PlainError,
  throwIfAborted,
  toPlainError,
} from '../errors.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import { PDF_NOT_REQUESTED } from '../wire/error.ts';
import { pdfRequest } from '../wire/pdf.ts';
import { makeReport, type ReportSource } from './making/make-report.ts';
import type { ReportMaker } from './making/report-maker.ts';
import {
  createPollPolicy,
  downloadReport,
  type MappedRemoteReports,
  mapRemoteReports,
  type RemoteReports,
} from './remote-reports.ts';
import type { ReportRecord, ReportStore } from './report-store.ts';
import type { InspectionSource, Report, Reports } from './reports.ts';

export interface ReportsDeps {
  api: InspectionSource;
  maker: ReportMaker;
  store: ReportStore;
  remote?: RemoteReports;
  fetch: typeof fetch;
  now(): number;
  timeZone: string;
  /** Checked by `checkLogo`. */
  logo?: Uint8Array | undefined;
  newId(): string;
  sleep(milliseconds: number): Promise<void>;
}

/** About as long as the service takes to make a report. */
const POLL_INTERVAL_MS = 2_000;

/**
 *   requestOne ─▶ requested (stored) ─▶ being made ─▶ PDF or failure (stored)
 *
 * The request is stored first. If the page is closed while the report is made, or `close` stops it, the next call that
 * reads the report makes it again. Two tabs may then make it twice, which is harmless.
 */
export function createReportsWith(deps: ReportsDeps): Reports {
  const { api, maker, store, remote } = deps;
  const mappedRemote = remote && mapRemoteReports(remote, api.sync);
  /** Reports being made, by inspection id. */
  const inProgress = new Map<string, { id: string; done: Promise<void> }>();

  /** Failures that could not be stored for lack of space, by inspection id. Lost when the page is closed. */
  const unstoredFailures = new Map<string, ReportRecord>();

  const read = async (inspectionId: string): Promise<ReportRecord | undefined> => {
    const record = await store.get(inspectionId);
    const failed = unstoredFailures.get(inspectionId);
    return failed && failed.id === record?.id ? failed : record;
  };

  /** If there is no space for the report, stores that it failed. Otherwise every call would make it again. */
  const write = async (record: ReportRecord): Promise<ReportRecord> => {
    try {
      await store.put(record);
      unstoredFailures.delete(record.inspectionId);
      return record;
    } catch (error) {
      const { pdf: _lost, ...rest } = record;
      const failed = { ...rest, failure: toPlainError(error, 'report_failed') };
      await store.put(failed).catch(() => unstoredFailures.set(record.inspectionId, failed));
      return failed;
    }
  };

  const makeAndStore = async ({ failure: _previous, ...record }: ReportRecord): Promise<void> => {
    const { id, inspectionId } = record;
    try {
      const result = await makeReport({ ...record, logo: deps.logo }, createSource(record, api), maker).then(
        (pdf) => ({ pdf }),
        (error: unknown) => ({ failure: toFailure(error) }),
      );
      const current = await read(inspectionId); // it may be deleted, or replaced by a new request
      if (current?.id === id) await write({ ...record, ...result });
    } finally {
      if (inProgress.get(inspectionId)?.id === id) inProgress.delete(inspectionId);
    }
  };

  const startMaking = (record: ReportRecord): Promise<void> => {
    const done = makeAndStore(record);
    done.catch(() => {}); // handled by callers that await it
    inProgress.set(record.inspectionId, { id: record.id, done });
    return done;
  };

  /** Finds a record by local or remote inspection id. */
  const find = async (inspectionId: string): Promise<ReportRecord | undefined> => {
    const record = await read(inspectionId);
    if (record) return record;
    const local = await api.inspections.getOne(inspectionId).catch(() => undefined);
    return local && local.result !== inspectionId ? read(local.result) : undefined;
  };

  const requireRecord = async (inspectionId: string, signal?: AbortSignal): Promise<ReportRecord> => {
    throwIfAborted(signal);
    const record = await find(inspectionId);
    if (record) return record;
    throw new KerbsideError('report_not_ready', PDF_NOT_REQUESTED, {
      details: { inspectionId, requested: false },
    });
  };

  /** Downloads the report that the service made, and stores it for offline use. */
  const download = async (record: ReportRecord, from: MappedRemoteReports): Promise<ReportRecord> => {
    const { id, inspectionId } = record;
    const { pdfUrl } = await from.getOne(inspectionId);
    const pdf = await downloadReport(pdfUrl, deps.fetch);
    const current = await read(inspectionId); // it may be deleted, or replaced by a new request
    if (current?.id !== id) throw createNotReadyError(inspectionId);
    return write({ ...record, pdf });
  };

  /** Lets the device make a report that was requested from the service, unless it was deleted or replaced. */
  const fallBackToDevice = async (record: ReportRecord): Promise<void> => {
    const current = await read(record.inspectionId);
    if (current?.id === record.id) await write({ ...record, madeBy: 'device' });
  };

  const toReport = async (record: ReportRecord): Promise<Report> => {
    const { id, inspectionId, createdAt, madeBy, pdf, failure } = record;
    if (failure && !inProgress.has(inspectionId)) throw fromPlainError(failure);
    if (pdf)
      return { id, inspectionId, createdAt, madeBy, pdf: new Blob([pdf], { type: 'application/pdf' }) };
    if (madeBy === 'remote' && mappedRemote) return toReport(await download(record, mappedRemote));
    if (!inProgress.has(inspectionId)) startMaking(record);
    throw createNotReadyError(inspectionId);
  };

  return {
    async requestOne(inspectionId, input, options) {
      const givenId = checkId(inspectionId, 'inspectionId');
      const request = check(pdfRequest, input ?? {}, 'report');
      const { signal } = checkOptions(options);
      // Throws if the inspection does not exist or is deleted.
      const { result: id, entities } = await api.inspections.getOne(givenId, signal ? { signal } : {});
      const inspection = entities.inspections[id];
      const requested = inspection && (await mappedRemote?.request(inspection, request));
      const record: ReportRecord = {
        id: requested?.id ?? deps.newId(),
        inspectionId: id,
        request,
        createdAt: new Date(deps.now()).toISOString(),
        timeZone: deps.timeZone,
        madeBy: requested ? 'remote' : 'device',
      };
      throwIfAborted(signal);
      await store.put(record);
      if (!requested) startMaking(record);
      return { id: record.id };
    },

    async getOne(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      return toReport(await requireRecord(id, checkOptions(options).signal));
    },

    async whenReady(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal } = checkOptions(options);
      const decide = createPollPolicy(deps.now);
      let hasTried = false;
      for (;;) {
        const record = await requireRecord(id, signal);
        const { pdf, failure, madeBy } = record;
        if (failure && (hasTried || !failure.retryable)) throw fromPlainError(failure);
        if (pdf) return toReport(record);
        if (madeBy === 'device') {
          await rejectOnAbort(inProgress.get(record.inspectionId)?.done ?? startMaking(record), signal);
          hasTried = true;
        } else {
          try {
            return await rejectOnAbort(toReport(record), signal);
          } catch (error) {
            const decision = decide(error);
            if (decision === 'fail') throw error;
            if (decision === 'fall_back_to_device') await fallBackToDevice(record);
            else await rejectOnAbort(deps.sleep(POLL_INTERVAL_MS), signal);
          }
        }
      }
    },

    async upload(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal } = checkOptions(options);
      const record = await requireRecord(id, signal);
      if (!mappedRemote)
        throw new KerbsideError('unsupported', 'Reports have no service to upload to. Pass `remote`.');
      if (record.madeBy === 'remote') return; // the service has it
      const { pdf } = await toReport(record);
      await mappedRemote.upload(record.inspectionId, pdf);
    },

    async deleteOne(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      throwIfAborted(checkOptions(options).signal);
      await store.delete((await find(id))?.inspectionId ?? id);
    },

    preload: () => maker.preload(),

    close() {
      maker.close();
      store.close();
    },
  };
}

function createNotReadyError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'report_not_ready',
    `The report of inspection ${inspectionId} is still being made.`,
    { details: { inspectionId, requested: true }, retryable: true },
  );
}

/** Rethrows the error of a report that was stopped: callers that wait get it, but it is not stored as a failure. */
function toFailure(error: unknown): PlainError {
  if (isKerbsideError(error, 'closed', 'aborted')) throw error;
  return toPlainError(error, 'report_failed');
}

function createSource({ inspectionId }: ReportRecord, api: InspectionSource): ReportSource {
  return {
    getEntities: async () => (await api.inspections.getOne(inspectionId)).entities,
    getRelated: (relatedId) =>
      api.inspections.getOne(relatedId).then(
        ({ entities }) => entities,
        (error: unknown) => {
          if (isKerbsideError(error, 'not_found', 'forbidden')) return undefined;
          throw error;
        },
      ),
    getPhoto: async (imageId) => (await api.images.photo(imageId)).bytes,
  };
}
