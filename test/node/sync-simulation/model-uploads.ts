import { KerbsideError } from '../../../src/errors.ts';
import type { WireUpload } from '../../../src/wire/upload.ts';

/**
 * How photos reach the model service: as forms, or in parts straight to its bucket. If the uploads are unkeyed, a proxy removes
 * the idempotency key, and the service does not recognize an upload that was started before.
 */
export type UploadMode = 'forms' | 'keyed' | 'unkeyed';

interface Upload {
  id: string;
  userId: string;
  inspectionId: string;
  key: string | undefined;
  stored: Set<number>;
}

export const PARTS = 3;
/** Short, so that the URL of a later part often expires while an earlier one is sent. */
const URL_MS = 10_000;

/** The uploads of a model service, and its bucket. */
export class ModelUploads {
  readonly #open = new Map<string, Upload>();
  #count = 0;

  start(owner: Omit<Upload, 'id' | 'stored'>, now: number): WireUpload {
    const { userId, inspectionId, key } = owner;
    const known = [...this.#open.values()].find(
      (one) =>
        key !== undefined && one.key === key && one.userId === userId && one.inspectionId === inspectionId,
    );
    const upload = known ?? { ...owner, id: `u${++this.#count}`, stored: new Set<number>() };
    this.#open.set(upload.id, upload);
    const missing = Array.from({ length: PARTS }, (_, part) => part).filter(
      (part) => !upload.stored.has(part),
    );
    return {
      id: upload.id,
      parts: missing.map((offset) => ({
        offset,
        size: 1,
        url: `${upload.id}/${offset}/${now + URL_MS}`,
        headers: {},
      })),
    };
  }

  /** Stores a part. Returns the status of the bucket's response. */
  put(url: string, now: number): number {
    const [id = '', part, expires] = url.split('/');
    if (Number(expires) < now) return 403;
    this.#open.get(id)?.stored.add(Number(part)); // an upload that was used or removed does not change any more
    return 200;
  }

  /** Gives the photo to an image. Only complete uploads of the same user and inspection can be used, and only once. */
  use(id: string, owner: Pick<Upload, 'userId' | 'inspectionId'>): void {
    const upload = this.#open.get(id);
    const isOwn = upload?.userId === owner.userId && upload.inspectionId === owner.inspectionId;
    if (!isOwn || upload.stored.size < PARTS)
      throw new KerbsideError('conflict', 'no such upload', { details: { status: 409 } });
    this.#open.delete(id);
  }

  /** As after a day in which they were not used. */
  removeUnused(): void {
    this.#open.clear();
  }
}
