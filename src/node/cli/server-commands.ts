import type { EraseCommand, ServeCommand, TokenCommand } from './parse-server-commands.ts';
import type { Streams } from './terminal.ts';

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
