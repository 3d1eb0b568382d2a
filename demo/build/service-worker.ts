import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';

/**
 * Builds sw.ts as one classic script, because not every browser supports module service workers. Defines the list of shell
 * files: the page, its scripts and styles, and the workers. Their names contain hashes, so the list defines the version.
 */
export function serviceWorker(entry: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = Object.keys(bundle)
          .filter((name) => !name.endsWith('.map'))
          .sort();
        const page = bundle['index.html'];
        const text = page?.type === 'asset' ? page.source : '';
        const version = createHash('sha256').update(shell.join()).update(text).digest('hex').slice(0, 12);
        const code = await bundleScript(entry, { SHELL: shell, VERSION: version });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}

async function bundleScript(entry: string, constants: Record<string, unknown>): Promise<string> {
  const result = await build({
    configFile: false,
    resolve: { tsconfigPaths: true },
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunk = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .find((one) => one.type === 'chunk');
  if (!chunk) throw new Error(`The build of ${entry} has no output.`);
  return chunk.code;
}
