import { type InspectCommand, parseInspect } from './parse-inspect.ts';
import {
  type CommandName,
  type CommandOptions,
  parseArguments,
  selectOptions,
  usageError,
} from './parse-options.ts';
import {
  type EraseCommand,
  parseErase,
  parseServe,
  parseToken,
  type ServeCommand,
  type TokenCommand,
} from './parse-server-commands.ts';

export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | InspectCommand
  | ServeCommand
  | TokenCommand
  | EraseCommand;

type Parse = (options: CommandOptions, positionals: string[]) => Command;
const PARSERS: Record<CommandName, Parse> = {
  inspect: parseInspect,
  serve: parseServe,
  token: parseToken,
  erase: parseErase,
};

/**
 * Parses the arguments of the program.
 *
 * @throws `invalid_input` with a message of one line.
 */
export function parseCommand(args: readonly string[]): Command {
  const { options, positionals } = parseArguments(args);
  if (options.help) return { name: 'help' };
  if (options.version) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw usageError('No command. Example: kerbside inspect photo.jpg');
  if (name === 'help') return { name: 'help' };
  if (!isCommand(name)) {
    throw usageError(`Unknown command "${name}". Commands: ${Object.keys(PARSERS).join(', ')}`);
  }
  return PARSERS[name](selectOptions(name, options), rest);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(PARSERS, name);
}
