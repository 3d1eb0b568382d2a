import { packageVersion } from '../package-files.ts';
import type { Streams } from './inspect.ts';
import { oneLine } from './one-line.ts';
import { parseCommand } from './parse-command.ts';
import { USAGE } from './usage.ts';

/** Runs one command; answers the exit code. What goes wrong is one line on standard error. */
export async function run(words: readonly string[], streams: Streams): Promise<0 | 1> {
  try {
    const command = parseCommand(words);
    switch (command.name) {
      case 'help':
        streams.out.write(`${USAGE}\n`);
        break;
      case 'version':
        streams.out.write(`${await packageVersion()}\n`);
        break;
      case 'inspect': {
        // Only now: sharp and the runtime are optional, and help does without them.
        const { inspect } = await import('./inspect.ts');
        await inspect(command, streams);
      }
    }
    return 0;
  } catch (error) {
    streams.err.write(`kerbside: ${oneLine(reasonOf(error))}\n`);
    return 1;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const missing = /Cannot find (?:package|module) '(sharp|onnxruntime-web)/.exec(error.message)?.[1];
  return missing ? `${missing} is not installed; run: npm install ${missing}` : error.message;
}
