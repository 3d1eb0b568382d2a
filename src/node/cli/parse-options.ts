import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LICENCE_KINDS, type LicenceKind } from '../../analysis/licence.ts';
import { KerbsideError } from '../../errors.ts';

export type CommandName = 'inspect' | 'serve' | 'token' | 'erase';

/** All options, each with the commands that accept it. */
const OPTIONS = {
  tasks: ['inspect', 'serve'],
  threshold: ['inspect'],
  'image-type': ['inspect'],
  json: ['inspect'],
  annotated: ['inspect'],
  report: ['inspect'],
  models: ['inspect', 'serve'],
  licence: ['inspect', 'serve'],
  tier: ['inspect'],
  port: ['serve'],
  host: ['serve'],
  data: ['serve', 'token', 'erase'],
  'allow-private-urls': ['serve'],
  logo: ['serve'],
  role: ['serve'],
  drain: ['serve'],
  'drain-delay': ['serve'],
  retain: ['serve'],
  user: ['token', 'erase'],
  inspection: ['erase'],
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

/**
 * Splits the command line into options and positional arguments.
 *
 * @throws `invalid_input` if an option is unknown or has no value.
 */
export function parseArguments(args: readonly string[]): { options: CommandOptions; positionals: string[] } {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const short = SHORT[name];
    options[name] = { type: FLAGS.includes(name) ? 'boolean' : 'string', ...(short && { short }) };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { options: values as CommandOptions, positionals };
  } catch (cause) {
    // Node's message has several sentences. The first one states the problem.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw usageError(`${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}; see kerbside --help`);
  }
}

/**
 * Returns the options for one command.
 *
 * @throws `invalid_input` if an option belongs to another command.
 */
export function selectOptions(command: CommandName, options: CommandOptions): CommandOptions {
  for (const name of Object.keys(options) as OptionName[]) {
    const commands: readonly CommandName[] = OPTIONS[name];
    if (!commands.includes(command))
      throw usageError(`--${name} is an option of ${commands.join(' and ')}, not of ${command}`);
  }
  return options;
}

/** Returns the path of a folder that an option gives. */
export function requireFolder(option: string, path: string): string {
  if (path === '') throw usageError(`--${option} requires the path of a folder`);
  return path;
}

/** Parses `--licence`: which models may run. */
export function parseLicence(value: string | undefined): LicenceKind | undefined {
  if (value === undefined) return undefined;
  const licence = LICENCE_KINDS.find((kind) => kind === value);
  if (!licence) throw usageError(`--licence must be ${LICENCE_KINDS.join(' or ')}, not "${value}"`);
  return licence;
}

export function usageError(message: string): KerbsideError {
  return new KerbsideError('invalid_input', message);
}
