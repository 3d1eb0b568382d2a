import { stat, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname } from 'node:path';
import type { NormalizedResponse } from '../../domain/entities.ts';
import { TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import { findTaskModels } from '../../inference/tasks/task-models.ts';
import { createNodeAnalyzer } from '../models/node-analyzer.ts';
import { NodeModels } from '../models/node-models.ts';
import { threadCount } from '../models/thread-count.ts';
import { MODELS_FOLDER } from '../package-files.ts';
import { planAnnotatedPhotos, writeAnnotatedPhoto } from './annotated-photos.ts';
import { formatDamageTable } from './damage-table.ts';
import { inspectPhotos } from './inspect-photos.ts';
import type { InspectCommand } from './parse-command.ts';
import { usageError } from './parse-options.ts';
import { createProgressBar } from './progress-bar.ts';
import { formatEstimate, formatSummary, listQualityWarnings } from './summary.ts';
import type { Streams } from './terminal.ts';
import { toSingleLine } from './terminal-text.ts';
import { formatTextTable } from './text-table.ts';
import { formatWheelTable } from './wheel-table.ts';

export async function inspect(command: InspectCommand, { out, err }: Streams): Promise<void> {
  const start = performance.now();
  const { json, annotated, threshold, imageType } = command;
  const bar = createProgressBar(err);
  const say = (line: string) => {
    bar.clear();
    err.write(`${toSingleLine(line)}\n`);
  };
  const folder = command.models ?? MODELS_FOLDER;
  const models = new NodeModels({
    folder,
    threads: threadCount(availableParallelism(), loadavg()[0] ?? 0),
    onFallback: (reason) => say(`Running on WASM: ${reason}`),
  });
  try {
    const { tasks, leftOut } = await runnableTasks(models, command.tasks, folder);
    if (command.report !== undefined) await checkFolderOf(command.report);
    const targets = annotated === undefined ? [] : await planAnnotatedPhotos(annotated, command.photos);
    const { answer, imageIds, report } = await inspectPhotos({
      photos: command.photos,
      tasks,
      ...(threshold !== undefined && { threshold }),
      ...(imageType !== undefined && { imageType }),
      analyzer: createNodeAnalyzer(models),
      report: command.report !== undefined,
      onProgress: bar.show,
    });
    const photos = imageIds.map((imageId, index) => ({ imageId, path: command.photos[index] ?? imageId }));
    const took = performance.now() - start;
    for (const [index, target] of targets.entries()) {
      const photo = photos[index];
      if (!photo) continue;
      bar.show('drawing', index, targets.length);
      await writeAnnotatedPhoto(photo, answer.entities, target);
      say(`Wrote ${target}`);
    }
    if (report && command.report !== undefined) {
      await writeFile(command.report, new Uint8Array(await report.arrayBuffer()));
      say(`Wrote ${command.report}`);
    }
    bar.clear();
    if (leftOut !== undefined) say(leftOut);
    for (const warning of listQualityWarnings(answer.entities, photos)) say(`Warning: ${warning}`);
    out.write(
      json
        ? `${JSON.stringify(answer, undefined, 2)}\n`
        : [
            ...(tasks.includes('damage_detection') || hasDamages(answer)
              ? [`${formatDamageTable(answer.entities, photos)}\n\n`]
              : []),
            ...(tasks.includes('wheel_analysis') ? [`${formatWheelTable(answer.entities, photos)}\n\n`] : []),
            ...(tasks.includes('images_ocr') ? [`${formatTextTable(answer.entities, photos)}\n\n`] : []),
            `${formatSummary(answer.entities, photos, took, await models.describeLoaded(), tasks)}\n`,
            formatEstimate(answer.entities),
          ].join(''),
    );
  } finally {
    bar.clear();
    await models.dispose();
  }
}

/** Wheels have damages, too. */
function hasDamages({ entities }: NormalizedResponse): boolean {
  return Object.keys(entities.damages).length > 0;
}

/** That a report can not be written is better told before the work than after it. */
async function checkFolderOf(report: string): Promise<void> {
  const found = await stat(dirname(report)).catch(() => undefined);
  if (!found?.isDirectory()) throw usageError(`--report: there is no folder ${dirname(report)}`);
}

/** Those of the tasks that can be run here, and a line about those that can not. */
async function runnableTasks(
  models: NodeModels,
  tasks: readonly TaskName[],
  folder: string,
): Promise<{ tasks: TaskName[]; leftOut?: string }> {
  const listed = (await models.loadManifest()).models;
  const isRunnable = (task: TaskName) =>
    task === 'repair_estimate' || findTaskModels(task, listed) !== undefined; // an estimate needs no model
  const runnable = tasks.filter(isRunnable);
  const lacking = tasks.filter((task) => !isRunnable(task)).join(', ');
  const known = TASK_NAMES.filter((task) => findTaskModels(task, listed)).join(', ') || 'none';
  const reason = `There is no model for ${lacking} in ${folder}; there are models for: ${known}`;
  if (runnable.length === 0) throw new KerbsideError('model_unavailable', reason);
  return { tasks: runnable, ...(lacking !== '' && { leftOut: `Left out: ${lacking}. ${reason}` }) };
}
