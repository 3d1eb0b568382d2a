/** The data of a log entry: ids, numbers, states. JSON only. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * Gets log entries, by level. The message says what happened and is always the same text for the same thing; the fields say
 * what it happened to. `console` is a logger.
 *
 * @example
 * ```ts
 * const logger: Logger = {
 *   debug() {},
 *   info: (message, fields) => send('info', message, fields),
 *   warn: (message, fields) => send('warn', message, fields),
 *   error: (message, fields) => send('error', message, fields),
 * };
 * ```
 */
export interface Logger {
  /** Details for development: finished sending, measurements. */
  debug(message: string, fields: LogFields): void;
  /** Work of the app: engines, downloads, tasks. */
  info(message: string, fields: LogFields): void;
  /** Delays: retries, pauses, another engine. */
  warn(message: string, fields: LogFields): void;
  /** Problems that need a person: rejected operations, lost data. */
  error(message: string, fields: LogFields): void;
}
