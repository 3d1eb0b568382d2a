import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));

/**
 * @typedef {object} ServeOptions
 * @property {number} port
 * @property {string} [outDir]
 * @property {boolean} [everywhere] listen on all network interfaces, not only on localhost
 * @property {import('../scripts/phone/self-signed.ts').Certificate | undefined} [phones] serve over HTTPS as well, on the
 *   next port with this certificate: phones allow the camera, hashes and threads only over HTTPS
 * @property {import('./build/service-endpoint.ts').ServiceBeside} [service]
 */

/**
 * Builds the demo. The app is served from its build and not by Vite's development server, because it has to work
 * offline: a service worker can cache a page of a few files whose names change with their content.
 * @param {string} [outDir]
 */
export async function buildDemo(outDir) {
  await build(configFor(outDir));
}

/** @param {ServeOptions} options */
export async function serveBuilt({ port, outDir, everywhere = false, phones, service }) {
  const config = configFor(outDir);
  const plugins = service ? [await loadServiceEndpoint(service)] : [];
  const servers = [
    await preview({ ...config, plugins, preview: { port, ...(everywhere && { host: true }) } }),
  ];
  if (phones) {
    const secure = { host: true, port: port && port + 1, https: phones };
    servers.push(await preview({ ...config, plugins, preview: secure }));
  }
  const [local, network] = servers;
  const url = local?.resolvedUrls?.local[0];
  if (!url) throw new Error('The server has no local URL.');
  return {
    url,
    networkUrls: network?.resolvedUrls?.network ?? [],
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
 * Loaded on demand: only callers that start a service can load TypeScript.
 * @param {import('./build/service-endpoint.ts').ServiceBeside} service
 */
async function loadServiceEndpoint(service) {
  const { serviceEndpoint } = await import('./build/service-endpoint.ts');
  return serviceEndpoint(service);
}
