import { type InspectCommand, parseInspect } from './parse-inspect.ts';
import {
  type CommandName,
  type CommandOptions,
  parseArguments,
  selectOptions,
  usageError,
} from './parse-options.ts';
import { parseServe, parseToken, type ServeCommand, type TokenCommand } from './parse-server-commands.ts';

export type Command = { name: 'help' } | { name: 'version' } | InspectCommand | ServeCommand | TokenCommand;

type Parse = (options: CommandOptions, positionals: string[]) => Command;
const PARSERS: Record<CommandName, Parse> = {
  inspect: parseInspect,
  serve: parseServe,
  token: parseToken,
};

/** From the words after the program's name to a command. Throws one clear line for what it does not understand. */
export function parseCommand(words: readonly string[]): Command {
  const { options, positionals } = parseArguments(words);
  if (options.help) return { name: 'help' };
  if (options.version) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw usageError('Say what to do: kerbside inspect photo.jpg');
  if (name === 'help') return { name: 'help' };
  if (!isCommand(name)) {
    throw usageError(`There is no command "${name}"; there are: ${Object.keys(PARSERS).join(', ')}`);
  }
  return PARSERS[name](selectOptions(name, options), rest);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(PARSERS, name);
}

export type { InspectCommand, ServeCommand, TokenCommand };
