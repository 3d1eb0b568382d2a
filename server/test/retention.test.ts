import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { openPg } from '../database/pg-database.ts';
import { openStorage, type Storage } from '../open-storage.ts';
import { erase } from '../retention/erase.ts';
import { deleteOldDeadJobs, removeOldPhotos } from '../retention/retention.ts';
import { startServiceOn } from '../start-service.ts';
import { migrate } from '../store/migrations.ts';
import { onPostgres } from '../test-support/databases.ts';
import { createFullInspection } from '../test-support/full-inspection.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { type S3Server, startS3Server } from '../test-support/s3-server.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const DAY_MS = 86_400_000;

onPostgres('photos and reports', (databaseUrl) => {
  describe.each(['a folder', 'a bucket'])('in %s', (place) => {
    let folder: string;
    let s3: S3Server | undefined;
    let storage: Storage;
    let close: () => Promise<void>;
    let ada: PlainClient;
    let bob: PlainClient;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kerbside-retention-'));
      if (place === 'a bucket') s3 = await startS3Server();
      storage = await openStorage({
        databaseUrl: databaseUrl(),
        ...(s3
          ? { s3: s3.options, keys: { secret: 'a secret of this test, which is long' } }
          : { data: folder }),
      });
      const service = await startServiceOn(storage, {});
      close = () => service.close();
      ada = await createPlainClient(service, { id: 'owner-zoe' });
      bob = await createPlainClient(service, { id: 'bob' });
    });
    afterAll(async () => {
      await close();
      await s3?.stop();
      await rm(folder, { recursive: true });
    });

    /** Counts the files of photos and reports, wherever they are stored. */
    const countBlobs = async () => {
      const files = await readdir(s3?.folder ?? join(folder, 'photos'), { recursive: true });
      return new Set(files.flatMap((name) => name.match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [])).size;
    };
    const age = (id: string, days: number) =>
      storage.database.query(
        `update inspections set created_at = now() - $2 * interval '1 day' where id = $1`,
        [id, days],
      );
    const listAudit = () =>
      storage.database.query(
        'select action, inspection_id as id, photos, reports from audit order by audit.id',
      );

    it('are removed after the time, and no others: records stay, the photo is not found, the report not requested', async () => {
      const old = await createFullInspection(ada);
      const recent = await createFullInspection(ada);
      await age(old.inspection_id, 91);
      await age(recent.inspection_id, 89);
      const before = await countBlobs();
      // Two instances at the same time: each inspection is removed once.
      const runs = await Promise.all(
        [1, 2].map(() => removeOldPhotos({ ...storage, retainMs: 90 * DAY_MS })),
      );
      expect(runs.reduce((all, one) => all + one)).toBe(1);
      expect(await countBlobs()).toBe(before - 2);
      const { status, json } = await ada.get(`/inspections/${old.inspection_id}`);
      expect([status, json.images.length, json.damages.length]).toEqual([200, 1, 1]);
      expect((await ada.get(`/images/${old.image_id}/photo`)).status).toBe(404);
      expect((await ada.get(`/inspections/${old.inspection_id}/pdf`)).status).toBe(422);
      expect((await ada.get(`/images/${recent.image_id}/photo`)).status).toBe(200);
      expect(await listAudit()).toContainEqual({
        action: 'retention',
        id: old.inspection_id,
        photos: 1,
        reports: 1,
      });
      expect(await removeOldPhotos({ ...storage, retainMs: 90 * DAY_MS })).toBe(0);
    });

    it('stay recorded until they are deleted: a run that fails is repeated', async () => {
      const { inspection_id } = await createFullInspection(ada);
      await age(inspection_id, 400);
      const blobs = { ...storage.blobs, delete: () => Promise.reject(new Error('no answer')) };
      const options = { database: storage.database, retainMs: 365 * DAY_MS };
      await expect(removeOldPhotos({ ...options, blobs })).rejects.toThrow('no answer');
      expect(await removeOldPhotos({ ...options, blobs: storage.blobs })).toBe(1);
    });

    it('are removed by a service that starts with a time', async () => {
      const { inspection_id, image_id } = await createFullInspection(ada);
      await age(inspection_id, 2);
      const options = { databaseUrl: databaseUrl(), ...(s3 ? { s3: s3.options } : { data: folder }) };
      const service = await startServiceOn(await openStorage(options), { retainMs: DAY_MS });
      await waitUntil(async () => expect((await ada.get(`/images/${image_id}/photo`)).status).toBe(404));
      await service.close();
    });

    it('of a person are erased on request with all records, and not those of others', async () => {
      const mine = await createFullInspection(ada);
      await ada.post('/inspections', { tasks: {} }, { 'Idempotency-Key': `key-${place}` });
      const others = await createFullInspection(bob);
      const [owned] = await storage.database.query<{ count: number }>(
        `select count(*)::integer as count from inspections where owner_id = 'owner-zoe'`,
      );
      const erased = await erase(storage, { userId: 'owner-zoe' });
      expect(erased).toMatchObject({ inspections: owned?.count });
      expect((await ada.get(`/inspections/${mine.inspection_id}`)).status).toBe(404);
      expect((await ada.get('/inspections')).json.data).toEqual([]);
      expect((await bob.get(`/images/${others.image_id}/photo`)).status).toBe(200);
      expect(await countBlobs()).toBe(2); // photo and report of bob
      expect(await listAudit()).toContainEqual({
        action: 'erase',
        id: mine.inspection_id,
        photos: 1,
        reports: 1,
      });
      expect(await listTextsOf(storage, 'owner-zoe')).toEqual([]);
      expect(await erase(storage, { inspectionId: others.inspection_id })).toEqual({
        inspections: 1,
        photos: 1,
        reports: 1,
      });
      await waitUntil(async () => expect(await countBlobs()).toBe(0));
      expect(await listTextsOf(storage, others.inspection_id)).toEqual(['audit']);
    });
  });

  it('that are requested or uploaded while their inspection is erased are not stored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kerbside-erase-'));
    const storage = await openStorage({ databaseUrl: databaseUrl(), data: folder });
    const service = await startServiceOn(storage, {});
    const ada = await createPlainClient(service, { id: 'ada' });
    const requests = [
      () => ({ customer: 'Grace Hopper' }),
      () => createForm({ pdf_post_strategy: 'upload' }, { pdf_data: '%PDF-1.7 Grace Hopper' }),
    ];
    for (const [index, createBody] of requests.entries()) {
      for (const headers of [{}, { 'Idempotency-Key': `report-${index}` }]) {
        const { id } = (await ada.post('/inspections', { tasks: {} })).json;
        let posted: ReturnType<PlainClient['post']> | undefined;
        // The service has found the inspection. Its report is written after those of the inspection were deleted.
        const postReport = async () => {
          let isDone = false;
          posted = ada.post(`/inspections/${id}/pdf`, createBody(), headers).finally(() => {
            isDone = true;
          });
          await waitUntil(async () => expect(isDone || (await countLockWaits(storage))).toBeTruthy());
        };
        await erase(
          { ...storage, database: beforeErased(storage.database, postReport) },
          { inspectionId: id },
        );
        expect((await posted)?.status).toBe(404);
        expect(await listTextsOf(storage, id)).toEqual(['audit']);
        const files = await readdir(folder, { recursive: true });
        expect(files.filter((name) => /[0-9a-f]{8}-[0-9a-f-]{27}/.test(name))).toEqual([]);
      }
    }
    expect(await listTextsOf(storage, 'Grace')).toEqual([]);
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('and records of jobs that failed for good are deleted after the same time, or after 90 days', async () => {
    const database = await openPg(databaseUrl());
    await migrate(database);
    for (const days of [1, 29, 31, 89, 91])
      await database.query(
        `insert into dead_jobs (inspection_id, kind, subject, attempts, died_at)
         values ('i', 'task', $1, 5, now() - make_interval(days => $2))`,
        [`${days}`, days],
      );
    const list = async () =>
      (await database.query<{ subject: string }>('select subject from dead_jobs order by id')).map(
        ({ subject }) => Number(subject),
      );
    await deleteOldDeadJobs(database);
    expect(await list()).toEqual([1, 29, 31, 89]);
    await deleteOldDeadJobs(database, 30 * DAY_MS);
    expect(await list()).toEqual([1, 29]);
    await database.close();
  });
});

/** Calls `work` in each transaction, before it deletes an inspection. */
function beforeErased(database: Database, work: () => Promise<void>): Database {
  return {
    ...database,
    transaction: (run) =>
      database.transaction((queries) =>
        run({
          ...queries,
          query: async (sql, values, options) => {
            if (sql.startsWith('delete from inspections')) await work();
            return queries.query(sql, values, options);
          },
        }),
      ),
  };
}

async function countLockWaits({ database }: Storage): Promise<number> {
  const rows = await database.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Returns the tables that contain a text. */
async function listTextsOf({ database }: Storage, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(
      `select 1 from ${name} as t where position($1 in t::text) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
