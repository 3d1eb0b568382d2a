import { once } from 'node:events';
import { resolve } from 'node:path';
import { KerbsideError } from '../src/errors.ts';
import type { ServeCommand, TokenCommand } from '../src/node/cli/parse-server-commands.ts';
import type { ServerCommands } from '../src/node/cli/server-commands.ts';
import { openAnalysis } from './analysis/open-analysis.ts';
import { readSecret } from './auth/secret.ts';
import { signToken } from './auth/sign-token.ts';
import { describeError } from './describe-error.ts';
import { readServiceOptions } from './options-from-environment.ts';
import { startService } from './start-service.ts';

export const serve: ServerCommands['serve'] = async (command: ServeCommand, { out, err }) => {
  const say = (line: string) => err.write(`${line}\n`);
  const { options, warnings } = readServiceOptions(command, process.env);
  for (const warning of warnings) say(warning);
  const analysis = await openAnalysis(command.models, say);
  const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  try {
    const service = await startService({ ...options, ...analysis.options, log: say }).catch(tellCause);
    out.write(`${service.url}\n`);
    await stopped;
    await service.close();
  } finally {
    await analysis.close();
  }
};

export const token: ServerCommands['token'] = async (command: TokenCommand) => {
  const { user, organization, permissions, expiresInSeconds, data } = command;
  const secret = process.env.KERBSIDE_SECRET || (await secretIn(data));
  return signToken(
    secret,
    { id: user, ...(organization !== undefined && { organizationId: organization }) },
    { expiresIn: expiresInSeconds, ...(permissions && { permissions }) },
  );
};

/** Not one of our own making: no service would take what is signed with it. */
async function secretIn(data: string | undefined): Promise<string> {
  if (data === undefined) {
    throw new KerbsideError(
      'invalid_input',
      'A token is signed with the secret of a service: set KERBSIDE_SECRET, or name its folder with --data.',
    );
  }
  const secret = await readSecret(data);
  if (secret !== undefined) return secret;
  throw new KerbsideError(
    'not_found',
    `There is no secret of a service in ${resolve(data)}: name the folder that the service was started with, start it there first (kerbside serve --data ${data}), or set KERBSIDE_SECRET to the service's.`,
  );
}

/** Whoever starts the service is to mend it, and is told what clients are not. */
function tellCause(error: unknown): never {
  throw error instanceof KerbsideError ? new KerbsideError(error.code, describeError(error)) : error;
}
