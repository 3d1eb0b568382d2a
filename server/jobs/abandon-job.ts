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

/** Writes down that a job came to nothing, so that nobody waits for it. */
export async function abandonJob(workshop: JobContext, job: Job): Promise<void> {
  const { service, host } = workshop;
  const { inspectionId, kind, subject, attempts } = job;
  const why = `was begun ${attempts - 1} times and never came to an end.`;
  service.log(`${kind} ${subject} ${why}`);
  try {
    if (kind === 'report') {
      await abandonReport(service.database, inspectionId, subject);
    } else if (kind === 'quality') {
      await giveUpVerdicts(workshop, job, `The check ${why}`);
    } else {
      const failed = { message: `The task ${why}`, errorCode: 'task_failed' };
      await host.changes.apply(inspectionId, updateTaskAsRunner(subject as TaskName, 'ERROR', failed));
    }
  } catch (error) {
    if (!isKerbsideError(error, ...OBSOLETE_JOB_ERRORS)) throw error;
  }
}

/** Of the checks that are made here; the others are not this job's. */
async function giveUpVerdicts(
  { host, analyzer }: JobContext,
  { inspectionId, subject }: Job,
  message: string,
) {
  const image = requireRecord((await loadInspection(host, inspectionId)).images, subject, 'image');
  const verdict: ComplianceResult = { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${message}`] };
  if (analyzer?.assess && awaitsQuality(image))
    await host.changes.apply(inspectionId, recordQuality(subject, verdict));
  if (analyzer?.assessCoverage && awaitsCoverage(image))
    await host.changes.apply(inspectionId, recordCoverage(subject, { compliance: verdict }));
}
