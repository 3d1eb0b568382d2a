import { availableParallelism } from 'node:os';
import { KerbsideError } from '../../errors.ts';
import type { TaskName } from '../../spec/enums.ts';
import { createNodeAnalyzer } from '../node-analyzer.ts';
import { NodeModels } from '../node-models.ts';
import { MODELS_FOLDER } from '../package-files.ts';
import { findingsTable } from './findings-table.ts';
import { inspectPhotos } from './inspect-photos.ts';
import { oneLine } from './one-line.ts';
import type { InspectCommand } from './parse-command.ts';
import { progressBar, type Terminal } from './progress-bar.ts';
import { qualityWarnings, summary } from './summary.ts';
import { makeFolder, writeAnnotated } from './write-annotated.ts';

/** More threads than this wait for each other: a run of a nano model is short. */
const MOST_THREADS = 4;

export interface Streams {
  out: Terminal;
  err: Terminal;
}

export async function inspect(command: InspectCommand, { out, err }: Streams): Promise<void> {
  const start = performance.now();
  const { tasks, json, annotated, threshold } = command;
  const bar = progressBar(err);
  const say = (line: string) => {
    bar.clear();
    err.write(`${oneLine(line)}\n`);
  };
  const folder = command.models ?? MODELS_FOLDER;
  const models = new NodeModels({
    folder,
    threads: Math.min(MOST_THREADS, availableParallelism()),
    onFallback: (reason) => say(`Running on WASM: ${reason}`),
  });
  try {
    await refuseWithoutModel(models, tasks, folder);
    if (annotated !== undefined) await makeFolder(annotated);
    const { answer, imageIds } = await inspectPhotos({
      photos: command.photos,
      tasks,
      ...(threshold !== undefined && { threshold }),
      analyzer: createNodeAnalyzer(models),
      onProgress: bar.show,
    });
    const photos = imageIds.map((imageId, index) => ({ imageId, path: command.photos[index] ?? imageId }));
    const took = performance.now() - start;
    if (annotated !== undefined) {
      const drawing = (done: number, total: number) => bar.show('drawing', done, total);
      for (const file of await writeAnnotated(annotated, photos, answer.entities, drawing))
        say(`Wrote ${file}`);
    }
    bar.clear();
    for (const warning of qualityWarnings(answer.entities, photos)) say(`Warning: ${warning}`);
    out.write(
      json
        ? `${JSON.stringify(answer, undefined, 2)}\n`
        : `${findingsTable(answer.entities, photos)}\n\n${summary(answer.entities, photos, took, await models.inWords())}\n`,
    );
  } finally {
    bar.clear();
    await models.dispose();
  }
}

async function refuseWithoutModel(models: NodeModels, tasks: readonly TaskName[], folder: string) {
  for (const task of tasks) {
    if (await models.entryFor(task)) continue;
    const known = (await models.manifest()).models.map((model) => model.task).join(', ') || 'none';
    throw new KerbsideError(
      'model_unavailable',
      `There is no model for ${task} in ${folder}; there are models for: ${known}`,
    );
  }
}
