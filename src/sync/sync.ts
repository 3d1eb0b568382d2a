import { checkId, checkOptions } from '../domain/call-arguments.ts';
import type { EventType } from '../domain/events.ts';
import type { StoredOperation } from '../domain/operation.ts';
import type { SyncApi } from '../domain/sync.ts';
import { abortedError, isKerbsideError, KerbsideError, throwIfAborted } from '../errors.ts';
import type { Host } from '../operations/host.ts';
import type { Sync, SyncEnvironment } from '../operations/sync-port.ts';
import type { Clock } from '../platform/clock.ts';
import { stayAwake } from '../platform/keep-process-alive.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { discardOperation, findOperation, retryOperation } from './outbox/outbox-actions.ts';
import type { ResultsSide } from './results/results-sync.ts';
import { deliver, lookFor } from './sending/deliver.ts';
import { reasonOf } from './sending/failures.ts';
import { GiveWay } from './sending/leader-handover.ts';
import { keepSending } from './sending/send-loop.ts';
import { Sender } from './sending/sender.ts';
import type { SenderLimits } from './sending/sender-deps.ts';
import { sharedReads } from './sending/shared-reads.ts';
import { askForBackgroundSync, onTriggers, type TriggerTargets } from './sending/triggers.ts';
import { readStatus, readStatusOf } from './status.ts';
import type { SyncView } from './sync-view.ts';

export interface SyncDeps {
  host: Host;
  around: SyncEnvironment;
  store: OutboxStore;
  clock: Clock;
  random(): number;
  view: SyncView;
  results: ResultsSide;
  limits: SenderLimits;
  graceMs: number;
  sendsStarts: boolean;
  triggers: TriggerTargets;
}

/** Of those that a dead tab may have made, in its last seconds. */
const LEFT_BEHIND = 100;

/** What is in the outbox already may be sent otherwise after these, or not at all: it is read anew. */
const CHANGES_WHAT_IS_SENT: ReadonlySet<EventType> = new Set<EventType>([
  'inspection.updated',
  'inspection.deleted',
  'inspection.purged',
  'image.deleted',
]);

