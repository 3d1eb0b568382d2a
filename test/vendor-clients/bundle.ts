import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type InlineConfig } from 'vite';
import { isInstalled } from '../../scripts/ensure-dependencies.mjs';
import type { CallInput, CallResult } from './calls.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const ENTRY = 'virtual:entry';

/** A client that can be run: its package, and the module of this folder that makes its calls. */
export interface VendorClient {
  /** For the table. */
  title: string;
  /** A package name, or the path of a package or file. */
  module: string;
  /** The name of the module without its extension. It exports `run(client, input)`. */
  calls: string;
}

/** Version 5.4.2, installed from npm. */
export const NETWORK_5: VendorClient = {
  title: '@monkvision/network 5.4.2',
  module: '@monkvision/network',
  calls: 'network-5',
};

/**
 * Version 3.8.17. The npm registry may not have it, so its requests were recorded and are replayed. `COREJS` is the path
 * of the package, for those who have it: then the client itself runs.
 */
export const COREJS_3: VendorClient = process.env.COREJS
  ? { title: '@monkvision/corejs 3.8.17', module: process.env.COREJS, calls: 'corejs-3' }
  : {
      title: '@monkvision/corejs 3.8.17 (recorded)',
      module: fileURLToPath(new URL('corejs-3-requests.json', import.meta.url)),
      calls: 'replay',
    };

/** Bundles a client with its calls into one file for Node or for a page, and returns its path. Installs the client if needed. */
export async function bundleClient(
  { module, calls }: VendorClient,
  target: 'node' | 'page',
  outDir: string,
): Promise<string> {
  if (!isAbsolute(module)) await installClients();
  const fileName = `${calls}-${target}.mjs`;
  const source = `import * as client from ${JSON.stringify(module)};
    import { run } from ${JSON.stringify(`${folder}${calls}.ts`)};
    export const runCalls = (input) => run(client, input);`;
  const common: InlineConfig = {
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `${folder}${ENTRY.replace(':', '-')}.ts` : undefined),
        load: (id) => (id.endsWith(`${ENTRY.replace(':', '-')}.ts`) ? source : undefined),
      },
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: fileName, codeSplitting: false },
      },
    },
  };
  await build(
    target === 'page'
      ? common
      : { ...common, ssr: { noExternal: true }, build: { ...common.build, ssr: true } },
  );
  return `${outDir}/${fileName}`;
}

/** Makes the calls of a bundle in this process. Both clients read `navigator`, which Node 20 does not have. */
export async function runInNode(bundle: string, input: CallInput): Promise<CallResult[]> {
  const { navigator: own, window: none } = globalThis as { navigator?: unknown; window?: unknown };
  const navigator = own ?? { userAgent: `Node.js/${process.version}` };
  Object.assign(globalThis, { navigator, window: { navigator } });
  try {
    const { runCalls } = (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as {
      runCalls(input: CallInput): Promise<CallResult[]>;
    };
    return await runCalls(input);
  } finally {
    // Other test files of this process open PGlite, which takes a global window for a browser.
    restoreGlobal('navigator', own);
    restoreGlobal('window', none);
  }
}

function restoreGlobal(name: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(globalThis, name);
  else Object.assign(globalThis, { [name]: value });
}

/** Installs the vendor's packages into this folder, in the versions of its lock file, unless they are there. */
async function installClients(): Promise<void> {
  const [locked, installed] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map(readPackages),
  );
  if (isInstalled(locked, installed)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' });
}

async function readPackages(lockFile: string) {
  try {
    return JSON.parse(await readFile(`${folder}${lockFile}`, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
