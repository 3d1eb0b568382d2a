/** The address of a database. Without user and password: it is logged. */
export interface DatabaseAddress {
  host: string;
  port: number;
  name: string;
}

/**
 * Returns why the connection failed and what to do, for the operator of the service. Returns undefined if the connection
 * works and Postgres rejected a statement.
 */
export function describeConnectionError(
  error: Error & { code?: unknown },
  { host, port, name }: DatabaseAddress,
): string | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const database = `database "${name}"`;
  const reason = `${code}: ${error.message}`;
  if (/^3D...$/.test(code))
    return `Postgres at ${at} has no ${database} (${code}). Create it, or correct its name in DATABASE_URL.`;
  if (/^28...$/.test(code) || error.message.startsWith('SASL'))
    return `Postgres at ${at} rejected the login to ${database} (${code ? reason : error.message}). Correct user and password in DATABASE_URL, or allow the login in pg_hba.conf.`;
  if (/^(08...|57P0.|53300)$/.test(code))
    return `Postgres at ${at}, ${database}, accepts no connection now (${reason}). Wait, or check its log.`;
  if (/CERT|SIGNATURE|TLS|SSL/.test(code) || (!code && error.message.includes('SSL')))
    return `TLS with Postgres at ${at}, ${database}, failed (${code || error.message}). Correct sslmode or sslrootcert in DATABASE_URL, or the server's certificate.`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `no server listens at ${at} for ${database} (${code}). Start Postgres, or correct host and port in DATABASE_URL.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host ${host} of ${database}, port ${port}, is unknown (${code}). Correct it in DATABASE_URL, or check the DNS server.`;
  if (/^E[A-Z_]*(TIMEDOUT|UNREACH)$/.test(code) || (!code && /timeout/i.test(error.message)))
    return `Postgres at ${at}, ${database}, does not respond (${code || error.message}). Check that it runs, and that the network allows connections from this machine.`;
  if (/^E[A-Z_]+$/.test(code) || (!code && CONNECTION_LOST.test(error.message)))
    return `the connection to Postgres at ${at}, ${database}, was lost (${code || error.message}). Check that it runs, and check its log.`;
  return undefined;
}

/** Messages of the driver, without a code, for a connection that failed. */
const CONNECTION_LOST = /connection|trying to connect/i;
