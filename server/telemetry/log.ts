import { KerbsideError } from '../../src/errors.ts';
import type { LogFields, Logger } from '../../src/operations/support/logger.ts';

/** The levels of the service's log, the least important first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** A level of the service's log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogOptions {
  /** Entries below this level are left out. */
  level: LogLevel;
  /** Gets one line of JSON per entry, without a line break. */
  write(line: string): void;
  now(): number;
}

/** Creates a logger that writes JSON lines: `time`, `level`, `message`, then the fields of the entry. */
export function createLog({ level, write, now }: LogOptions): Logger {
  const lowest = LOG_LEVELS.indexOf(level);
  const createLevel = (name: LogLevel) =>
    LOG_LEVELS.indexOf(name) < lowest
      ? () => {}
      : (message: string, fields: LogFields = {}) =>
          write(JSON.stringify({ time: new Date(now()).toISOString(), level: name, message, ...fields }));
  return {
    debug: createLevel('debug'),
    info: createLevel('info'),
    warn: createLevel('warn'),
    error: createLevel('error'),
  };
}

/** Returns the message of an error with its cause, for the log. Clients do not get the cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause ? `${error.message.replace(/\.$/, '')}: ${cause}` : error.message;
}

/** Returns the stack of an unexpected error, otherwise its message with the cause. */
export function describeErrorWithStack(error: unknown): string {
  const isUnexpected = error instanceof Error && !(error instanceof KerbsideError);
  return (isUnexpected && error.stack) || describeError(error);
}