/** Sends, fetches results and answers the app, in whichever tab it is open; one of them at a time does the work. */
export function openSync(deps: SyncDeps): Sync {
  const { host, around, store, clock, random, view, results, triggers } = deps;
  const { events, platform } = host;
  const stop = new AbortController();
  let sender: Sender | undefined;
  const giveWay = new GiveWay(clock);
  let endRun = () => {};

  const newSender = () => {
    view.reset();
    if (view.held) events.publish({ type: 'sync.resumed' }); // by the sender before, which is no more
    const looking = { ...deliverDeps, remote: sharedReads(results.remote, clock) };
    const mine = new Sender({
      ...deps,
      userId: host.user.id,
      deliver: (operation, ids, signal) => deliver(operation, ids, deliverDeps, signal),
      look: (operation, ids, signal) => lookFor(operation, ids, looking, signal, LEFT_BEHIND),
      search: (operation, ids, signal) => lookFor(operation, ids, deliverDeps, signal),
      adopt: results.adopt,
      events: senderEvents,
    });
    sender = mine;
    return {
      /** Sending and fetching end together: whichever fails, both start anew. */
      async run(signal: AbortSignal) {
        const both = new AbortController();
        const end = () => both.abort();
        endRun = end;
        giveWay.began();
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
        try {
          await Promise.all([mine.run(both.signal), results.run(both.signal)]);
        } finally {
          end();
          signal.removeEventListener('abort', end);
          giveWay.stop();
          sender = undefined;
        }
      },
    };
  };
  const deliverDeps = {
    remote: results.remote,
    photo: results.photo,
    async sizeOf(inspectionId: string, imageId: string) {
      const { images = [] } = (await store.load(inspectionId))?.state ?? {};
      const image = images.find(({ id }) => id === imageId);
      return image && { width: image.imageWidth, height: image.imageHeight };
    },
    async relatedId(inspectionId: string) {
      const [known] = await store.remoteIds([inspectionId]);
      if (known) return known.remoteId;
      return (await store.load(inspectionId)) ? undefined : inspectionId; // given up here, or the service's own id
    },
    onProgress: (operation: StoredOperation, sent: number, total: number) =>
      view.progressed(operation, sent, total),
    now: clock.now,
  };
  const senderEvents = {
    onSending: (operation: StoredOperation) => view.sending(operation),
    onSettled(operation: StoredOperation, isDelivered: boolean) {
      view.ended(operation, isDelivered);
      results.settled(operation);
    },
    onFailed: (operation: StoredOperation) => view.ended(operation, false),
    onBlocked(operation, reason) {
      const { id: operationId, inspectionId, kind } = operation;
      view.ended(operation, false);
      events.publish({ type: 'sync.blocked', inspectionId, operationId, kind, reason });
    },
    onHeld(reason, heldReason) {
      events.publish({ type: 'sync.held', reason, heldReason });
      if (reason === 'unreachable') void askForBackgroundSync(around.lockPrefix);
    },
    onResumed: () => events.publish({ type: 'sync.resumed' }),
    onIdle(hasOthers) {
      if (hasOthers && giveWay.isTime(() => sender?.tellIdleAgain())) endRun();
      else events.publish({ type: 'sync.idle' }); // who takes over will tell, too
    },
  } satisfies ConstructorParameters<typeof Sender>[0]['events'];
  const hurry = () => {
    sender?.hurry();
    results.hurry();
  };
  /** The tab may be closed now, with a network and all. */
  const leaveToBackground = async () => {
    const { blocked: _waitsForAPerson, ...left } = await store.outboxCounts();
    if (Object.values(left).some((count) => count > 0)) await askForBackgroundSync(around.lockPrefix);
  };
  const ask = (about?: string) =>
    events.publish({ type: 'sync.asked', userId: host.user.id, ...(about !== undefined && { about }) });

  const api: SyncApi = {
    async status(options) {
      throwIfAborted(checkOptions(options).signal);
      return readStatus(store, view, host.user.id);
    },
    async statusOf(inspectionId, options) {
      throwIfAborted(checkOptions(options).signal);
      return readStatusOf(store, checkId(inspectionId, 'inspectionId'));
    },
    async flush(options) {
      const { signal } = checkOptions(options);
      throwIfAborted(signal);
      const sent = new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => () => {
          forget();
          signal?.removeEventListener('abort', aborted);
          stop.signal.removeEventListener('abort', closed);
          then();
        };
        const aborted = end(() => signal && reject(abortedError(signal)));
        const closed = end(() =>
          reject(new KerbsideError('closed', 'Kerbside was closed while it was sending.')),
        );
        const forget = events.on('sync.idle', end(resolve));
        signal?.addEventListener('abort', aborted);
        stop.signal.addEventListener('abort', closed);
        if (stop.signal.aborted) closed();
        else ask();
      });
      await stayAwake(sent);
      return readStatus(store, view, host.user.id);
    },
    async retry(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      ask((await retryOperation(store, checkId(operationId, 'operationId'))).inspectionId);
    },
    async discard(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      const given = await discardOperation(store, checkId(operationId, 'operationId'));
      ask(given[0]?.inspectionId);
      return given.map(({ id }) => id);
    },
    async export(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      const { inspectionId } = await findOperation(store, checkId(operationId, 'operationId'));
      return around.exportInspection(inspectionId);
    },
  };

  return {
    api,
    routing: results.routing,
    start() {
      events.onAny((event) => {
        if (event.type === 'sync.asked') {
          if (event.about !== undefined) sender?.touch(event.about);
          if (event.userId !== host.user.id) giveWay.asked();
          hurry();
        } else if (CHANGES_WHAT_IS_SENT.has(event.type) && 'inspectionId' in event) {
          sender?.touch(event.inspectionId);
        } else if ('inspectionId' in event && event.type !== 'sync.progress') sender?.poke();
      });
      const hidden = () => void leaveToBackground().catch(() => {});
      const endTriggers = onTriggers({ now: () => ask(), hidden }, triggers);
      stop.signal.addEventListener('abort', endTriggers);
      const onStoreFailure = (error: unknown) => {
        // An outdated tab speaks for itself alone: those of the newer version go on.
        const isAlone = isKerbsideError(error, 'storage_outdated');
        const held = { type: 'sync.held', reason: 'storage', heldReason: reasonOf(error) } as const;
        for (const event of [held, { type: 'sync.idle' }] as const) {
          if (isAlone) events.emitLocal(event);
          else events.publish(event);
        }
      };
      const lockName = `${around.lockPrefix}:sender`;
      const { locks } = platform;
      void keepSending({ locks, lockName, clock, random, newSender, onStoreFailure }, stop.signal);
    },
    close: () => stop.abort(),
  };
}
