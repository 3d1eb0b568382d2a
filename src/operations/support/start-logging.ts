import { loadChunk } from '../../platform/load-chunk.ts';
import type { Platform } from '../../platform/ports.ts';
import type { EventHub } from '../events.ts';
import type { Logger } from './logger.ts';

/** Starts logging. Its code is loaded on demand: most apps do not log. */
export async function startLogging(
  logger: Logger,
  events: EventHub,
  platform: Pick<Platform, 'monotonic'>,
): Promise<{ close(): void }> {
  const { logEvents } = await loadChunk('writes the log', () => import('./log-events.ts'));
  return { close: logEvents(logger, events, platform.monotonic) };
}
