import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Host } from '../../operations/host.ts';
import type { TaskRouting } from '../../operations/run-task.ts';
import { readStoredPhoto } from '../../operations/stored-photo.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { notFoundError } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { startsTask } from '../outbox/chain.ts';
import type { RemotePort } from '../remote-port.ts';
import type { NetworkHints } from '../routing/choose-route.ts';
import { measureCalls } from '../routing/measure-calls.ts';
import { NetworkMonitor } from '../routing/network-monitor.ts';
import { Router, type RouterOptions } from '../routing/router.ts';
import type { ServicePause } from '../sending/service-pause.ts';
import { PhotoScaler, type PreparedPhoto } from '../upload/photo-scaler.ts';
import { type Retention, releaseFinishedInspections, releasePhotos } from '../upload/retention.ts';
import type { UploadOptions } from '../upload/upload-options.ts';
import { adoptDamage } from './adopt-damage.ts';
import { ResultsPoller } from './results-poller.ts';
import { StorageLossReporter } from './storage-loss-reporter.ts';
import { TaskTimer } from './task-timer.ts';

interface ResultsSyncDeps {
  host: Pick<Host, 'changes' | 'events' | 'platform' | 'user' | 'lostSince'>;
  store: OutboxStore;
  remote: RemotePort;
  clock: Clock;
  /** Shared with the sender. */
  pause: ServicePause;
  routing: RouterOptions;
  upload: UploadOptions;
  retention: Retention;
  readHints(): NetworkHints;
  /** Returns why nothing is sent, or undefined if sending is not held. */
  getPauseReason?(): string | undefined;
  scalePhoto?: ScalePhoto | undefined;
  /** See ResultsPoller. */
  onHidden(): void;
}

/** The part of sync besides sending: measures calls, routes tasks, fetches results, scales and releases photos. */
export interface ResultsSync {
  /** For the task runner. */
  routing: TaskRouting;
  /** The calls to send with. Each call is measured. */
  remote: RemotePort;
  /** Returns the photo in the size to upload. */
  preparePhoto(operation: Extract<StoredOperation, { kind: 'image.add' }>): Promise<PreparedPhoto>;
  /** See SenderDeps. */
  adoptDamage(inspectionId: string, damageId: string): Promise<boolean>;
  /** An operation left the outbox: delivered, or because the service does not need it. */
  onRemoved(operation: StoredOperation, isDelivered: boolean): void;
  /** Polls now. Called by triggers. */
  retryNow(): void;
  /** Fetches results until the signal aborts. Runs only in the leader tab. */
  run(signal: AbortSignal): Promise<void>;
}

export function createResultsSync(deps: ResultsSyncDeps): ResultsSync {
  const { host, store, clock, pause, upload, retention, scalePhoto } = deps;
  const sleepFor = (ms: number, signal: AbortSignal) => sleep(clock, ms, signal);
  const monitor = new NetworkMonitor({ events: host.events, clock, sleep: sleepFor });
  const remote = measureCalls(deps.remote, (sample) => monitor.observe(sample), clock.monotonic);
  const photoScaler = new PhotoScaler({
    options: upload,
    getBytesPerSecond: () => monitor.quality.bytesPerSecond,
    scalePhoto: upload.scalePhoto ?? scalePhoto,
  });
  /** A failure is ignored: the next event of the inspection, or the next start, tries again. */
  const release = (work: () => Promise<unknown>) => {
    if (retention === 'until_done') work().catch(() => {});
  };
  const releasePhotosOf = (inspectionId: string) => release(() => releasePhotos(store, inspectionId));
  const storageLoss = new StorageLossReporter({ host, store, remote, pause, sleep: sleepFor });
  const taskTimer = new TaskTimer(clock.monotonic);
  const poller = new ResultsPoller({
    store,
    userId: host.user.id,
    changes: host.changes,
    fetchInspection: (remoteId, signal) => remote.getInspection(remoteId, {}, { signal }),
    pause,
    now: clock.monotonic,
    sleep: sleepFor,
    onArrived: (task) => {
      const ms = taskTimer.stop(task);
      if (ms !== undefined) monitor.observe({ type: 'result', taskName: task.taskName, ms });
      releasePhotosOf(task.inspectionId);
    },
    onHidden: deps.onHidden,
  });
  return {
    routing: new Router(deps.routing, {
      monitor,
      store,
      events: host.events,
      clock,
      sleep: sleepFor,
      readHints: deps.readHints,
      ...(deps.getPauseReason && { getPauseReason: deps.getPauseReason }),
    }),
    remote,
    async preparePhoto({ inspectionId, payload: { imageId } }) {
      const [photo, loaded] = await Promise.all([
        readStoredPhoto({ store, platform: host.platform }, imageId),
        store.load(inspectionId),
      ]);
      // Includes deleted images: their delete is sent after the upload.
      const image = loaded?.state.images.find(({ id }) => id === imageId);
      if (!image) throw notFoundError('image', imageId);
      return photoScaler.prepare(photo, { width: image.imageWidth, height: image.imageHeight });
    },
    async adoptDamage(inspectionId, damageId) {
      if ((await store.load(inspectionId))?.state.inspection.deletedAt !== undefined) return false;
      await host.changes.apply(inspectionId, adoptDamage(damageId));
      return true;
    },
    onRemoved(operation, isDelivered) {
      const { kind, inspectionId } = operation;
      if (isDelivered) poller.recordSuccess();
      if (kind === 'task.update') {
        if (startsTask(operation)) taskTimer.start({ inspectionId, taskName: operation.payload.taskName });
        poller.wake();
      }
      if (kind === 'task.update' || kind === 'image.add') releasePhotosOf(inspectionId);
    },
    retryNow() {
      poller.pollNow();
      storageLoss.retryNow();
    },
    async run(signal) {
      release(() => releaseFinishedInspections(store));
      await Promise.all([poller.run(signal), storageLoss.run(signal)]);
    },
  };
}
