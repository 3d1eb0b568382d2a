import { once } from 'node:events';
import { KerbsideError } from '../src/errors.ts';
import type { ServeCommand, TokenCommand } from '../src/node/cli/parse-server-commands.ts';
import type { ServerCommands } from '../src/node/cli/server-commands.ts';
import { openAnalysis } from './analysis/open-analysis.ts';
import { secretOf } from './auth/secret.ts';
import { signToken } from './auth/sign-token.ts';
import { optionsFromEnvironment } from './options-from-environment.ts';
import { startService } from './start-service.ts';

export const serve: ServerCommands['serve'] = async (command: ServeCommand, { out, err }) => {
  const say = (line: string) => err.write(`${line}\n`);
  const { options, warnings } = optionsFromEnvironment(command, process.env);
  for (const warning of warnings) say(warning);
  const analysis = await openAnalysis(command.models, say);
  const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  try {
    const service = await startService({ ...options, ...analysis.options, log: say });
    out.write(`${service.url}\n`);
    await stopped;
    await service.close();
  } finally {
    await analysis.close();
  }
};

export const token: ServerCommands['token'] = async (command: TokenCommand) => {
  const { user, organization, permissions, expiresInSeconds, data } = command;
  const secret = process.env.KERBSIDE_SECRET || (data === undefined ? undefined : await secretOf(data));
  if (secret === undefined) {
    throw new KerbsideError(
      'invalid_input',
      'A token is signed with the secret of a service: set KERBSIDE_SECRET, or name its folder with --data.',
    );
  }
  return signToken(
    secret,
    { id: user, ...(organization !== undefined && { organizationId: organization }) },
    { expiresIn: expiresInSeconds, ...(permissions && { permissions }) },
  );
};
