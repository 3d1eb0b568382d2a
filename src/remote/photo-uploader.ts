import { UPLOADS_HEADER } from '../wire/form-parts.ts';
import type { RemoteRecordId } from './remote-calls.ts';
import type { NewImage } from './send-to-bucket.ts';
import type { HttpResponse, Transport } from './transport.ts';

/** Where it is stored whether the service offers uploads to its bucket. */
export interface OfferStorage {
  read(): boolean;
  write(isOffered: boolean): void;
}

/** Uploads photos to the bucket of a service that offers it. */
export interface PhotoUploader {
  /** Reads the offer from a response. */
  observe(response: HttpResponse): void;
  /**
   * Uploads a photo and creates its image.
   *
   * @returns Undefined if the photo is to be sent as a form.
   */
  addImage(image: NewImage): Promise<RemoteRecordId | undefined>;
}

/** A small photo is sooner there in one request than in three. */
const MIN_BYTES = 64 * 1024;
/** After this many failures in a row, photos go through the service: the network may not let the bucket through. */
const MAX_FAILURES = 3;

export function createPhotoUploader(
  deps: { transport: Transport; timeoutMs: number },
  storage?: OfferStorage,
): PhotoUploader {
  let isOffered = storage?.read() ?? false;
  let failures = 0;
  const transport: Transport = async (request) => {
    let isStored = false;
    try {
      const response = await deps.transport(request);
      isStored = response.status < 300;
      return response;
    } finally {
      failures = isStored ? 0 : failures + 1;
    }
  };
  return {
    observe({ status, header }) {
      const offers = header(UPLOADS_HEADER) !== null;
      // Responses without it may come from a proxy.
      const isOwn = offers || (status < 300 && header('content-type')?.startsWith('application/json'));
      if (!isOwn || offers === isOffered) return;
      isOffered = offers;
      storage?.write(offers);
    },
    async addImage(image) {
      if (!isOffered || image.photo.size < MIN_BYTES || failures >= MAX_FAILURES) return undefined;
      // In a service worker, and in a tab that is older than the deployed app, it cannot be loaded.
      const chunk = await import('./send-to-bucket.ts').catch(() => undefined);
      return chunk?.sendToBucket(image, { ...deps, transport });
    },
  };
}
