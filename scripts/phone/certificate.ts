import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { type Certificate, selfSigned } from './self-signed.ts';

/** The certificate that a person named, by the paths of its files. */
export function namedCertificate({ HTTPS_CERT, HTTPS_KEY }: NodeJS.ProcessEnv): Certificate | undefined {
  if (!HTTPS_CERT || !HTTPS_KEY) return undefined;
  return { cert: readFileSync(HTTPS_CERT, 'utf8'), key: readFileSync(HTTPS_KEY, 'utf8') };
}

/** One made just now, for the addresses of this computer that a phone may know; none without a network. */
export function ownCertificate(): Certificate | undefined {
  const hosts = networkHosts();
  return hosts.length > 0 ? selfSigned(['localhost', ...hosts], new Date()) : undefined;
}

function networkHosts(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
