import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import type { Precache } from './files.ts';
import { FILES_MODULE } from './files-module.ts';
import { readServed, type ServedFiles } from './serve-files.ts';

const SCRIPT_NAME = 'sw.js';

/** The id of a module that exists only in the build. */
const DEFAULT_ENTRY = 'kerbside-service-worker';
const DEFAULT_SCRIPT = `
import { precache } from 'kerbside/files';
import { serveKerbside, servePage } from ${JSON.stringify(fileURLToPath(new URL('../service-worker/index.js', import.meta.url)))};

servePage(precache);
serveKerbside();
`;

/** A page can register it in development. Cached files would hide changes of the sources. */
const DEVELOPMENT_SCRIPT = '// In development nothing is cached.\n';

/** Serves a service worker that does nothing, in development. */
export function serveEmptyServiceWorker(): Plugin {
  return {
    name: 'kerbside-empty-service-worker',
    apply: 'serve',
    configureServer({ middlewares, config }) {
      middlewares.use(`${config.base}${SCRIPT_NAME}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(DEVELOPMENT_SCRIPT);
      });
    },
  };
}

/** Frameworks that render pages write them after the build. */
const NO_PAGE =
  'The build has no page: sw.js opens none without a network. Name the pages in a module of your own, see docs/getting-started.md.';

/**
 * Builds a service worker as one classic script, because not every browser supports module service workers. Its
 * `kerbside/files` lists the files of the app: the page, its scripts and styles. Names and contents define the version: not
 * every name contains a hash.
 *
 * @param entry - The module, or `true` for {@link DEFAULT_SCRIPT}.
 * @param served - The files that the plugin serves. The version covers the worker scripts of these: the module may cache them.
 */
export function buildServiceWorker(
  entry: string | true,
  served: ServedFiles,
  loadFilesModule: (precache: Precache) => string,
): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'kerbside-service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        if (this.environment.config.consumer === 'server') return;
        const files = Object.keys(bundle)
          .filter((name) => !name.endsWith('.map') && !isHidden(name))
          .sort();
        if (entry === true && !files.some((name) => name.endsWith('.html'))) this.warn(NO_PAGE);
        const hash = createHash('sha256').update(files.join());
        for (const name of files) {
          const file = bundle[name];
          if (file) hash.update(file.type === 'asset' ? file.source : file.code);
        }
        for (const [name, file] of served) if (name.endsWith('.js')) hash.update(readServed(file));
        const code = loadFilesModule({ version: hash.digest('hex').slice(0, 12), files });
        const source = await bundleScript(
          entry === true ? DEFAULT_ENTRY : resolve(config.root, entry),
          code,
          config,
        );
        this.emitFile({ type: 'asset', fileName: SCRIPT_NAME, source });
      },
    },
  };
}

/** Servers refuse files such as .vite/manifest.json, and without one file a service worker is not installed. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.'));
}

async function bundleScript(entry: string, filesModule: string, config: ResolvedConfig): Promise<string> {
  const { root, base, mode, define, envDir, envPrefix, resolve: resolution } = config;
  const modules: Record<string, string> = { [FILES_MODULE]: filesModule, [DEFAULT_ENTRY]: DEFAULT_SCRIPT };
  const result = await build({
    configFile: false,
    root,
    base,
    mode,
    envDir,
    ...(define && { define }),
    ...(envPrefix && { envPrefix }),
    resolve: { alias: resolution.alias, tsconfigPaths: true },
    logLevel: 'warn',
    plugins: [
      {
        name: 'kerbside-files-of-service-worker',
        enforce: 'pre',
        resolveId: (id) => (id in modules ? `\0${id}` : undefined),
        load: (id) => modules[id.slice(1)],
      },
    ],
    // Vite 7 does not know the newer name rolldownOptions.
    build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .find((one) => one.type === 'chunk');
  if (!chunk) throw new Error(`The build of ${entry} has no output.`);
  return chunk.code;
}
