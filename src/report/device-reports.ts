import { type CallOptions, checkId, checkOptions } from '../domain/api/call-arguments.ts';
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
export class DeviceReports implements Reports {
  readonly #deps: ReportsDeps;
  readonly #remote: MappedRemoteReports | undefined;
  /** Reports being made, by inspection id. */
  readonly #inProgress = new Map<string, { id: string; done: Promise<void> }>();
  /** Failures that could not be stored for lack of space, by inspection id. Lost when the page is closed. */
  readonly #unstoredFailures = new Map<string, ReportRecord>();

  constructor(deps: ReportsDeps) {
    this.#deps = deps;
    this.#remote = deps.remote && mapRemoteReports(deps.remote, deps.api.sync);
  }

  async requestOne(
    ...[inspectionId, input, options]: Parameters<Reports['requestOne']>
  ): Promise<{ id: string }> {
    const { api, store, newId, now, timeZone } = this.#deps;
    const givenId = checkId(inspectionId, 'inspectionId');
    const request = check(pdfRequest, input ?? {}, 'report');
    const { signal } = checkOptions(options);
    // Throws if the inspection does not exist or is deleted.
    const { result: id, entities } = await api.inspections.getOne(givenId, signal ? { signal } : {});
    const inspection = entities.inspections[id];
    const requested = inspection && (await this.#remote?.request(inspection, request));
    const record: ReportRecord = {
      id: requested?.id ?? newId(),
      inspectionId: id,
      request,
      createdAt: new Date(now()).toISOString(),
      timeZone,
      madeBy: requested ? 'remote' : 'device',
    };
    throwIfAborted(signal);
    await store.put(record);
    if (!requested) this.#startMaking(record);
    return { id: record.id };
  }

  async getOne(inspectionId: string, options?: CallOptions): Promise<Report> {
    const id = checkId(inspectionId, 'inspectionId');
    return this.#toReport(await this.#requireRecord(id, checkOptions(options).signal));
  }

  async whenReady(inspectionId: string, options?: CallOptions): Promise<Report> {
    const id = checkId(inspectionId, 'inspectionId');
    const { signal } = checkOptions(options);
    const decide = createPollPolicy(this.#deps.now);
    let hasTried = false;
    for (;;) {
      const record = await this.#requireRecord(id, signal);
      const { pdf, failure, madeBy } = record;
      if (failure && (hasTried || !failure.retryable)) throw fromPlainError(failure);
      if (pdf) return this.#toReport(record);
      if (madeBy === 'device') {
        const done = this.#inProgress.get(record.inspectionId)?.done ?? this.#startMaking(record);
        await rejectOnAbort(done, signal);
        hasTried = true;
      } else {
        try {
          return await rejectOnAbort(this.#toReport(record), signal);
        } catch (error) {
          const decision = decide(error);
          if (decision === 'fail') throw error;
          if (decision === 'fall_back_to_device') await this.#fallBackToDevice(record);
          else await rejectOnAbort(this.#deps.sleep(POLL_INTERVAL_MS), signal);
        }
      }
    }
  }

  async upload(inspectionId: string, options?: CallOptions): Promise<void> {
    const id = checkId(inspectionId, 'inspectionId');
    const record = await this.#requireRecord(id, checkOptions(options).signal);
    if (!this.#remote)
      throw new KerbsideError('unsupported', 'Reports have no service to upload to. Pass `remote`.');
    if (record.madeBy === 'remote') return; // the service has it
    const { pdf } = await this.#toReport(record);
    await this.#remote.upload(record.inspectionId, pdf);
  }

  async deleteOne(inspectionId: string, options?: CallOptions): Promise<void> {
    const id = checkId(inspectionId, 'inspectionId');
    throwIfAborted(checkOptions(options).signal);
    await this.#deps.store.delete((await this.#find(id))?.inspectionId ?? id);
  }

  preload(): Promise<void> {
    return this.#deps.maker.preload();
  }

  close(): void {
    this.#deps.maker.close();
    this.#deps.store.close();
  }

  async #read(inspectionId: string): Promise<ReportRecord | undefined> {
    const record = await this.#deps.store.get(inspectionId);
    const failed = this.#unstoredFailures.get(inspectionId);
    return failed && failed.id === record?.id ? failed : record;
  }

  /** If there is no space for the report, stores that it failed. Otherwise every call would make it again. */
  async #write(record: ReportRecord): Promise<ReportRecord> {
    const { store } = this.#deps;
    const { inspectionId } = record;
    try {
      await store.put(record);
      this.#unstoredFailures.delete(inspectionId);
      return record;
    } catch (error) {
      const { pdf: _lost, ...rest } = record;
      const failed = { ...rest, failure: toPlainError(error, 'report_failed') };
      await store.put(failed).catch(() => this.#unstoredFailures.set(inspectionId, failed));
      return failed;
    }
  }

  #startMaking(record: ReportRecord): Promise<void> {
    const done = this.#makeAndStore(record);
    done.catch(() => {}); // handled by callers that await it
    this.#inProgress.set(record.inspectionId, { id: record.id, done });
    return done;
  }

  async #makeAndStore({ failure: _previous, ...record }: ReportRecord): Promise<void> {
    const { id, inspectionId } = record;
    const { api, maker, logo } = this.#deps;
    try {
      const result = await makeReport({ ...record, logo }, createSource(record, api), maker).then(
        (pdf) => ({ pdf }),
        (error: unknown) => ({ failure: toFailure(error) }),
      );
      const current = await this.#read(inspectionId); // it may be deleted, or replaced by a new request
      if (current?.id === id) await this.#write({ ...record, ...result });
    } finally {
      if (this.#inProgress.get(inspectionId)?.id === id) this.#inProgress.delete(inspectionId);
    }
  }

  /** Finds a record by local or remote inspection id. */
  async #find(inspectionId: string): Promise<ReportRecord | undefined> {
    const record = await this.#read(inspectionId);
    if (record) return record;
    const local = await this.#deps.api.inspections.getOne(inspectionId).catch(() => undefined);
    return local && local.result !== inspectionId ? this.#read(local.result) : undefined;
  }

  async #requireRecord(inspectionId: string, signal?: AbortSignal): Promise<ReportRecord> {
    throwIfAborted(signal);
    const record = await this.#find(inspectionId);
    if (record) return record;
    throw new KerbsideError('report_not_ready', PDF_NOT_REQUESTED, {
      details: { inspectionId, requested: false },
    });
  }

  async #toReport(record: ReportRecord): Promise<Report> {
    const { id, inspectionId, createdAt, madeBy, pdf, failure } = record;
    if (failure && !this.#inProgress.has(inspectionId)) throw fromPlainError(failure);
    if (pdf)
      return { id, inspectionId, createdAt, madeBy, pdf: new Blob([pdf], { type: 'application/pdf' }) };
    if (madeBy === 'remote' && this.#remote)
      return this.#toReport(await this.#download(record, this.#remote));
    if (!this.#inProgress.has(inspectionId)) this.#startMaking(record);
    throw createNotReadyError(inspectionId);
  }

  /** Downloads the report that the service made, and stores it for offline use. */
  async #download(record: ReportRecord, from: MappedRemoteReports): Promise<ReportRecord> {
    const { id, inspectionId } = record;
    const { pdfUrl } = await from.getOne(inspectionId);
    const pdf = await downloadReport(pdfUrl, this.#deps.fetch);
    const current = await this.#read(inspectionId); // it may be deleted, or replaced by a new request
    if (current?.id !== id) throw createNotReadyError(inspectionId);
    return this.#write({ ...record, pdf });
  }

  /** Lets the device make a report that was requested from the service, unless it was deleted or replaced. */
  async #fallBackToDevice(record: ReportRecord): Promise<void> {
    const current = await this.#read(record.inspectionId);
    if (current?.id === record.id) await this.#write({ ...record, madeBy: 'device' });
  }
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
