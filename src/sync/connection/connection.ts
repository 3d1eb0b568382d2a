import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Host } from '../../operations/host.ts';
import { readStoredPhoto } from '../../operations/stored-photo.ts';
import type { SyncEnvironment } from '../../operations/sync-port.ts';
import { canScalePhotos, scalePhotoInBrowser } from '../../photo/decode/scale-photo.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRemoteCalls, DEFAULT_TIMEOUT_MS } from '../../remote/create-remote-calls.ts';
import type { GetToken } from '../../remote/token.ts';
import type { Fetch } from '../../remote/transport.ts';
import { notFoundError } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { Pacing } from '../pacing/pacing.ts';
import { PhotoScaler, type PreparedPhoto } from '../upload/photo-scaler.ts';
import type { Size } from '../upload/scale-region.ts';
import type { UploadOptions } from '../upload/upload-options.ts';
import { requireOwnToken, shareTokenCalls } from './access-token.ts';
import { measureCalls } from './measure-calls.ts';
import { NetworkMonitor } from './network-monitor.ts';
import type { RemotePort } from './remote-port.ts';

interface ConnectionParts {
  host: Pick<Host, 'events' | 'platform' | 'user'>;
  environment: Pick<SyncEnvironment, 'lockPrefix'>;
  store: OutboxStore;
  clock: Clock;
  /** See `RemoteSyncOptions`. */
  options: {
    baseUrl: string;
    getToken: GetToken;
    subjectOf?: (token: string) => string | undefined;
    upload?: UploadOptions;
    timeoutMs?: number;
    fetch?: Fetch;
  };
}

/**
 * The connection of this tab to the service: its calls, what is known of the network, when requests may leave, photos in
 * the size to upload, and the service's ids. Sender, poller and router share it.
 */
export class Connection {
  /** The calls of the service. Each is measured, and each failure is judged in one place: here. */
  readonly remote: RemotePort;
  readonly network: NetworkMonitor;
  readonly pacing: Pacing;
  readonly #store: OutboxStore;
  readonly #platform: Host['platform'];
  readonly #scaler: PhotoScaler;

  constructor(parts: ConnectionParts, pacing: Pacing) {
    const { host, store, clock, options } = parts;
    const { upload = {} } = options;
    this.network = new NetworkMonitor(host.events, clock);
    this.pacing = pacing;
    this.remote = measureCalls(createCalls(parts), clock.monotonic, {
      onSample: (sample) => this.network.observe(sample),
      onFailure: (error) => pacing.delayAfter(error),
    });
    this.#store = store;
    this.#platform = host.platform;
    const scalePhoto = canScalePhotos() ? scalePhotoInBrowser : undefined;
    this.#scaler = new PhotoScaler(upload, upload.scalePhoto ?? scalePhoto);
  }

  /**
   * Returns the photo in the size to upload.
   *
   * @throws `photo_invalid` if the stored bytes were corrupted.
   */
  async preparePhoto({
    inspectionId,
    payload: { imageId },
  }: Extract<StoredOperation, { kind: 'image.add' }>): Promise<PreparedPhoto> {
    const [photo, size] = await Promise.all([
      readStoredPhoto({ store: this.#store, platform: this.#platform }, imageId),
      this.getImageSize(inspectionId, imageId),
    ]);
    if (!size) throw notFoundError('image', imageId);
    return this.#scaler.prepare(photo, size, this.network.quality.bytesPerSecond);
  }

  /**
   * Returns the pixels of an original, or undefined if this device does not have it. Includes deleted images: their delete is
   * sent after the upload.
   */
  async getImageSize(inspectionId: string, imageId: string): Promise<Size | undefined> {
    const { images = [] } = (await this.#store.load(inspectionId))?.state ?? {};
    const image = images.find(({ id }) => id === imageId);
    return image && { width: image.imageWidth, height: image.imageHeight };
  }

  /** Returns the service's ids of records of any inspection, by local id. Records without one are absent. */
  async getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = localIds.length > 0 ? await this.#store.remoteIds(localIds) : [];
    return new Map(known.map(({ localId, remoteId }) => [localId, remoteId]));
  }

  /** Returns the service's id of a related inspection, or undefined if the service will never have it. */
  async getRelatedRemoteId(inspectionId: string): Promise<string | undefined> {
    const [known] = await this.#store.remoteIds([inspectionId]);
    if (known) return known.remoteId;
    // A local inspection without a remote id was discarded. An id that is not local is the service's own.
    return (await this.#store.load(inspectionId)) ? undefined : inspectionId;
  }
}

/** Creates the calls of the service, with the token of this user only. */
function createCalls({ host, environment, clock, options }: ConnectionParts): RemotePort {
  const { platform, user } = host;
  const { baseUrl, getToken, subjectOf, timeoutMs = DEFAULT_TIMEOUT_MS, fetch } = options;
  const getOwnToken = requireOwnToken(getToken, user.id, subjectOf);
  const offerKey = `${environment.lockPrefix}:uploads`;
  const offers = {
    read: () => platform.notes.read(offerKey) === baseUrl,
    write: (isOffered: boolean) => platform.notes.write(offerKey, isOffered ? baseUrl : undefined),
  };
  const remoteOptions = {
    baseUrl,
    getToken: shareTokenCalls(getOwnToken, timeoutMs, clock.monotonic),
    now: platform.now,
    timeoutMs,
    ...(fetch && { fetch }),
  };
  return createRemoteCalls(remoteOptions, offers);
}
