import { type Kerbside, openKerbside } from 'kerbside';
import type { SyncStatus } from '../../src/domain/api/sync-status.ts';
import { EVENT_TYPES, type KerbsideEvent } from '../../src/domain/events.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { newPhoto } from './photo-copies.ts';
import { storedText } from './stored-text.ts';

/** The URL of the service and the signed-in user. */
export interface Session {
  baseUrl: string;
  userId: string;
  token: string;
  graceMs?: number;
}

/** A recorded inspection. The service must receive the same. */
export interface Recorded {
  booking: number;
  /** SHA-256 of each photo, by name. */
  photos: Record<string, string>;
  isCorrected: boolean;
}

export interface SyncPage {
  open(session: Session): Promise<void>;
  /** Replaces the token, as after a new sign-in. */
  renew(token: string): void;
  /** Records an inspection with photos and starts its task. If `isCorrected`, adds corrections. */
  record(booking: number, photos: number, isCorrected: boolean): Promise<Recorded>;
  status(): Promise<SyncStatus>;
  flush(): Promise<SyncStatus>;
  /** All events since the page was opened. */
  events(): KerbsideEvent[];
  /** Everything that this origin stores, as one text. */
  stored(): Promise<string>;
}

declare global {
  interface Window {
    syncPage: SyncPage;
  }
}

const picture = new Uint8Array(await (await fetch('/photo.jpg')).arrayBuffer());
const events: KerbsideEvent[] = [];
let kerbside: Kerbside;
let token = '';

window.syncPage = {
  async open({ baseUrl, userId, graceMs, ...given }) {
    token = given.token;
    kerbside = await openKerbside({
      user: { id: userId },
      database: 'sync',
      sync: remoteSync({
        baseUrl,
        getToken: () => token,
        route: 'remote',
        upload: { adaptive: false }, // the test compares hashes, so photos are sent unchanged
        ...(graceMs !== undefined && { graceMs }),
      }),
    });
    for (const type of EVENT_TYPES) kerbside.on(type, (event) => events.push(event));
  },

  renew(given) {
    token = given;
  },

  async record(booking, count, isCorrected) {
    const { result: id } = await kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
      additionalData: { booking },
    });
    const photos: Recorded['photos'] = {};
    const images: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const name = `photo ${n}`;
      const bytes = newPhoto(picture);
      photos[name] = await sha256(bytes);
      const added = await kerbside.images.addOne(id, { name, tasks: ['damage_detection'] }, bytes);
      images.push(added.result);
    }
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    if (isCorrected) await correct(id, images);
    return { booking, photos, isCorrected };
  },

  status: () => kerbside.sync.status(),
  flush: () => kerbside.sync.flush(),
  events: () => events,
  stored: storedText,
};

/** Creates one correction of each kind, and deletes some. */
async function correct(id: string, [imageId = '']: string[]): Promise<void> {
  const { damages, views, severities, inspections } = kerbside;
  const dent = await damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 100, ymin: 80, width: 60, height: 40 };
  await views.createOne(id, { imageId, damageId: dent.result, boundingBox });
  const noDamage = await damages.createOne(id, { damageType: 'scratch', partType: 'trunk' });
  await damages.deleteOne(id, noDamage.result);
  const severity = await severities.createOne(id, { label: 'hood', level: 1 });
  await severities.updateOne(id, severity.result, { level: 3 });
  await inspections.updateVehicle(id, { color: 'blue' });
  await inspections.addAdditionalData(id, { comment: 'hail' });
}

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
