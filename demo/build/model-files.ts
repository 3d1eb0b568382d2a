import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { RUNTIMES } from '../../src/inference/engines/runtime-files.ts';
import { serveFiles } from '../../src/vite/serve-files.ts';

/** Source files by their path on the server. */
type FilePaths = Record<string, string>;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folder name contains the versions: a worker never runs a cached runtime of another version. */
export const runtimeFolder = `runtime/${[...new Set(Object.values(RUNTIMES).map(({ version }) => version))].join('-')}/`;

/** Serves runtimes and models: the app builds its workers from their sources. */
export function serveAppFiles(): Plugin {
  const paths = Object.entries({ ...modelFiles(), ...runtimeFiles() });
  return serveFiles(new Map(paths.map(([name, path]) => [name, { path }])));
}

function runtimeFiles(): FilePaths {
  return Object.fromEntries(
    Object.values(RUNTIMES).flatMap(({ package: name, files }) =>
      files.map(({ name: file }) => [`${runtimeFolder}${file}`, `${root}node_modules/${name}/dist/${file}`]),
    ),
  );
}

/** The models of the app: those of the environment variable MODELS, by default the shipped ones. */
export function modelFiles(): FilePaths {
  const folder = resolve(root, process.env.MODELS ?? 'models');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    names
      .filter((name) => /\.(onnx|bin)$|^manifest\.json$/.test(name))
      .map((name) => [`models/${name}`, join(folder, name)]),
  );
}
