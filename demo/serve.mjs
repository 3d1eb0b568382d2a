import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));

/**
 * Builds the demo and serves what was built. The build and not Vite's development server, because offline use is
 * what the demo is for: a service worker can keep a page of a few files whose names change when they do.
 * @param {{ port: number, outDir?: string }} options
 */
export async function buildAndServe({ port, outDir }) {
  /** @type {import('vite').InlineConfig} */
  const config = { root, configFile, logLevel: 'warn', ...(outDir && { build: { outDir } }) };
  await build(config);
  const server = await preview({ ...config, preview: { port } });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The server has no address');
  return { url, close: () => server.close() };
}
