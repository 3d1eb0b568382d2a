import { readPackageVersion } from '../package-files.ts';
import { parseCommand } from './parse-command.ts';
import { importServer } from './server-commands.ts';
import type { Streams } from './terminal.ts';
import { toSingleLine } from './terminal-text.ts';
import { USAGE } from './usage.ts';

/** Runs one command; answers the exit code. What goes wrong is one line on standard error. */
export async function runCommandLine(words: readonly string[], streams: Streams): Promise<0 | 1> {
  try {
    const command = parseCommand(words);
    switch (command.name) {
      case 'help':
        streams.out.write(`${USAGE}\n`);
        break;
      case 'version':
        streams.out.write(`${await readPackageVersion()}\n`);
        break;
      case 'inspect': {
        // Only now: sharp and the runtime are optional, and help does without them.
        const { inspect } = await import('./inspect.ts');
        await inspect(command, streams);
        break;
      }
      case 'serve':
        await (await importServer()).serve(command, streams);
        break;
      case 'token':
        streams.out.write(`${await (await importServer()).token(command)}\n`);
    }
    return 0;
  } catch (error) {
    streams.err.write(`kerbside: ${toSingleLine(reasonOf(error))}\n`);
    return 1;
  }
}

/** Packages that only some commands need, and that an app may have left out. */
const OPTIONAL =
  /Cannot find (?:package|module) '((?:@hono\/|@electric-sql\/|@cantoo\/)?(?:sharp|pdf-lib|onnxruntime-web|hono|node-server|jose|pglite|pg|aws4fetch))\b/;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const missing = OPTIONAL.exec(error.message)?.[1];
  return missing ? `${missing} is not installed; run: npm install ${missing}` : error.message;
}
