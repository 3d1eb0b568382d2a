import { unwrap } from 'idb';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { Connection, StoreName, Transaction } from './connection.ts';

/** Between the two transactions of a commit are milliseconds. */
const ABANDONED_MS = 3_600_000;

const STORES: StoreName[] = ['photos', 'stagedPhotos'];

/**
 * Writes the photos of a commit before its records, so that nothing reads the records late because a photo is being
 * written.
 *
 * A staged photo has a key in `stagedPhotos`, with the time, until the transaction of its records deletes it. If the page
 * ends before, another page deletes the photo an hour later. If that was too early, because a clock was changed, the commit
 * finds no key and writes everything in one transaction.
 */
export class StagedPhotos {
  readonly #connection: Connection;
  readonly #now: () => number;
  #hasSwept = false;

  constructor(connection: Connection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  /** Returns false if one of the images has a photo: it must not be replaced before its record is. */
  async stage(photos: readonly StoredPhoto[]): Promise<boolean> {
    const isStaged = await this.#connection.write(STORES, async (transaction) => {
      if (!this.#hasSwept) await this.#sweep(transaction);
      const { existing, staged } = await findKeys(transaction, photos);
      if (existing.some((key, index) => key !== undefined && staged[index] === undefined)) return false;
      const stores = unwrap(transaction);
      for (const photo of photos) {
        stores.objectStore('photos').put(photo);
        stores.objectStore('stagedPhotos').put(this.#now(), photo.imageId);
      }
      return true;
    });
    this.#hasSwept = true;
    return isStaged;
  }

  /** Deletes photos whose records were not committed. Does nothing if they were. */
  discard(photos: readonly StoredPhoto[]): Promise<void> {
    return this.#connection.write(STORES, async (transaction) => {
      const { staged } = await findKeys(transaction, photos);
      for (const key of staged) if (key !== undefined) deleteStaged(transaction, key);
    });
  }

  /** Deletes what pages left behind that ended between the two transactions of a commit. */
  async #sweep(transaction: Transaction<'readwrite'>): Promise<void> {
    const staged = transaction.objectStore('stagedPhotos');
    const [keys, times] = await Promise.all([staged.getAllKeys(), staged.getAll()]);
    for (const [index, key] of keys.entries()) {
      const age = Math.abs(this.#now() - (times[index] ?? 0)); // clocks are also set back
      if (age > ABANDONED_MS) deleteStaged(transaction, key);
    }
  }
}

/** Makes staged photos those of committed records. Returns false if one of them is not staged. */
export async function claimStagedPhotos(
  transaction: Transaction<'readwrite'>,
  photos: readonly StoredPhoto[],
): Promise<boolean> {
  const staged = transaction.objectStore('stagedPhotos');
  const keys = await Promise.all(photos.map(({ imageId }) => staged.getKey(imageId)));
  if (keys.includes(undefined)) return false;
  for (const { imageId } of photos) unwrap(transaction).objectStore('stagedPhotos').delete(imageId);
  return true;
}

/** Stores a photo in the transaction of its records. It may have been staged before. */
export async function storePhoto(transaction: Transaction<'readwrite'>, photo: StoredPhoto): Promise<void> {
  await Promise.all([
    transaction.objectStore('photos').put(photo),
    transaction.objectStore('stagedPhotos').delete(photo.imageId),
  ]);
}

async function findKeys(transaction: Transaction<'readwrite'>, photos: readonly StoredPhoto[]) {
  const find = (store: 'photos' | 'stagedPhotos') =>
    Promise.all(photos.map(({ imageId }) => transaction.objectStore(store).getKey(imageId)));
  const [existing, staged] = await Promise.all([find('photos'), find('stagedPhotos')]);
  return { existing, staged };
}

function deleteStaged(transaction: Transaction<'readwrite'>, key: string): void {
  const stores = unwrap(transaction);
  stores.objectStore('photos').delete(key);
  stores.objectStore('stagedPhotos').delete(key);
}
