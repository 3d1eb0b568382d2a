import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { type Certificate, createSelfSigned } from './self-signed.ts';

/** The certificate that a person named, by the paths of its files. */
export function readCertificate({ HTTPS_CERT, HTTPS_KEY }: NodeJS.ProcessEnv): Certificate | undefined {
  if (!HTTPS_CERT || !HTTPS_KEY) return undefined;
  return { cert: readFileSync(HTTPS_CERT, 'utf8'), key: readFileSync(HTTPS_KEY, 'utf8') };
}

/** One made just now, for the addresses of this computer that a phone may know; none without a network. */
export function createCertificate(): Certificate | undefined {
  const hosts = networkHosts();
  return hosts.length > 0 ? createSelfSigned(['localhost', ...hosts], new Date()) : undefined;
}

function networkHosts(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
