import type { ServiceOptions } from '../options.ts';
import { createServiceHost, type Service } from '../service.ts';
import { traceAnalyzer } from '../telemetry/trace-storage.ts';
import { abandonJob } from './abandon-job.ts';
import { startCallbackSender } from './callback-sender.ts';
import { JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { type JobContext, listClaimableJobs, runJob } from './run-job.ts';

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
