import { openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openRaw } from '../../../test/fixtures/databases/raw.ts';
import { RELEASED, STORY } from '../../../test/fixtures/databases/released.ts';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import { IndexedDbStore } from './indexeddb-store.ts';
import { type KerbsideDatabase, MIGRATIONS, SCHEMA_VERSION } from './schema.ts';

/** F22: a new version of the library opens an old database. */
export function migrations(): void {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
    vi.restoreAllMocks();
  });
  const newName = () => `migrations-${crypto.randomUUID()}`;
  const opened = async (database: string): Promise<Kerbside> => {
    const kerbside = await openKerbside({ user: STORY.user, database });
    open.push(kerbside);
    return kerbside;
  };
  const storeOf = (name: string) => {
    const store = new IndexedDbStore({ name });
    open.push(store);
    return store;
  };

  // Proves fault F22.
  test('every released version has a stored database', () => {
    expect(RELEASED.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  describe.each(RELEASED)('version $version', ({ version, isSending, write }) => {
    const written = async () => {
      const name = newName();
      await write(name);
      return name;
    };

    test('its migrations still create the schema of its release', async () => {
      const today = newName();
      const database = await openDB<KerbsideDatabase>(today, version, {
        upgrade: async (created, _from, _to, transaction) => {
          for (const migration of MIGRATIONS.slice(0, version)) await migration(created, transaction);
        },
      });
      database.close();
      expect(await schemaOf(today)).toEqual(await schemaOf(await written()));
    });

    test('after the upgrade, the schema equals that of a new database', async () => {
      const [old, fresh] = [await written(), newName()];
      await storeOf(old).counts();
      await storeOf(fresh).counts();
      expect(await schemaOf(old)).toEqual(await schemaOf(fresh));
    });

    test('its inspection, image, damage and view are readable', async () => {
      const kerbside = await opened(await written());
      const { entities } = await kerbside.inspections.getOne(STORY.inspectionId);
      expect(entities.inspections[STORY.inspectionId]).toMatchObject({
        status: 'IN_PROGRESS',
        inspectionType: 'check_in_check_out',
        additionalData: { desk: 'north' },
        images: [STORY.imageId],
        damages: [STORY.damageId],
      });
      expect(Object.values(entities.vehicles)).toMatchObject([{ brand: 'Renault', plate: 'AB-123-CD' }]);
      expect(Object.values(entities.tasks).map(({ name, status }) => ({ name, status }))).toEqual([
        { name: 'damage_detection', status: 'TODO' },
        { name: 'wheel_analysis', status: 'NOT_STARTED' },
      ]);
      expect(entities.images[STORY.imageId]).toMatchObject({ name: 'front', views: [STORY.viewId] });
      expect(entities.views[STORY.viewId]).toMatchObject({ damageId: STORY.damageId });
    });

    test('its photo matches its hash', async () => {
      const kerbside = await opened(await written());
      const photo = await kerbside.images.photo(STORY.imageId);
      expect({ bytes: photo.bytes.byteLength, type: photo.type }).toEqual(STORY.photo);
    });

    test('its inspection is listed by owner, organization and status', async () => {
      const kerbside = await opened(await written());
      for (const ownershipFilter of ['own_resources', 'organization_resources', 'all_resources'] as const) {
        const page = await kerbside.inspections.getMany({ ownershipFilter, inspectionStatus: 'IN_PROGRESS' });
        expect(page.result).toEqual([STORY.inspectionId]);
      }
    });

    // Proves fault F22.
    test('its inspection can be changed, and its unsent operations stay first in the outbox', async () => {
      const name = await written();
      const kerbside = await opened(name);
      const { result } = await kerbside.damages.createOne(STORY.inspectionId, {
        damageType: 'dent',
        partType: 'hood',
      });
      const { entities } = await kerbside.inspections.getOne(STORY.inspectionId);
      expect(entities.inspections[STORY.inspectionId]?.damages).toEqual([STORY.damageId, result]);
      const operations = await storeOf(name).operations({ inspectionId: STORY.inspectionId });
      expect(operations.map(({ kind }) => kind)).toEqual([...STORY.operations, 'damage.create']);
    });

    test('its remote ids, awaited tasks and delivery states are kept', async () => {
      const store = storeOf(await written());
      const counts = { queued: 5 - isSending, sending: isSending, waiting: 0, blocked: 0 };
      expect(await store.outboxCounts()).toEqual(counts);
      const [mapped] = await store.remoteIds([STORY.imageId]);
      expect(mapped?.scale).toBe(version === 1 ? undefined : 0.5);
      expect(await store.awaited()).toHaveLength(version === 1 ? 0 : 1);
      const [first] = await store.operations({ limit: 1 });
      const sequence = first?.sequence ?? 0;
      await store.record([
        { type: 'mark', sequence, delivery: { state: 'sending', attempts: 2, unanswered: true } },
      ]);
      expect(await store.outboxCounts()).toEqual({ queued: 4, sending: 1, waiting: 0, blocked: 0 });
    });

    test('its operations are counted without reading them', async () => {
      const store = storeOf(await written());
      const { photo, user } = STORY;
      const bytes = STORY.operations.map((kind) => (kind === 'image.add' ? photo.bytes : 0));
      expect(await store.outboxEntries()).toEqual(
        bytes.map((photoBytes, index) => ({ sequence: index + 1, userId: user.id, photoBytes })),
      );
    });

    test('its inspection can be purged completely', async () => {
      const name = await written();
      const kerbside = await opened(name);
      await kerbside.storage.purge(STORY.inspectionId, { discardUnsent: true });
      expect(await storeOf(name).counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    });
  });

  test('a failed upgrade is rolled back, throws, and succeeds on the next call', async () => {
    const name = newName();
    const create = IDBDatabase.prototype.createObjectStore;
    const failing = vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(function (
      this: IDBDatabase,
      store,
      options,
    ) {
      if (store === 'outbox') throw new TypeError('a mistake in a migration');
      return create.call(this, store, options);
    });
    const store = storeOf(name);
    await expect(store.counts()).rejects.toMatchObject({
      code: 'storage_unavailable',
      cause: { message: 'a mistake in a migration' },
    });
    failing.mockRestore();
    expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    expect((await schemaOf(name)).version).toBe(SCHEMA_VERSION);
  });
}

async function schemaOf(name: string) {
  const database = await openRaw(name);
  const transaction = database.transaction([...database.objectStoreNames]);
  const stores = [...database.objectStoreNames].map((storeName) => {
    const store = transaction.objectStore(storeName);
    const indexes = [...store.indexNames].map((indexName) => {
      const { keyPath, unique, multiEntry } = store.index(indexName);
      return { name: indexName, keyPath, unique, multiEntry };
    });
    return { name: storeName, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes };
  });
  const { version } = database;
  database.close();
  return { version, stores };
}
