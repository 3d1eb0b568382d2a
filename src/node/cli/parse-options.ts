import { type ParseArgsConfig, parseArgs } from 'node:util';
import { KerbsideError } from '../../errors.ts';

export type CommandName = 'inspect' | 'serve' | 'token';

/** Every option there is, and the commands that take it. */
const OPTIONS = {
  tasks: ['inspect'],
  threshold: ['inspect'],
  'image-type': ['inspect'],
  json: ['inspect'],
  annotated: ['inspect'],
  report: ['inspect'],
  models: ['inspect', 'serve'],
  port: ['serve'],
  host: ['serve'],
  data: ['serve', 'token'],
  'allow-private-urls': ['serve'],
  user: ['token'],
  org: ['token'],
  expires: ['token'],
  permissions: ['token'],
  help: [],
  version: [],
} as const satisfies Record<string, readonly CommandName[]>;
export type OptionName = keyof typeof OPTIONS;

type Flag = 'json' | 'allow-private-urls' | 'help' | 'version';
const FLAGS: readonly OptionName[] = ['json', 'allow-private-urls', 'help', 'version'] satisfies Flag[];
const SHORT: Partial<Record<OptionName, string>> = { help: 'h', version: 'v' };

export type CommandOptions = { [Name in OptionName]?: Name extends Flag ? boolean : string };

export function parseArguments(words: readonly string[]): { options: CommandOptions; positionals: string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const short = SHORT[name];
    options[name] = { type: FLAGS.includes(name) ? 'boolean' : 'string', ...(short && { short }) };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options });
    return { options: values as CommandOptions, positionals };
  } catch (cause) {
    // Node's own words run to several sentences; the first says what is wrong.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw usageError(`${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}; see kerbside --help`);
  }
}

/** The options of one command; one that belongs to another is a mistake, not something to pass over. */
export function selectOptions(command: CommandName, options: CommandOptions): CommandOptions {
  for (const name of Object.keys(options) as OptionName[]) {
    const commands: readonly CommandName[] = OPTIONS[name];
    if (!commands.includes(command))
      throw usageError(`--${name} is for ${commands.join(' and ')}, not for ${command}`);
  }
  return options;
}

export function requireFolder(option: string, path: string): string {
  if (path === '') throw usageError(`--${option} needs the name of a folder`);
  return path;
}

export function usageError(message: string): KerbsideError {
  return new KerbsideError('invalid_input', message);
}
