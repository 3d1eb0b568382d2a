import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LicenceKind, selectByLicence } from '../analysis/licence.ts';
import type { Manifest, ModelVariant } from '../analysis/model-manifest.ts';
import type { TaskName } from '../domain/enums.ts';
import type { EngineName } from '../inference/engine.ts';
import { RUNTIMES, workerFileName } from '../inference/files/runtime-files.ts';
import { findTaskModels, withoutServerModel } from '../inference/task-models.ts';
import { FOLDER } from './files-module.ts';
import type { ServedFile } from './serve-files.ts';

export type Precision = ModelVariant['precision'];

/** Returns the workers of the engines with their runtimes, and the worker of reports. */
export function listWorkerFiles(folder: string, engines: readonly EngineName[]): [string, ServedFile][] {
  const names = engines.flatMap((engine) => [
    workerFileName(engine),
    ...RUNTIMES[engine].files.map(({ name }) => name),
  ]);
  return ['report.js', ...names].map((name) => [`${FOLDER}workers/${name}`, { path: join(folder, name) }]);
}

export interface ModelSelection {
  /** Undefined: all. */
  tasks: readonly TaskName[] | undefined;
  licence: LicenceKind;
  precisions: readonly Precision[];
}

/** Returns the files of the selected models, with a manifest that lists only these. */
export function listModelFiles(folder: string, selection: ModelSelection): [string, ServedFile][] {
  const manifest = selectModels(
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest,
    selection,
  );
  const names = manifest.models.flatMap(({ variants }) =>
    variants.flatMap(({ file, golden }) => [file, golden.file]),
  );
  return [
    [`${FOLDER}models/manifest.json`, { content: JSON.stringify(manifest) }],
    ...[...new Set(names)].map((name): [string, ServedFile] => [
      `${FOLDER}models/${name}`,
      { path: join(folder, name) },
    ]),
  ];
}

function selectModels(manifest: Manifest, { tasks, licence, precisions }: ModelSelection): Manifest {
  const allowed = selectByLicence(manifest, licence);
  const used = new Set(tasks?.flatMap((task) => findTaskModels(task, allowed.models) ?? []));
  const models = withoutServerModel(allowed.models)
    .filter((model) => tasks === undefined || used.has(model))
    .map((model) => ({ ...model, variants: selectVariants(model.variants, precisions) }));
  return { ...allowed, models };
}

/** A model without any of the precisions keeps all of its variants: with none it could not run. */
function selectVariants(variants: ModelVariant[], precisions: readonly Precision[]): ModelVariant[] {
  const selected = variants.filter(({ precision }) => precisions.includes(precision));
  return selected.length > 0 ? selected : variants;
}
