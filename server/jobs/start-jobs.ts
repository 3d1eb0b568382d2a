import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/records/image.ts';
import { isKerbsideError } from '../../src/errors.ts';
import { loadInspection } from '../../src/operations/load-inspection.ts';
import { awaitsCoverage, awaitsQuality, recordCoverage, recordQuality } from '../../src/rules/compliances.ts';
import { requireRecord } from '../../src/rules/state.ts';
import { updateTaskAsHost } from '../../src/rules/tasks.ts';
import type { ServiceOptions } from '../options.ts';
import { createServiceHost, type Service } from '../service.ts';
import { abandonReport } from '../store/reports.ts';
import { traceAnalyzer } from '../telemetry/tracing.ts';
import { startCallbackSender } from './callbacks.ts';
import { type Job, JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { type JobContext, listClaimableJobs, OBSOLETE_JOB_ERRORS, runJob } from './run-job.ts';

const POLL_MS = 10_000;
const LEASE_MS = 30_000;
const RETRY_MS = 10_000;
/** The lease of a callback, in timeouts of its request. */
const CALLBACK_LEASE = 3;

/** Starts the background work of the service: tasks, photo assessments, reports, callbacks. */
export function startJobs(
  service: Service,
  {
    analyzer,
    pollMs = POLL_MS,
    leaseMs = LEASE_MS,
    retryMs = RETRY_MS,
    tasks = 1,
    drainMs,
  }: Pick<ServiceOptions, 'analyzer' | 'pollMs' | 'leaseMs' | 'retryMs' | 'tasks'> & { drainMs: number },
): { close(): Promise<void> } {
  const { database, store, jobSignal, estimator, logger, metrics, tracer } = service;
  const traced = analyzer && traceAnalyzer(analyzer, tracer);
  const context: JobContext = {
    service,
    analyzer: estimator?.createAnalyzer(traced) ?? traced,
    host: createServiceHost(service, { id: 'service' }, store),
  };
  const runner = new JobRunner({
    queue: new JobQueue(database, crypto.randomUUID(), leaseMs),
    claimable: () => listClaimableJobs(context),
    run: (job, signal) =>
      metrics.observeJob(job.kind, () =>
        tracer.run({ name: `job ${job.kind}` }, () => runJob(context, job, signal)),
      ),
    abandon: (job) => abandonJob(context, job),
    pollMs,
    tasks,
    drainMs,
    renewMs: leaseMs / 3,
    retryMs,
    logger,
  });
  const callbackSender = startCallbackSender(
    { ...service, onFailure: metrics.callbackFailed },
    { pollMs, leaseMs: CALLBACK_LEASE * service.limits.outboundMs, drainMs },
  );
  const stopListening = jobSignal.listen(() => {
    runner.wake();
    callbackSender.wake();
  });
  return {
    async close() {
      stopListening();
      await Promise.all([runner.close(), callbackSender.close()]);
    },
  };
}

/** Records that a job failed for good, so that clients stop waiting for it. */
export async function abandonJob(context: JobContext, job: Job): Promise<void> {
  const { service, host } = context;
  const { inspectionId, kind, subject, attempts, lastError } = job;
  const reason = `was started ${attempts - 1} times and never ended.`;
  service.logger.warn('Job abandoned', { inspectionId, kind, subject, attempts: attempts - 1, lastError });
  try {
    if (kind === 'report') {
      await abandonReport(service.database, inspectionId, subject);
    } else if (kind === 'quality') {
      await abandonAssessments(context, job, `The check ${reason}`);
    } else {
      const failed = { message: `The task ${reason}`, errorCode: 'task_failed' };
      await host.changes.apply(inspectionId, updateTaskAsHost(subject as TaskName, 'ERROR', failed));
    }
  } catch (error) {
    if (!isKerbsideError(error, ...OBSOLETE_JOB_ERRORS)) throw error;
  }
}

/** Fails the assessments that this service makes. Others may be made elsewhere. */
async function abandonAssessments(
  { host, analyzer }: JobContext,
  { inspectionId, subject }: Job,
  message: string,
) {
  const image = requireRecord((await loadInspection(host, inspectionId)).images, subject, 'image');
  const result: ComplianceResult = { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${message}`] };
  if (analyzer?.assess && awaitsQuality(image))
    await host.changes.apply(inspectionId, recordQuality(subject, result));
  if (analyzer?.assessCoverage && awaitsCoverage(image))
    await host.changes.apply(inspectionId, recordCoverage(subject, { compliance: result }));
}
