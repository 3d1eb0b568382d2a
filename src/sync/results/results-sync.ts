import type { StoredOperation } from '../../domain/operation.ts';
import type { Host } from '../../operations/host.ts';
import { verifiedPhoto } from '../../operations/images.ts';
import type { TaskRouting } from '../../operations/run-task.ts';
import type { ScalePhoto } from '../../photo/decode/scale-photo.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import { notFound } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { NetworkHints } from '../routing/choose-route.ts';
import { measured } from '../routing/measured-calls.ts';
import { Router, type RouterOptions } from '../routing/router.ts';
import type { UploadPhoto } from '../sending/deliver.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { PhotoUploads } from '../upload/photo-uploads.ts';
import { type Retention, releaseFinished, releasePhotos } from '../upload/retention.ts';
import type { UploadOptions } from '../upload/scale-plan.ts';
import { adoptDamage } from './adopt-damage.ts';
import { ResultsPoller } from './poller.ts';
import { LostTeller } from './storage-loss-reporter.ts';

export interface ResultsSideDeps {
  host: Pick<Host, 'changes' | 'events' | 'platform' | 'lostSince'>;
  store: OutboxStore;
  remote: RemotePort;
  clock: Clock;
  routing: RouterOptions;
  upload: UploadOptions;
  retention: Retention;
  hints(): NetworkHints;
  /** Why nothing is being sent at all, where that is so. */
  held?(): string | undefined;
  scalePhoto?: ScalePhoto | undefined;
}

/** What sync does besides sending: it measures, decides where tasks run, fetches results, sizes and releases photos. */
export interface ResultsSide {
  /** For the task runner. */
  routing: TaskRouting;
  /** The calls to send with: each is measured. */
  remote: RemotePort;
  /** The photo of an image as it is to be uploaded. */
  photo(operation: Extract<StoredOperation, { kind: 'image.add' }>): Promise<UploadPhoto>;
  /** See SenderDeps. */
  adopt(inspectionId: string, damageId: string): Promise<boolean>;
  /** An operation was delivered. */
  settled(operation: StoredOperation): void;
  /** A trigger: the network may be back, or a person looks again. */
  hurry(): void;
  /** Fetches results until the signal aborts; in the tab that sends. */
  run(signal: AbortSignal): Promise<void>;
}

export function openResultsSide(deps: ResultsSideDeps): ResultsSide {
  const { host, store, clock, upload, retention, scalePhoto } = deps;
  const sleep = (ms: number, signal: AbortSignal) => pause(clock, ms, signal);
  const router = new Router(deps.routing, {
    store,
    events: host.events,
    now: clock.now,
    sleep,
    hints: deps.hints,
    ...(deps.held && { held: deps.held }),
  });
  const remote = measured(deps.remote, (sample) => router.observe(sample), clock.now);
  const uploads = new PhotoUploads({
    options: upload,
    bytesPerSecond: () => router.quality.bytesPerSecond,
    scalePhoto: upload.scalePhoto ?? scalePhoto,
  });
  const release = (inspectionId: string) => {
    if (retention !== 'until_done') return;
    releasePhotos(store, inspectionId).catch(() => {}); // what stays now goes the next time something happens
  };
  const lost = new LostTeller({ host, store, remote, sleep });
  const poller = new ResultsPoller({
    store,
    changes: host.changes,
    fetchInspection: (remoteId, signal) => remote.getInspection(remoteId, {}, { signal }),
    now: clock.monotonic,
    sleep,
    onArrived: ({ inspectionId, taskName, since }) => {
      router.observe({ type: 'result', taskName, ms: clock.now() - since });
      release(inspectionId);
    },
  });
  return {
    routing: router,
    remote,
    async photo({ inspectionId, payload: { imageId } }) {
      const [photo, loaded] = await Promise.all([
        verifiedPhoto({ store, platform: host.platform }, imageId),
        store.load(inspectionId),
      ]);
      // Also one that was deleted since: the service hears of that after it.
      const image = loaded?.state.images.find(({ id }) => id === imageId);
      if (!image) throw notFound('image', imageId);
      return uploads.prepare(photo, { width: image.imageWidth, height: image.imageHeight });
    },
    async adopt(inspectionId, damageId) {
      if ((await store.load(inspectionId))?.state.inspection.deletedAt !== undefined) return false;
      await host.changes.apply(inspectionId, adoptDamage(damageId));
      return true;
    },
    settled({ kind, inspectionId }) {
      if (kind === 'task.update') poller.look();
      if (kind === 'task.update' || kind === 'image.add') release(inspectionId);
    },
    hurry() {
      poller.hurry();
      lost.hurry();
    },
    async run(signal) {
      if (retention === 'until_done') releaseFinished(store).catch(() => {});
      await Promise.all([poller.run(signal), lost.run(signal)]);
    },
  };
}
