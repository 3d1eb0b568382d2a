import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { KerbsideError } from '../../src/errors.ts';
import { repairEstimates } from '../../src/estimate/index.ts';
import type { ServeCommand } from '../../src/node/cli/parse-server-commands.ts';
import { defaultThreadCount } from '../../src/node/models/thread-count.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { checkLogo } from '../../src/report/check-logo.ts';
import type { ServiceOptions } from '../options.ts';
import { AnalyzerPool } from './analyzer-pool.ts';

/** The options of the service that run tasks, and make reports and thumbnails. */
export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator' | 'renderReport' | 'createThumbnail' | 'tasks'>;
  close(): Promise<void>;
}

type AnalysisCommand = Pick<ServeCommand, 'models' | 'licence' | 'logo' | 'role' | 'tasks'>;

/**
 * Opens what the role of `kerbside serve` needs: estimator and thumbnails for requests; models and reports for jobs. Logs
 * what is not installed, and omits it.
 */
export async function openAnalysis(command: AnalysisCommand, log: (line: string) => void): Promise<Analysis> {
  const forRequests = command.role === 'worker' ? {} : await openThumbnails(log);
  const forJobs = command.role === 'api' ? undefined : await openModelsAndReports(command, log);
  return {
    options: { estimator: repairEstimates(), ...forRequests, ...forJobs?.options },
    close: async () => forJobs?.close(),
  };
}

async function openThumbnails(log: (line: string) => void): Promise<Pick<ServiceOptions, 'createThumbnail'>> {
  const photos = await import('../../src/node/photo/create-thumbnail.ts').catch(
    logMissing('The fleet page gets photos instead of thumbnails', log),
  );
  return photos ? { createThumbnail: photos.createThumbnail } : {};
}

async function openModelsAndReports(
  { models = MODELS_FOLDER, licence = 'free', logo: logoFile, role, tasks }: AnalysisCommand,
  log: (line: string) => void,
): Promise<Analysis> {
  const logo = logoFile === undefined ? undefined : await readLogo(logoFile);
  const count = tasks ?? defaultTaskCount(role);
  const threads = Math.max(1, Math.floor(defaultThreadCount() / count));
  // Several threads share the cores. A single one gets all of them.
  const nativeThreads = Math.max(1, Math.floor(availableParallelism() / count));
  const analyzer = new AnalyzerPool(
    { models, licence, threads, ...(count > 1 && { nativeThreads }), log },
    count,
  );
  const opened = await analyzer
    .open()
    .then(() => analyzer, logMissing('No model can run, tasks stay open', log));
  const reports = await import('../../src/node/report/render-report.ts').catch(
    logMissing('PDF reports are not available', log),
  );
  return {
    options: {
      tasks: count,
      ...(opened && { analyzer: opened }),
      ...(reports && {
        renderReport: (state, getPhoto, request, options) =>
          reports.renderReport(state, getPhoto, request, {
            ...options,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            ...(logo && { logo }),
          }),
      }),
    },
    close: () => analyzer.close(),
  };
}

/** A worker has the machine for itself. An instance that also serves requests uses all cores for one task. */
function defaultTaskCount(role: ServeCommand['role']): number {
  return role === 'worker' ? availableParallelism() : 1;
}

function logMissing(what: string, log: (line: string) => void): (error: unknown) => undefined {
  return (error) => {
    log(`${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  };
}

/** @throws `invalid_input` if the file cannot be read, or is no logo: the operator sees it at the start. */
async function readLogo(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new KerbsideError('invalid_input', `The logo ${file} cannot be read (${error.code}).`);
  });
  return checkLogo(new Uint8Array(bytes));
}
