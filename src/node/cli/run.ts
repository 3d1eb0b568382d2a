import { readPackageVersion } from '../package-files.ts';
import { parseCommand } from './parse-command.ts';
import type { EraseCommand, ServeCommand, TokenCommand } from './parse-server-commands.ts';
import { type Streams, toSingleLine } from './terminal.ts';
import { USAGE } from './usage.ts';

/** Runs one command and returns the exit code. An error is reported in one line on standard error. */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<0 | 1> {
  try {
    const command = parseCommand(args);
    switch (command.name) {
      case 'help':
        streams.out.write(`${USAGE}\n`);
        break;
      case 'version':
        streams.out.write(`${await readPackageVersion()}\n`);
        break;
      case 'inspect': {
        // Imported here: `help` and `token` need neither sharp nor the runtime, which take a second to load.
        const { inspect } = await import('./inspect.ts');
        await inspect(command, streams);
        break;
      }
      case 'serve':
        await (await importServer()).serve(command, streams);
        break;
      case 'token':
        streams.out.write(`${await (await importServer()).token(command)}\n`);
        break;
      case 'erase':
        streams.out.write(`${await (await importServer()).erase(command)}\n`);
    }
    return 0;
  } catch (error) {
    streams.err.write(`kerbside: ${toSingleLine(error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
}

/** The commands that server/cli.ts implements. */
export interface ServerCommands {
  /** Runs the service. Resolves after SIGINT or SIGTERM has stopped it. */
  serve(command: ServeCommand, streams: Streams): Promise<void>;
  /** Returns a signed token. */
  token(command: TokenCommand): Promise<string>;
  /** Erases data and returns what was erased, as JSON. */
  erase(command: EraseCommand): Promise<string>;
}

/**
 * Imports the commands of the service. The service depends on this library, so the library does not import it statically.
 * The build keeps both folders side by side.
 */
export async function importServer(): Promise<ServerCommands> {
  const isSource = import.meta.url.endsWith('.ts');
  const module = new URL(`../../../server/cli.${isSource ? 'ts' : 'js'}`, import.meta.url);
  return (await import(/* @vite-ignore */ module.href)) as ServerCommands;
}
