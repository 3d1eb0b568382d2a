import { KerbsideError } from 'kerbside';
import { type RemoteSyncOptions, remoteSync } from 'kerbside/sync';

/** The response of the page's server (build/serve.ts) if it runs with a service. */
interface ServiceConfig {
  /** Relative to the page. */
  baseUrl: string;
}

const KEY = 'kerbside-demo:service';
const TIMEOUT_MS = 2000;

/**
 * Connects to the service of the page's server; returns undefined if there is none. The configuration is stored: if the app
 * starts offline, it must still record operations for the service.
 */
export async function connectService(): Promise<ReturnType<typeof remoteSync> | undefined> {
  const config = readStoredConfig() ?? (await fetchConfig());
  if (!config) return undefined;
  const options: RemoteSyncOptions = {
    baseUrl: new URL(config.baseUrl, document.baseURI).href,
    getToken: createTokenSource(),
    route: 'device', // models run on the device; the service stores the results
  };
  return remoteSync(options);
}

function readStoredConfig(): ServiceConfig | undefined {
  const text = localStorage.getItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as ServiceConfig);
}

async function fetchConfig(): Promise<ServiceConfig | undefined> {
  try {
    const response = await fetch('service.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return undefined;
    const config = (await response.json()) as ServiceConfig;
    localStorage.setItem(KEY, JSON.stringify(config));
    return config;
  } catch {
    return undefined; // offline: the next start tries again
  }
}

/** Returns development tokens, and a new one after the service rejects it. A real app asks its identity provider. */
function createTokenSource(): RemoteSyncOptions['getToken'] {
  let token: string | undefined;
  return async ({ expired }) => {
    if (expired) token = undefined;
    token ??= await fetchToken();
    return token;
  };
}

async function fetchToken(): Promise<string> {
  try {
    const response = await fetch('service-token', { cache: 'no-store' });
    if (response.ok) return await response.text();
  } catch {
    // offline: handled like a server without tokens
  }
  throw new KerbsideError(
    'remote_unavailable',
    'The server of this page returned no token. Check that it is running.',
    {
      retryable: true,
    },
  );
}
