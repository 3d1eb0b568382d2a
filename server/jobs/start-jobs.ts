import type { ServiceOptions } from '../options.ts';
import { hostFor, type Service } from '../service.ts';
import { startCouriers } from './couriers.ts';
import { giveUpJob } from './give-up-job.ts';
import { JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { claimableJobs, runJob, type Workshop } from './run-job.ts';

const POLL_MS = 1_000;
const LEASE_MS = 30_000;
const RETRY_MS = 10_000;

/** The service's own work: tasks, verdicts on photos, reports, callbacks. */
export function startJobs(
  service: Service,
  {
    analyzer,
    pollMs = POLL_MS,
    leaseMs = LEASE_MS,
    retryMs = RETRY_MS,
  }: Pick<ServiceOptions, 'analyzer' | 'pollMs' | 'leaseMs' | 'retryMs'>,
): { close(): Promise<void> } {
  const { database, store, events, estimator, log } = service;
  const workshop: Workshop = {
    service,
    analyzer: estimator?.createAnalyzer(analyzer) ?? analyzer,
    host: hostFor(service, { id: 'service' }, store),
  };
  const runner = new JobRunner({
    queue: new JobQueue(database, crypto.randomUUID(), leaseMs),
    claimable: () => claimableJobs(workshop),
    run: (job, signal) => runJob(workshop, job, signal),
    giveUp: (job) => giveUpJob(workshop, job),
    pollMs,
    renewMs: leaseMs / 3,
    retryMs,
    log,
  });
  const couriers = startCouriers(service, { pollMs });
  events.on('image.added', () => runner.wake());
  events.on('task.updated', ({ status }) => {
    if (status === 'TODO') runner.wake();
    if (status === 'DONE' || status === 'ERROR') couriers.wake();
  });
  return {
    async close() {
      await Promise.all([runner.close(), couriers.close()]);
    },
  };
}
