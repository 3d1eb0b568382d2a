import { readPackageVersion } from '../package-files.ts';
import { parseCommand } from './parse-command.ts';
import { importServer } from './server-commands.ts';
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
