import { checkOptions } from '../domain/call-arguments.ts';
import type { SendOptions } from './send.ts';

/** For calls that take no options but a signal. */
export function sendOptions(options: unknown): SendOptions {
  return { signal: checkOptions(options).signal };
}
