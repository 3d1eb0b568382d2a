import type { Host } from '../../operations/host.ts';
import { verifiedPhoto } from '../../operations/images.ts';
import type { TaskRouting } from '../../operations/run-task.ts';
import type { StoredOperation } from '../../service/operation.ts';
import { present } from '../../service/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { type Clock, pause } from '../clock.ts';
import type { UploadPhoto } from '../deliver.ts';
import type { RemotePort } from '../remote-port.ts';
import type { NetworkHints } from '../route/choose-route.ts';
import { measured } from '../route/measured.ts';
import { Router, type RouterOptions } from '../route/router.ts';
import { PhotoUploads } from '../upload/photo-uploads.ts';
import { type Retention, releaseFinished, releasePhotos } from '../upload/retention.ts';
import type { ScalePhoto } from '../upload/scale-photo.ts';
import type { UploadOptions } from '../upload/scale-plan.ts';
import { adoptDamage } from './adopt-damage.ts';
import { ResultsPoller } from './poller.ts';
import { unfinishedThere } from './unfinished-there.ts';

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
  adopt(inspectionId: string, damageId: string): Promise<void>;
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
      const { imageWidth: width, imageHeight: height } = present(
        loaded?.state.images ?? [],
        imageId,
        'image',
      );
      return uploads.prepare(photo, { width, height });
    },
    adopt: (inspectionId, damageId) => host.changes.apply(inspectionId, adoptDamage(damageId)),
    settled({ kind, inspectionId }) {
      if (kind === 'task.update') poller.look();
      if (kind === 'task.update' || kind === 'image.add') release(inspectionId);
    },
    hurry: () => poller.hurry(),
    async run(signal) {
      if (retention === 'until_done') releaseFinished(store).catch(() => {});
      await Promise.all([poller.run(signal), tellLost(deps, remote, signal)]);
    },
  };
}

/** Where the database was lost: what the service knows of it. Not asked again before the next start. */
async function tellLost({ host, store }: ResultsSideDeps, remote: RemotePort, signal: AbortSignal) {
  if (host.lostSince === undefined) return;
  const toCaptureAgain = await unfinishedThere(remote, store, signal).catch(() => undefined);
  if (toCaptureAgain) host.events.tellHere({ type: 'storage.lost', since: host.lostSince, toCaptureAgain });
}
