import { KerbsideError } from 'kerbside';
import { type RemoteSyncOptions, remoteSync } from 'kerbside/sync';

/** Told by the server of the page (build/service-endpoint.ts), where it has a service beside it. */
interface Beside {
  /** Relative to the page. */
  baseUrl: string;
}

const KEY = 'kerbside-demo:service';
const PATIENCE_MS = 2000;

/**
 * Sends what is recorded to the service beside the page, if there is one. What was told once is remembered: without
 * a network nobody can be asked, and what is recorded then has to be sent all the same.
 */
export async function syncBeside(): Promise<ReturnType<typeof remoteSync> | undefined> {
  const beside = remembered() ?? (await told());
  if (!beside) return undefined;
  const options: RemoteSyncOptions = {
    baseUrl: new URL(beside.baseUrl, document.baseURI).href,
    getToken: tokens(),
    route: 'device', // the models run here, and the service keeps what they find
  };
  return remoteSync(options);
}

function remembered(): Beside | undefined {
  const text = localStorage.getItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as Beside);
}

async function told(): Promise<Beside | undefined> {
  try {
    const response = await fetch('service.json', { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return undefined;
    const beside = (await response.json()) as Beside;
    localStorage.setItem(KEY, JSON.stringify(beside));
    return beside;
  } catch {
    return undefined; // no network: asked again at the next start
  }
}

/** A development token, asked for again when the service no longer takes it; your app asks its identity provider. */
function tokens(): RemoteSyncOptions['getToken'] {
  let token: string | undefined;
  return async ({ expired }) => {
    if (expired) token = undefined;
    token ??= await newToken();
    return token;
  };
}

async function newToken(): Promise<string> {
  try {
    const response = await fetch('service-token', { cache: 'no-store' });
    if (response.ok) return await response.text();
  } catch {
    // no network: the same as a server that has none to give
  }
  throw new KerbsideError('remote_unavailable', 'The server of this page gives no token. Is it running?', {
    retryable: true,
  });
}
