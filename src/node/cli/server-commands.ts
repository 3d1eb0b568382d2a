import type { ServeCommand, TokenCommand } from './parse-server-commands.ts';
import type { Streams } from './terminal.ts';

/** What server/cli.ts offers the command line. */
export interface ServerCommands {
  /** Resolves when the service has been ended by a signal. */
  serve(command: ServeCommand, streams: Streams): Promise<void>;
  token(command: TokenCommand): Promise<string>;
}

/**
 * The service stands on this library, so the library does not import it by name: `server/` is beside `src/` in a
 * checkout, and inside `dist/` in an installed package.
 */
export async function importServer(): Promise<ServerCommands> {
  const isSource = import.meta.url.endsWith('.ts');
  const module = new URL(isSource ? '../../../server/cli.ts' : '../../server/cli.js', import.meta.url);
  return (await import(/* @vite-ignore */ module.href)) as ServerCommands;
}
