import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LicenceKind } from '../../analysis/licence.ts';
import { TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import type { NormalizedResponse } from '../../domain/records/entities.ts';
import { KerbsideError } from '../../errors.ts';
import { findTaskModels } from '../../inference/task-models.ts';
import { createNodeAnalyzer } from '../models/node-analyzer.ts';
import { NodeModels } from '../models/node-models.ts';
import { defaultThreadCount } from '../models/thread-count.ts';
import { MODELS_FOLDER } from '../package-files.ts';
import { planAnnotatedPhotos, writeAnnotatedPhoto } from './annotated-photos.ts';
import { inspectPhotos } from './inspect-photos.ts';
import type { InspectCommand } from './parse-inspect.ts';
import { usageError } from './parse-options.ts';
import { formatEstimate, formatSummary, formatVerdict, listQualityWarnings } from './summary.ts';
import { formatDamageTable, formatTextTable, formatWheelTable } from './tables.ts';
import type { Streams } from './terminal.ts';
import { createProgressBar, toSingleLine } from './terminal.ts';

/** Runs `kerbside inspect`: writes annotated photos and the report, then prints the results. */
export async function inspect(command: InspectCommand, { out, err }: Streams): Promise<void> {
  const start = performance.now();
  const { json, annotated, threshold, imageType } = command;
  const bar = createProgressBar(err);
  const printLine = (line: string) => {
    bar.clear();
    err.write(`${toSingleLine(line)}\n`);
  };
  const folder = command.models ?? MODELS_FOLDER;
  const { licence = 'free' } = command;
  const models = new NodeModels({
    folder,
    licence,
    threads: defaultThreadCount(),
    onFallback: (reason) => printLine(`Running on WASM: ${reason}`),
  });
  try {
    const { tasks, skipped } = await selectRunnableTasks(models, command.tasks, { folder, licence });
    if (licence === 'research')
      printLine('Some of these models are for research and non-commercial use only: see models/*.md.');
    const targets = annotated === undefined ? [] : await planAnnotatedPhotos(annotated, command.photos);
    // The report may be written into the folder that was created for photos.
    if (command.report !== undefined) await requireReportFolder(command.report);
    const { response, imageIds, report } = await inspectPhotos({
      photos: command.photos,
      tasks,
      ...(threshold !== undefined && { threshold }),
      ...(imageType !== undefined && { imageType }),
      analyzer: createNodeAnalyzer(models, command.tier),
      report: command.report !== undefined,
      onProgress: bar.show,
    });
    const photos = imageIds.map((imageId, index) => ({ imageId, path: command.photos[index] ?? imageId }));
    const elapsedMs = performance.now() - start;
    for (const [index, target] of targets.entries()) {
      const photo = photos[index];
      if (!photo) continue;
      bar.show('drawing', index, targets.length);
      await writeAnnotatedPhoto(photo, response.entities, target);
      printLine(`Wrote ${target}`);
    }
    if (report && command.report !== undefined) {
      await writeFile(command.report, new Uint8Array(await report.arrayBuffer()));
      printLine(`Wrote ${command.report}`);
    }
    bar.clear();
    if (skipped !== undefined) printLine(skipped);
    for (const warning of listQualityWarnings(response.entities, photos)) printLine(`Warning: ${warning}`);
    out.write(
      json
        ? `${JSON.stringify(response, undefined, 2)}\n`
        : [
            ...(tasks.includes('damage_detection') || hasDamages(response)
              ? [`${formatDamageTable(response.entities, photos)}\n\n`]
              : []),
            ...(tasks.includes('wheel_analysis')
              ? [`${formatWheelTable(response.entities, photos)}\n\n`]
              : []),
            ...(tasks.includes('images_ocr') ? [`${formatTextTable(response.entities, photos)}\n\n`] : []),
            `${formatSummary(response.entities, photos, elapsedMs, await models.describeLoaded(), tasks)}\n`,
            tasks.includes('damage_detection') ? formatVerdict(response.entities) : '',
            formatEstimate(response.entities),
          ].join(''),
    );
  } finally {
    bar.clear();
    await models.dispose();
  }
}

/** Other tasks than damage_detection create damages too: wheel_analysis does. */
function hasDamages({ entities }: NormalizedResponse): boolean {
  return Object.keys(entities.damages).length > 0;
}

/** Checks before the models run that the report can be written. */
async function requireReportFolder(report: string): Promise<void> {
  const info = await stat(dirname(report)).catch(() => undefined);
  if (!info?.isDirectory()) throw usageError(`--report: the folder ${dirname(report)} does not exist`);
}

/**
 * Returns the tasks that have a model, and a message about the others.
 *
 * @throws `model_unavailable` if no task has a model.
 */
async function selectRunnableTasks(
  models: NodeModels,
  tasks: readonly TaskName[],
  { folder, licence }: { folder: string; licence: LicenceKind },
): Promise<{ tasks: TaskName[]; skipped?: string }> {
  const listed = (await models.loadManifest()).models;
  const isRunnable = (task: TaskName) =>
    task === 'repair_estimate' || findTaskModels(task, listed) !== undefined; // an estimate needs no model
  const runnable = tasks.filter(isRunnable);
  const unsupported = tasks.filter((task) => !isRunnable(task)).join(', ');
  const available = TASK_NAMES.filter((task) => findTaskModels(task, listed)).join(', ') || 'none';
  const hint =
    licence === 'free' ? '. There may be one for research and non-commercial use: --licence research' : '';
  const reason = `No model for ${unsupported} in ${folder}. Available: ${available}${hint}`;
  if (runnable.length === 0) throw new KerbsideError('model_unavailable', reason);
  return { tasks: runnable, ...(unsupported !== '' && { skipped: `Skipped: ${unsupported}. ${reason}` }) };
}
