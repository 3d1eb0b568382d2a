import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/image.ts';
import { isKerbsideError } from '../../src/errors.ts';
import { loadInspection } from '../../src/operations/load-inspection.ts';
import { awaitsCoverage, awaitsQuality, recordCoverage, recordQuality } from '../../src/rules/compliances.ts';
import { requireRecord } from '../../src/rules/state.ts';
import { updateTaskAsRunner } from '../../src/rules/tasks.ts';
import { abandonReport } from '../store/reports.ts';
import type { Job } from './job-queue.ts';
import { type JobContext, OBSOLETE_JOB_ERRORS } from './run-job.ts';

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
      await host.changes.apply(inspectionId, updateTaskAsRunner(subject as TaskName, 'ERROR', failed));
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
