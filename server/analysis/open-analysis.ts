import { readFile } from 'node:fs/promises';
import { KerbsideError } from '../../src/errors.ts';
import { repairEstimates } from '../../src/estimate/index.ts';
import type { ServeCommand } from '../../src/node/cli/parse-server-commands.ts';
import { defaultThreadCount } from '../../src/node/models/thread-count.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { checkLogo } from '../../src/report/check-logo.ts';
import type { ServiceOptions } from '../options.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

/** The options of the service that run tasks, and make reports and thumbnails. */
export interface Analysis {
  options: Pick<ServiceOptions, 'analyzer' | 'estimator' | 'renderReport' | 'createThumbnail'>;
  close(): Promise<void>;
}

/** Opens the analyzer, estimator and report renderer of `kerbside serve`. Logs what is not installed, and omits it. */
export async function openAnalysis(
  { models, licence = 'free', logo: logoFile }: Pick<ServeCommand, 'models' | 'licence' | 'logo'>,
  log: (line: string) => void,
): Promise<Analysis> {
  const logo = logoFile === undefined ? undefined : await readLogo(logoFile);
  const logMissing = (what: string) => (error: unknown) => {
    log(`${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  };
  const threads = defaultThreadCount();
  const analyzer = new WorkerAnalyzer({ models: models ?? MODELS_FOLDER, licence, threads, log });
  const opened = await analyzer.open().then(() => analyzer, logMissing('No model can run, tasks stay open'));
  const reports = await import('../../src/node/report/render-report.ts').catch(
    logMissing('PDF reports are not available'),
  );
  const photos = await import('../../src/node/photo/create-thumbnail.ts').catch(
    logMissing('The fleet page gets photos instead of thumbnails'),
  );
  return {
    options: {
      estimator: repairEstimates(),
      ...(photos && { createThumbnail: photos.createThumbnail }),
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

/** @throws `invalid_input` if the file cannot be read, or is no logo: the operator sees it at the start. */
async function readLogo(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new KerbsideError('invalid_input', `The logo ${file} cannot be read (${error.code}).`);
  });
  return checkLogo(new Uint8Array(bytes));
}
