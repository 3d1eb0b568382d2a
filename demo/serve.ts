import type { IncomingMessage, ServerResponse } from 'node:http';
import { build, type InlineConfig, mergeConfig, type Plugin, preview } from 'vite';
import config from './vite.config.ts';

const root = import.meta.dirname;

/** A service that runs beside the page's server. */
interface ServiceBeside {
  /** Its base URL, with the version. */
  url: string;
  token(): Promise<string>;
}

interface ServeOptions {
  port: number;
  outDir?: string;
  /** Listens on all network interfaces, not only on localhost. */
  everywhere?: boolean;
  /**
   * Serves over HTTPS as well, on the next port with this certificate: phones allow the camera, hashes and threads only over
   * HTTPS.
   */
  phones?: { cert: string; key: string } | undefined;
  service?: ServiceBeside;
}

/** Returns the configuration of the app. If Vite loaded the file, it would need the built library for `kerbside/vite`. */
export function configFor(outDir?: string): InlineConfig {
  const ours: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'warn',
    ...(outDir && { build: { outDir } }),
  };
  return mergeConfig(config, ours);
}

/**
 * Builds the demo. The app is served from its build and not by Vite's development server, because it has to work
 * offline: a service worker can cache a page of a few files whose names change with their content.
 */
export async function buildDemo(outDir?: string): Promise<void> {
  await build(configFor(outDir));
}

export async function serveBuilt({ port, outDir, everywhere = false, phones, service }: ServeOptions) {
  const plugins: Plugin[] = service ? [serviceEndpoint(service)] : [];
  const serve = (options: InlineConfig['preview']) =>
    preview(mergeConfig(configFor(outDir), { plugins, preview: options }));
  const servers = [await serve({ port, ...(everywhere && { host: true }) })];
  if (phones) servers.push(await serve({ host: true, port: port && port + 1, https: phones }));
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
 * Serves the service's configuration and development tokens to the page, and proxies its requests and the fleet page. Page
 * and service have one origin, whatever address a phone uses. For development only: everyone who can load the page gets a
 * token.
 */
function serviceEndpoint(service: ServiceBeside): Plugin {
  const { origin, pathname } = new URL(service.url);
  const proxied = { target: origin, changeOrigin: true };
  const responses: Record<string, () => Promise<string>> = {
    '/service.json': async () => JSON.stringify({ baseUrl: `.${pathname}` }),
    '/service-token': () => service.token(),
  };
  return {
    name: 'service-endpoint',
    config: () => ({ preview: { proxy: { [pathname]: proxied, '/fleet': proxied } } }),
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
        const respond = responses[new URL(request.url ?? '/', 'http://localhost').pathname];
        if (!respond) return next();
        response.setHeader('Cache-Control', 'no-store');
        response.setHeader('Content-Type', 'text/plain');
        response.end(await respond());
      });
    },
  };
}
