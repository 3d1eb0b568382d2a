import { KerbsideError } from '../src/errors.ts';

/**
 * What an instance does: `api` serves requests and loads no models, `worker` runs tasks, reports and callbacks and serves
 * only its health, `all` does both.
 */
export type Role = 'all' | 'api' | 'worker';

/** The part of the service's options that a role depends on. */
interface RoleOptions {
  role?: Role;
  databaseUrl?: string;
  keys?: object;
  data?: string;
}

/**
 * Checks that an instance of this role can share its storage with others.
 *
 * @throws `invalid_input` if the database is embedded, or if the tokens of one API instance would be unknown to others.
 */
export function checkRole({ role = 'all', databaseUrl, keys, data }: RoleOptions): void {
  if (role === 'all') return;
  if (databaseUrl === undefined) {
    throw new KerbsideError(
      'invalid_input',
      `The role ${role} needs a Postgres server: the embedded database belongs to one process. Set DATABASE_URL, or use the role all.`,
    );
  }
  if (role === 'api' && !keys && data === undefined) {
    throw new KerbsideError(
      'invalid_input',
      'API instances must accept the same tokens. Set KERBSIDE_SECRET or KERBSIDE_JWKS_URL, or a data folder that they share.',
    );
  }
}
