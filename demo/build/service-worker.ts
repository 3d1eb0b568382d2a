import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';

/**
 * Builds sw.ts into one classic script, as not every browser takes a module here, and tells it what the shell is made
 * of: the page, its scripts and styles, and the workers. Their names hold a hash, so the list is also the version.
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
        const code = await bundled(entry, { SHELL: shell, VERSION: version });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}

async function bundled(entry: string, constants: Record<string, unknown>): Promise<string> {
  const result = await build({
    configFile: false,
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
  if (!chunk) throw new Error(`${entry} was built into nothing`);
  return chunk.code;
}
