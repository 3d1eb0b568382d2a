import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, mergeConfig, type Plugin, preview } from 'vite';
import config from '../vite.config.ts';
import { type ServiceBeside, serviceEndpoint } from './service-endpoint.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

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

/** The configuration of the app. The caller may have no tsconfig paths, so Vite does not load the file itself. */
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
