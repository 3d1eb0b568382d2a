import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));

/**
 * @typedef {object} ServeOptions
 * @property {number} port
 * @property {string} [outDir]
 * @property {boolean} [everywhere] reachable from the network, and not from this computer only
 * @property {import('../scripts/phone/self-signed.ts').Certificate | undefined} [phones] over https as well, on the
 *   next port and with this certificate: only there does a phone have its camera, hashes and threads
 * @property {import('./build/service-endpoint.ts').ServiceBeside} [service]
 */

/**
 * Builds the demo and serves what was built. The build and not Vite's development server, because offline use is
 * what the demo is for: a service worker can keep a page of a few files whose names change when they do.
 * @param {ServeOptions} options
 */
export async function buildAndServe(options) {
  await buildDemo(options.outDir);
  return serveBuilt(options);
}

/** @param {string} [outDir] */
export async function buildDemo(outDir) {
  await build(configFor(outDir));
}

/** @param {ServeOptions} options */
export async function serveBuilt({ port, outDir, everywhere = false, phones, service }) {
  const config = configFor(outDir);
  const plugins = service ? [await endpoint(service)] : [];
  const servers = [
    await preview({ ...config, plugins, preview: { port, ...(everywhere && { host: true }) } }),
  ];
  if (phones) {
    const secure = { host: true, port: port && port + 1, https: phones };
    servers.push(await preview({ ...config, plugins, preview: secure }));
  }
  const [here, beyond] = servers;
  const url = here?.resolvedUrls?.local[0];
  if (!url) throw new Error('The server has no address');
  return {
    url,
    networkUrls: beyond?.resolvedUrls?.network ?? [],
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

/**
 * @param {string | undefined} outDir
 * @returns {import('vite').InlineConfig}
 */
function configFor(outDir) {
  return { root, configFile, logLevel: 'warn', ...(outDir && { build: { outDir } }) };
}

/**
 * Only with a service: whoever starts one can load TypeScript.
 * @param {import('./build/service-endpoint.ts').ServiceBeside} service
 */
async function endpoint(service) {
  const { serviceEndpoint } = await import('./build/service-endpoint.ts');
  return serviceEndpoint(service);
}
