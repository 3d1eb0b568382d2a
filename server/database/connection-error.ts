/** Where a database is looked for: nothing of who signs in, for this is logged. */
export interface DatabaseAddress {
  host: string;
  port: number;
  name: string;
}

const URL_OF_IT = 'DATABASE_URL';

/**
 * Says, to whoever runs the service, why there is no connection and what to do; undefined where there was one, and
 * Postgres refused a statement.
 */
export function describeConnectionError(
  error: Error & { code?: unknown },
  { host, port, name }: DatabaseAddress,
): string | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const database = `database "${name}"`;
  const told = `${code}: ${error.message}`;
  if (/^3D...$/.test(code))
    return `Postgres at ${at} has no ${database} (${code}). Create it, or correct its name in ${URL_OF_IT}.`;
  if (/^28...$/.test(code) || error.message.startsWith('SASL'))
    return `Postgres at ${at} refused the login to ${database} (${code ? told : error.message}). Correct user and password in ${URL_OF_IT}, or allow the login in pg_hba.conf.`;
  if (/^(08...|57P0.|53300)$/.test(code))
    return `Postgres at ${at}, ${database}, takes no connection now (${told}). Wait until it does, or see its log.`;
  if (/CERT|SIGNATURE|TLS|SSL/.test(code) || (!code && error.message.includes('SSL')))
    return `no TLS with Postgres at ${at}, ${database} (${code || error.message}). Correct sslmode or sslrootcert in ${URL_OF_IT}, or the server's certificate.`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `nothing listens at ${at}, where ${database} is looked for (${code}). Start Postgres, or correct host and port in ${URL_OF_IT}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host ${host} of ${database}, port ${port}, is not known (${code}). Correct it in ${URL_OF_IT}, or see to the name server.`;
  if (/^E[A-Z_]*(TIMEDOUT|UNREACH)$/.test(code) || (!code && /timeout/i.test(error.message)))
    return `Postgres at ${at}, ${database}, does not answer (${code || error.message}). See that it runs, and that the network lets this machine through to it.`;
  if (/^E[A-Z_]+$/.test(code) || (!code && LOST.test(error.message)))
    return `the connection to Postgres at ${at}, ${database}, was lost (${code || error.message}). See that it runs, and its log.`;
  return undefined;
}

/** What the driver says, without a code, of a connection that was lost or could not be had. */
const LOST = /connection|trying to connect/i;
