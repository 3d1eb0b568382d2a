import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltFile {
  code: string;
  /** The size as a server sends it. */
  gzipBytes: number;
  /** The files that are loaded with it. */
  imports: string[];
  /** The lengths of its modules before minification, by path. */
  modules: Record<string, number>;
}

/** The files of the app by name. */
export type BuiltApp = Record<string, BuiltFile>;

const ENTRY = 'app.js';

/** Builds app.ts with the sources of the library, with Vite's defaults for an app. */
export async function buildApp(): Promise<BuiltApp> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: {
      alias: [
        { find: /^kerbside$/, replacement: `${root}src/index.ts` },
        { find: /^kerbside\/sync$/, replacement: `${root}src/sync/index.ts` },
      ],
    },
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('app.ts', import.meta.url)),
        output: { entryFileNames: ENTRY, chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const files: BuiltApp = {};
  for (const output of [built].flat())
    if ('output' in output)
      for (const file of output.output)
        if (file.type === 'chunk')
          files[file.fileName] = {
            code: file.code,
            gzipBytes: gzipSync(file.code, { level: 9 }).byteLength,
            imports: file.imports,
            modules: Object.fromEntries(
              Object.entries(file.modules).map(([path, { renderedLength }]) => [
                path.replace(root, ''),
                renderedLength,
              ]),
            ),
          };
  return files;
}

/** Returns the files that are loaded before the first line of the app runs. */
export function listFirstFiles(app: BuiltApp): string[] {
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    app[name]?.imports.forEach(load);
  };
  load(ENTRY);
  return [...loaded];
}

export interface ServedApp {
  url: string;
  files: BuiltApp;
  close(): Promise<void>;
}

/** Serves the app and an empty page that loads it. */
export async function serveApp(files: BuiltApp): Promise<ServedApp> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    const file = files[name];
    if (name !== '' && !file) return response.writeHead(404).end();
    response.setHeader('Content-Type', file ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      file?.code ?? `<!doctype html><title>App</title><script type="module" src="/${ENTRY}"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server did not get a port');
  return {
    url: `http://localhost:${address.port}/`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
