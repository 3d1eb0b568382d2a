import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type PreviewServer, preview } from 'vite';
import type { Certificate } from '../../../scripts/phone/self-signed.ts';
import { pageConfig } from '../../lib/page-config.ts';
import type { Result } from '../result.ts';
import { ResultFiles } from './result-files.ts';
import { resultsEndpoint } from './results-endpoint.ts';

export interface PhoneBenchOptions {
  /** The http port for this computer. The https port for the network is the next. */
  port: number;
  /** The folder of results. */
  results: string;
  onKept(result: Result, file: string, all: readonly Result[]): void;
  /** Reachable from the network, with this certificate. */
  phones?: Certificate | undefined;
  outDir?: string;
}

export interface PhoneBench {
  /** For this computer. */
  url: string;
  /** For phones on the same network. Undefined without a network. */
  networkUrls: string[];
  close(): Promise<void>;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the page and serves it to this computer and to phones. */
export async function servePhoneBench(options: PhoneBenchOptions): Promise<PhoneBench> {
  const { port, results, onKept, phones, outDir = path('../../../.data/bench-phone') } = options;
  const files = new ResultFiles(results);
  const endpoint = resultsEndpoint(files, async (result, file) => onKept(result, file, await files.all()));
  const own: InlineConfig = {
    ...pageConfig,
    root: path('..'),
    build: { ...pageConfig.build, outDir },
    plugins: [...(pageConfig.plugins ?? []), endpoint],
  };
  await build(own);
  const servers = [await preview({ ...own, preview: { ...own.preview, host: 'localhost', port } })];
  if (phones) {
    const beyond = { ...own.preview, host: true, port: port && port + 1, https: phones };
    servers.push(await preview({ ...own, preview: beyond }));
  }
  const [here, beyond] = servers;
  const url = here?.resolvedUrls?.local[0];
  if (!url) throw new Error('The server has no address');
  return {
    url,
    networkUrls: beyond?.resolvedUrls?.network ?? [],
    close: async () => void (await Promise.all(servers.map((server: PreviewServer) => server.close()))),
  };
}
