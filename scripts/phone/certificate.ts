import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { type Certificate, createSelfSigned } from './self-signed.ts';

/**
 * Reads the certificate whose files HTTPS_CERT and HTTPS_KEY give, or returns undefined if neither is set.
 *
 * @throws if only one of them is set.
 */
export function readCertificate({ HTTPS_CERT, HTTPS_KEY }: NodeJS.ProcessEnv): Certificate | undefined {
  if (!HTTPS_CERT && !HTTPS_KEY) return undefined;
  if (!HTTPS_CERT || !HTTPS_KEY) throw new Error('Set HTTPS_CERT and HTTPS_KEY, or neither of them.');
  return { cert: readFileSync(HTTPS_CERT, 'utf8'), key: readFileSync(HTTPS_KEY, 'utf8') };
}

/** Creates a certificate for this computer's network addresses. Returns undefined without a network. */
export function createCertificate(): Certificate | undefined {
  const hosts = listNetworkHosts();
  return hosts.length > 0 ? createSelfSigned(['localhost', ...hosts], new Date()) : undefined;
}

function listNetworkHosts(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
