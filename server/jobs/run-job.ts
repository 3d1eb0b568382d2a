import { TASK_NAMES, type TaskName } from '../../src/domain/enums.ts';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { isKerbsideError } from '../../src/errors.ts';
import { assessPhoto } from '../../src/operations/assess-photo.ts';
import type { Host } from '../../src/operations/host.ts';
import { loadInspection } from '../../src/operations/load-inspection.ts';
import { runTask } from '../../src/operations/run-task.ts';
import { readStoredPhoto } from '../../src/operations/stored-photo.ts';
import type { Service } from '../service.ts';
import { loadReport, storeGeneratedReport } from '../store/reports.ts';
import { completeState } from '../store/stored-state.ts';
import type { Claimable, Job } from './job-queue.ts';

/** The parts of the service that jobs use. */
export interface JobContext {
  service: Pick<Service, 'database' | 'blobs' | 'renderReport' | 'logger'>;
  /** Acts as the service itself, with access to the whole store. */
  host: Host;
  analyzer: Analyzer | undefined;
}

/** Error codes that end a job without a retry: the inspection or image was deleted, or a client ended the task. */
export const OBSOLETE_JOB_ERRORS = ['not_found', 'task_transition', 'task_unknown'] as const;

/** Returns the jobs that this instance can run. Photos come first: the photographer may still be at the car. */
export async function listClaimableJobs({ service, analyzer }: JobContext): Promise<Claimable[]> {
  const supported = await listSupportedTasks(analyzer);
  return [
    ...(analyzer?.assess ? [{ kind: 'quality' as const }] : []),
    ...(service.renderReport ? [{ kind: 'report' as const }] : []),
    ...(supported.length > 0 ? [{ kind: 'task' as const, subjects: supported }] : []),
  ];
}

/** Runs one job. Resolves too if the job is obsolete. */
export async function runJob(
  { service, host, analyzer }: JobContext,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const { inspectionId, kind, subject } = job;
  try {
    if (kind === 'task' && analyzer) {
      await runTask(host, analyzer, { inspectionId, name: subject as TaskName, signal });
    } else if (kind === 'quality' && analyzer?.assess) {
      await assessPhoto(host, analyzer, { inspectionId, imageId: subject, signal });
    } else if (kind === 'report' && service.renderReport) {
      await renderReport(service, host, job);
    }
  } catch (error) {
    if (!isKerbsideError(error, ...OBSOLETE_JOB_ERRORS)) throw error;
  }
}

async function listSupportedTasks(analyzer: Analyzer | undefined): Promise<TaskName[]> {
  if (!analyzer) return [];
  const supported = await Promise.all(
    TASK_NAMES.map((name) => analyzer.supports?.(name).catch(() => true) ?? true),
  );
  return TASK_NAMES.filter((_, index) => supported[index]);
}

async function renderReport(
  { database, blobs, renderReport: render }: JobContext['service'],
  host: Host,
  job: Job,
) {
  const { inspectionId, subject: id } = job;
  const report = await loadReport(database, inspectionId);
  if (!render || report?.id !== id || !report.request) return;
  const state = await loadInspection(host, inspectionId);
  const getPhoto = async (imageId: string) => (await readStoredPhoto(host, imageId)).bytes;
  const { earlierId, ...request } = report.request;
  const earlier = earlierId === undefined ? undefined : (await host.store.load(earlierId))?.state;
  const isVisible = earlier && !earlier.inspection.deletedAt;
  const pdf = await render(
    completeState(state),
    getPhoto,
    request,
    isVisible ? { earlier: completeState(earlier) } : {},
  );
  await storeGeneratedReport({ queries: database, blobs }, { inspectionId, id, pdf });
}
