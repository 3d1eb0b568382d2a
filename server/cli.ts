import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { KerbsideError } from '../src/errors.ts';
import type { EraseCommand, ServeCommand, TokenCommand } from '../src/node/cli/parse-server-commands.ts';
import type { ServerCommands } from '../src/node/cli/server-commands.ts';
import { FLEET_FOLDER } from '../src/node/package-files.ts';
import { openAnalysis } from './analysis/open-analysis.ts';
import { readSecret } from './auth/secret.ts';
import { signToken } from './auth/sign-token.ts';
import { openStorage } from './open-storage.ts';
import { checkRole } from './options.ts';
import { readServiceOptions, readStorageOptions } from './read-service-options.ts';
import { erase as eraseData } from './retention/erase.ts';
import { startService } from './start-service.ts';
import { createLog, describeError } from './telemetry/log.ts';

/** Runs the service until SIGINT or SIGTERM. */
export const serve: ServerCommands['serve'] = async (command: ServeCommand, { out, err }) => {
  const printLine = (line: string) => err.write(`${line}\n`);
  const { options, warnings } = readServiceOptions(command, process.env);
  const logger = createLog({ level: options.logLevel ?? 'info', write: printLine, now: Date.now });
  for (const warning of warnings) logger.warn(warning, {});
  checkRole(options); // before models are loaded
  const analysis = await openAnalysis(command, (line) => logger.warn(line, {}));
  const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  try {
    const service = await startService({
      ...options,
      ...analysis.options,
      ...(existsSync(FLEET_FOLDER) && { fleet: FLEET_FOLDER }), // a checkout may not be built
      log: printLine,
    }).catch(throwWithCause);
    out.write(`${service.url}\n`);
    logger.info('Service started', { url: service.url });
    await stopped;
    await service.close();
    logger.info('Service stopped', {});
  } finally {
    await analysis.close();
  }
};

/** Signs a token with the secret of a service. */
export const token: ServerCommands['token'] = async (command: TokenCommand) => {
  const { user, organization, permissions, expiresInSeconds, data } = command;
  const secret = process.env.KERBSIDE_SECRET || (await requireSecret(data));
  return signToken(
    secret,
    { id: user, ...(organization !== undefined && { organizationId: organization }) },
    { expiresIn: expiresInSeconds, ...(permissions && { permissions }) },
  );
};

/** Erases data from database and blobs, of a service that may run, unless the database is embedded. */
export const erase: ServerCommands['erase'] = async ({ user, inspection, data }: EraseCommand) => {
  const options = readStorageOptions(data, process.env);
  if (data === undefined && options.databaseUrl === undefined)
    throw new KerbsideError(
      'invalid_input',
      'Nothing is stored. Pass the data folder of the service with --data, or set DATABASE_URL.',
    );
  const storage = await openStorage(options).catch(throwWithCause);
  try {
    const subject = user === undefined ? { inspectionId: inspection ?? '' } : { userId: user };
    return JSON.stringify(await eraseData(storage, subject));
  } finally {
    await storage.close();
  }
};

/** Does not create a secret: no service would accept a token signed with it. */
async function requireSecret(data: string | undefined): Promise<string> {
  if (data === undefined) {
    throw new KerbsideError(
      'invalid_input',
      'A token needs the secret of a service. Set KERBSIDE_SECRET, or pass the data folder of the service with --data.',
    );
  }
  const secret = await readSecret(data);
  if (secret !== undefined) return secret;
  throw new KerbsideError(
    'not_found',
    `${resolve(data)} contains no secret of a service. Pass the data folder of the service, start a service there first (kerbside serve --data ${data}), or set KERBSIDE_SECRET to the secret of the service.`,
  );
}

/** Adds the cause to the message: the operator needs it, clients do not get it. */
function throwWithCause(error: unknown): never {
  throw error instanceof KerbsideError ? new KerbsideError(error.code, describeError(error)) : error;
}
