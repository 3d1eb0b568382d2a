/**
 * The Vite plugin: serves Kerbside's workers, runtimes and models beside an app. Start at {@link kerbside}.
 *
 * @packageDocumentation
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite';
import type { LicenceKind } from '../analysis/licence.ts';
import type { TaskName } from '../domain/enums.ts';
import { ENGINE_NAMES, type EngineName } from '../inference/engine.ts';
import type { Precache } from './files.ts';
import { createFilesModule, FILES_MODULE, findBase, resolveRelativeBase } from './files-module.ts';
import { listModelFiles, listWorkerFiles, type Precision } from './list-files.ts';
import { type ServedFiles, serveFiles } from './serve-files.ts';
import { buildServiceWorker, serveEmptyServiceWorker } from './service-worker.ts';

/** Options of {@link kerbside}. */
export interface KerbsidePluginOptions {
  /**
   * The engines whose workers and runtimes are served. Each is used only where a device can.
   *
   * @default all: 'wasm', 'webgpu' and 'tfjs'
   */
  engines?: readonly EngineName[];
  /**
   * The tasks whose models are served.
   *
   * @default all tasks
   */
  tasks?: readonly TaskName[];
  /**
   * Which models are served, and the `licence` of `deviceModels`. `research` adds those that are **for research and
   * non-commercial use only**.
   *
   * @default 'free'
   */
  licence?: LicenceKind;
  /**
   * The precisions of the model files that are served.
   *
   * @default all: 'int8' and 'fp16'
   */
  precisions?: readonly Precision[];
  /**
   * A folder with manifest.json and the files it names. `false` serves no models: the app only records and syncs.
   *
   * @default the package kerbside-models
   */
  models?: string | false;
  /**
   * A module that the build makes into one script, `sw.js`. It can import `precache` from `kerbside/files`. `true` makes one
   * that serves the files of the build and what `preload` cached. In development `sw.js` is empty.
   *
   * @default none
   */
  serviceWorker?: string | true;
  /**
   * Whether the development and the preview server send the headers for threads (cross-origin isolation).
   *
   * @default true
   */
  isolate?: boolean;
}

/** The library. Ids of modules have slashes on Windows too. */
const LIBRARY = normalizePath(fileURLToPath(new URL('../', import.meta.url)));

/** The built workers, also of a plugin that runs from its source. */
const WORKERS = fileURLToPath(new URL('../../dist/workers', import.meta.url));

/** Without them a page has no SharedArrayBuffer, and WASM no threads. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Creates the plugin. In development it serves workers, runtimes and models from their packages, in a build it copies them.
 * `kerbside/files` has their addresses.
 *
 * @example
 * ```ts
 * // vite.config.ts
 * import { defineConfig } from 'vite';
 * import { kerbside } from 'kerbside/vite';
 *
 * export default defineConfig({ plugins: [kerbside({ tasks: ['damage_detection'] })] });
 * ```
 */
export function kerbside({
  engines = ENGINE_NAMES,
  tasks,
  licence = 'free',
  precisions = ['int8', 'fp16'],
  models,
  serviceWorker,
  isolate = true,
}: KerbsidePluginOptions = {}): Plugin[] {
  const served: ServedFiles = new Map();
  const loadFilesModule = (base: string, precache?: Precache) =>
    createFilesModule({ base, ...(models !== false && { licence }), ...(precache && { precache }) });
  const addresses: Plugin = {
    name: 'kerbside',
    enforce: 'pre',
    config: () => ({
      ...(isolate && { server: { headers: ISOLATION }, preview: { headers: ISOLATION } }),
      optimizeDeps: { exclude: [FILES_MODULE] },
    }),
    configResolved(config) {
      const files = [
        ...listWorkerFiles(WORKERS, engines),
        ...(models === false
          ? []
          : listModelFiles(models ?? findModels(config), { tasks, licence, precisions })),
      ];
      for (const [path, file] of files) served.set(path, file);
    },
    // Frameworks with server components need the directive. It has no effect here, and a bundler warns.
    onLog: (_level, { code, id }) =>
      code === 'MODULE_LEVEL_DIRECTIVE' && id?.startsWith(LIBRARY) ? false : undefined,
    resolveId: (id) => (id === FILES_MODULE ? `\0${FILES_MODULE}` : undefined),
    load(id) {
      return id === `\0${FILES_MODULE}` ? loadFilesModule(findBase(this.environment.config)) : undefined;
    },
  };
  return [
    addresses,
    resolveRelativeBase(),
    serveFiles(served),
    ...(serviceWorker === undefined
      ? []
      : [
          serveEmptyServiceWorker(),
          buildServiceWorker(serviceWorker, served, (precache) => loadFilesModule('./', precache)),
        ]),
  ];
}

/** Finds kerbside-models from the app, which installed it. */
function findModels({ root }: ResolvedConfig): string {
  try {
    return dirname(createRequire(join(root, 'index.html')).resolve('kerbside-models/manifest.json'));
  } catch {
    throw new Error(
      'kerbside-models is not installed. Run npm install kerbside-models, or pass models: false to kerbside().',
    );
  }
}
