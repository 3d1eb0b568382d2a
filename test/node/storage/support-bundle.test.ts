import { MemoryStore, openKerbside, type SupportBundle } from 'kerbside';
import { expect, onTestFinished, test } from 'vitest';
import { remoteSync } from '../../../src/sync/index.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

/** In every text that a person, a model or the service writes. */
const SECRET = 'Zyxw';
const PERSONAL = new RegExp(`${SECRET}|AB-123-CD|VF1RFB00X56789012|example\\.org|\\+33`, 'i');
const text = (name: string) => `${SECRET} ${name}`;

/** Opens a device whose database is full of personal data, with a failed task and a rejected operation. */
async function openFullDevice() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user: { id: `ann.${SECRET}@example.org`, organizationId: text('organization') },
    store,
    database: text('database'),
    analyzer: {
      analyze: async () => {
        throw new Error(`${SECRET}: the plate AB-123-CD is not readable`);
      },
    },
    sync: remoteSync({
      baseUrl: 'https://api.example.org/v1',
      getToken: () => `${SECRET}-token`,
      route: 'device',
      fetch: async (_url, { method = 'GET' } = {}) =>
        method === 'GET'
          ? Response.json({ data: [], paging: {} })
          : Response.json({ message: text('rejected AB-123-CD') }, { status: 422 }),
    }),
  });
  onTestFinished(() => kerbside.close());
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, images_ocr: {} },
    vehicle: { brand: text('brand'), model: text('model'), plate: 'AB-123-CD', vin: 'VF1RFB00X56789012' },
    additionalData: { [text('key')]: text('value') },
    accidentNature: text('accident'),
  });
  await kerbside.inspections.addAdditionalData(id, {
    vehicleOwnerFirstName: text('first'),
    vehicleOwnerLastName: text('last'),
    vehicleOwnerPhone: '+33 6 12 34 56 78',
    vehicleOwnerEmail: 'owner@example.org',
    comment: text('comment'),
  });
  const photo = await jpegPhoto({ seed: 1, width: 320, height: 240 });
  await kerbside.images.addOne(
    id,
    { name: text('image'), tasks: ['damage_detection'], additionalData: { by: text('photographer') } },
    photo,
  );
  await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection').catch(() => {});
  const isBlocked = async () => (await kerbside.sync.flush()).blocked.length > 0;
  await expect.poll(isBlocked).toBe(true);
  return { kerbside, store, id };
}

test('a support bundle of a database full of personal data contains none of it', async () => {
  const { kerbside, store, id } = await openFullDevice();
  expect(JSON.stringify(await store.load(id))).toMatch(PERSONAL); // otherwise this test proves nothing
  expect(JSON.stringify(await kerbside.sync.status())).toMatch(PERSONAL);
  expect(JSON.stringify(await kerbside.storage.supportBundle())).not.toMatch(PERSONAL);
});

test('a support bundle says what is stored, what failed and what is blocked', async () => {
  const { kerbside, id } = await openFullDevice();
  const bundle = await kerbside.storage.supportBundle();
  expect(bundle).toMatchObject({
    format: 1,
    storage: { inspections: 1, photos: 1 },
    inspections: [{ id, images: 1, damages: 1, status: 'ERROR' }],
    engines: null,
    errors: {},
  } satisfies Partial<Record<keyof SupportBundle, unknown>>);
  expect(bundle.inspections[0]?.tasks).toContainEqual({
    name: 'damage_detection',
    status: 'ERROR',
    images: 1,
    errorCodes: ['task_failed'],
  });
  expect(bundle.sync?.blocked[0]).toMatchObject({
    inspectionId: id,
    kind: 'inspection.create',
    reason: { code: expect.stringMatching(/^[a-z_]+$/), status: 422 },
  });
  expect(structuredClone(bundle)).toEqual(JSON.parse(JSON.stringify(bundle)));
});

test('a support bundle is complete if the database fails', async () => {
  const { kerbside } = await openFullDevice();
  await kerbside.close();
  const bundle = await kerbside.storage.supportBundle();
  expect(bundle).toMatchObject({ storage: null, inspections: [], sync: null });
  expect(bundle.errors).toEqual({ storage: 'closed', inspections: 'closed', sync: 'closed' });
});
