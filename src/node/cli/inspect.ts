import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { KerbsideError } from '../../errors.ts';
import type { TaskName } from '../../spec/enums.ts';
import { createNodeAnalyzer } from '../node-analyzer.ts';
import { NodeModels } from '../node-models.ts';
import { MODELS_FOLDER } from '../package-files.ts';
import { threadCount } from '../thread-count.ts';
import { findingsTable } from './findings-table.ts';
import { inspectPhotos } from './inspect-photos.ts';
import { oneLine } from './one-line.ts';
import type { InspectCommand } from './parse-command.ts';
import { planAnnotated } from './plan-annotated.ts';
import { progressBar, type Terminal } from './progress-bar.ts';
import { estimateLine, qualityWarnings, summary } from './summary.ts';
import { textTable } from './text-table.ts';
import { writeAnnotated } from './write-annotated.ts';

export interface Streams {
  out: Terminal;
  err: Terminal;
}

export async function inspect(command: InspectCommand, { out, err }: Streams): Promise<void> {
  const start = performance.now();
  const { tasks, json, annotated, threshold, imageType } = command;
  const bar = progressBar(err);
  const say = (line: string) => {
    bar.clear();
    err.write(`${oneLine(line)}\n`);
  };
  const folder = command.models ?? MODELS_FOLDER;
  const models = new NodeModels({
    folder,
    threads: threadCount(availableParallelism(), loadavg()[0] ?? 0),
    onFallback: (reason) => say(`Running on WASM: ${reason}`),
  });
  try {
    await refuseWithoutModel(models, tasks, folder);
    const targets = annotated === undefined ? [] : await planAnnotated(annotated, command.photos);
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
      await writeAnnotated(photo, answer.entities, target);
      say(`Wrote ${target}`);
    }
    if (report && command.report !== undefined) {
      await writeFile(command.report, new Uint8Array(await report.arrayBuffer()));
      say(`Wrote ${command.report}`);
    }
    bar.clear();
    for (const warning of qualityWarnings(answer.entities, photos)) say(`Warning: ${warning}`);
    out.write(
      json
        ? `${JSON.stringify(answer, undefined, 2)}\n`
        : [
            ...(tasks.includes('damage_detection') ? [`${findingsTable(answer.entities, photos)}\n\n`] : []),
            ...(tasks.includes('images_ocr') ? [`${textTable(answer.entities, photos)}\n\n`] : []),
            `${summary(answer.entities, photos, took, await models.inWords(), tasks)}\n`,
            estimateLine(answer.entities),
          ].join(''),
    );
  } finally {
    bar.clear();
    await models.dispose();
  }
}

async function refuseWithoutModel(models: NodeModels, tasks: readonly TaskName[], folder: string) {
  for (const task of tasks) {
    if (task === 'repair_estimate' || (await models.entriesFor(task)).length > 0) continue; // an estimate needs no model
    const known = (await models.manifest()).models.map((model) => model.task).join(', ') || 'none';
    throw new KerbsideError(
      'model_unavailable',
      `There is no model for ${task} in ${folder}; there are models for: ${known}`,
    );
  }
}
