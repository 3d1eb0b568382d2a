import type { EventOf } from '../../domain/events.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { EventHub, HubEvent } from '../events.ts';
import type { LogFields, Logger } from './logger.ts';
import { withoutQuery } from './without-query.ts';

type Level = keyof Logger;
type Entry = readonly [level: Level, message: string, fields: LogFields];

/**
 * Writes log entries for events.
 *
 * @returns A function that stops.
 */
export function logEvents(logger: Logger, events: EventHub, monotonic: () => number): () => void {
  const toDownloadEntry = createDownloadLog(monotonic);
  return events.onAny((event) => {
    const entry = event.type === 'model.progress' ? toDownloadEntry(event) : toEntry(event);
    if (entry) logger[entry[0]](entry[1], entry[2]);
  });
}

/** Returns the entry of an event. Changes of records are no entries: the database has them. */
function toEntry(event: HubEvent): Entry | undefined {
  switch (event.type) {
    case 'engine.chosen':
      return ['info', 'Engine chosen', { models: event.models, engine: event.engine }];
    case 'engine.downgraded':
      return ['warn', 'Engine failed', pick(event, 'model', 'engine', 'reason')];
    case 'model.not_kept':
      return [
        'warn',
        'File not cached',
        { file: withoutQuery(event.file), reason: withoutQuery(event.reason) },
      ];
    case 'task.updated':
      return ['info', 'Task updated', pick(event, 'inspectionId', 'taskName', 'status')];
    case 'route.decided':
      return [
        'info',
        'Route decided',
        pick(event, 'inspectionId', 'taskName', 'where', 'reason', 'estimateMs'),
      ];
    case 'sync.retry':
      return [
        'warn',
        'Operation is sent again',
        { ...pick(event, ...OPERATION, 'attempts', 'delayMs'), ...why(event.reason) },
      ];
    case 'sync.blocked':
      return ['error', 'Operation rejected', { ...pick(event, ...OPERATION), ...why(event.reason) }];
    case 'sync.paused':
      return ['warn', 'Sending paused', { paused: event.reason, ...why(event.cause) }];
    case 'sync.resumed':
      return ['info', 'Sending resumed', {}];
    case 'sync.idle':
      return ['debug', 'Nothing more to send', {}];
    case 'network.measured': {
      const { latencyMs = null, bytesPerSecond = null, failureRate } = event.quality;
      return ['debug', 'Network measured', { latencyMs, bytesPerSecond, failureRate }];
    }
    case 'storage.warning':
      return ['warn', 'Storage nearly full', pick(event, 'usedBytes', 'quotaBytes')];
    case 'storage.outdated':
      return ['error', 'A newer version of the app runs in another tab', {}];
    case 'storage.lost':
      return ['error', 'The browser deleted the database', { since: event.since }];
    default:
      return undefined;
  }
}

const OPERATION = ['inspectionId', 'operationId', 'kind'] as const;

/** A download has an entry when it begins and when it ends, not for each chunk. */
function createDownloadLog(monotonic: () => number) {
  const startedAt = new Map<string, number>();
  return ({ file, receivedBytes, totalBytes }: EventOf<'model.progress'>): Entry | undefined => {
    const fields = { file: withoutQuery(file), totalBytes };
    const start = startedAt.get(file);
    if (receivedBytes >= totalBytes) {
      startedAt.delete(file);
      const durationMs = start === undefined ? null : Math.round(monotonic() - start);
      return ['info', 'Download finished', { ...fields, durationMs }];
    }
    if (start !== undefined) return undefined;
    startedAt.set(file, monotonic());
    return ['info', 'Download started', fields];
  };
}

/** The message of an error can have the address of a request. */
function why({ code, message, status, requestId }: DeliveryReason): LogFields {
  return { code, status: status ?? null, reason: withoutQuery(message), ...(requestId && { requestId }) };
}

function pick<Event, Key extends keyof Event & string>(event: Event, ...keys: Key[]): LogFields {
  const fields = keys.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]] as const]));
  return Object.fromEntries(fields) as LogFields;
}
