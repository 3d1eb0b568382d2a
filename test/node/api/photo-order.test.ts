import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { rejectionCode } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';

let kerbside: Kerbside;
let store: MemoryStore;
/** When the download of each URL completes. */
let downloads: Record<string, Promise<void>>;
beforeEach(async () => {
  store = new MemoryStore();
  downloads = {};
  const download = async (url: string) => {
    await downloads[url];
    return new Response(await smallPhoto());
  };
  kerbside = await openKerbside({
    user: { id: 'ann' },
    database: crypto.randomUUID(),
    store,
    platform: { fetch: download },
  });
});
afterEach(() => kerbside.close());

const NEVER = new Promise<void>(() => {});

/** A file on a slow disk or in a cloud. `isThere` resolves when it can be read. */
class SlowFile extends File {
  begun = false;
  readonly #isThere: () => Promise<void>;

  constructor(bytes: Uint8Array<ArrayBuffer>, isThere: () => Promise<void>) {
    super([bytes], 'car.jpg');
    this.#isThere = isThere;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    this.begun = true;
    await this.#isThere();
    return super.arrayBuffer();
  }
}

const file = async (isThere = () => Promise.resolve()) => new SlowFile(await smallPhoto(), isThere);
const files = (count: number, isThere: (nth: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => file(() => isThere(nth))));

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

const inspection = async () => (await kerbside.inspections.createOne({ tasks: {} })).result;
const add = (id: string, name: string | number, photo: Blob | Uint8Array, call = {}) =>
  kerbside.images.addOne(id, { name: String(name) }, photo, call);
const images = async (id: string) =>
  (await kerbside.images.getMany(id, { paginationOrder: 'asc', limit: 100 })).data;
const names = async (id: string) => (await images(id)).map(({ name }) => name);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => String(nth));

describe('photos added concurrently', () => {
  test('are stored and sent in the order of the calls', async () => {
    const id = await inspection();
    const chosen = await files(12, (nth) => turnsOfTheLoop(12 - nth));
    await Promise.all(chosen.map((photo, nth) => add(id, nth, photo)));
    expect(await names(id)).toEqual(upTo(12));
    const times = (await images(id)).map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    const sent = (await store.operations({ inspectionId: id })).flatMap(({ payload }) =>
      'imageId' in payload && 'input' in payload ? [payload.imageId] : [],
    );
    expect(sent).toEqual((await images(id)).map((image) => image.id));
  });

  test('are read at most 4 at a time, to limit memory', async () => {
    const id = await inspection();
    let [underWay, most] = [0, 0];
    const chosen = await files(12, async () => {
      most = Math.max(most, ++underWay);
      await turnsOfTheLoop(3);
      underWay -= 1;
    });
    await Promise.all(chosen.map((photo, nth) => add(id, nth, photo)));
    expect(most).toBe(4);
  });

  test('are copied at the call if passed as bytes', async () => {
    const id = await inspection();
    const drawn = await Promise.all(Array.from({ length: 8 }, (_, nth) => smallPhoto(nth)));
    const given = drawn.map((bytes) => new Uint8Array(bytes));
    const calls = given.map((bytes, nth) => add(id, nth, bytes));
    for (const bytes of given) bytes.fill(0);
    await Promise.all(calls);
    const hashes = await Promise.all(drawn.map(({ buffer }) => sha256(buffer)));
    expect((await images(id)).map((image) => image.sha256)).toEqual(hashes);
  });

  test('are copied at the call if passed as bytes with a new inspection', async () => {
    const drawn = await Promise.all(Array.from({ length: 4 }, (_, nth) => smallPhoto(nth)));
    const photos = Object.fromEntries(drawn.map((bytes, nth) => [`p${nth}`, new Uint8Array(bytes)]));
    const call = kerbside.inspections.createOne(
      { tasks: {}, images: Object.keys(photos).map((fileKey) => ({ acquisition: { fileKey } })) },
      { photos },
    );
    for (const bytes of Object.values(photos)) bytes.fill(0);
    const { result: id } = await call;
    const hashes = await Promise.all(drawn.map(({ buffer }) => sha256(buffer)));
    expect((await images(id)).map((image) => image.sha256)).toEqual(hashes);
  });

  test('reject an invalid photo immediately, and the others keep their order', async () => {
    const id = await inspection();
    let isThere = () => {};
    const first = await file(() => new Promise((resolve) => (isThere = resolve)));
    const before = add(id, 'first', first);
    const invalid = add(id, 'text', new Blob(['not a photo']));
    const after = add(id, 'second', await file());
    expect(await rejectionCode(invalid)).toBe('photo_invalid');
    await turnsOfTheLoop(5);
    expect(await names(id)).toEqual([]);
    isThere();
    await Promise.all([before, after]);
    expect(await names(id)).toEqual(['first', 'second']);
  });

  test('skip an aborted photo, even if it can never be read', async () => {
    const id = await inspection();
    const aborter = new AbortController();
    const stuck = add(id, 'stuck', await file(() => NEVER), { signal: aborter.signal });
    const [next, waiting] = [await file(), new AbortController()];
    const others = [add(id, 0, next), add(id, 1, await file())];
    const left = add(id, 'left', await file(), { signal: waiting.signal });
    waiting.abort();
    expect(await rejectionCode(left)).toBe('aborted');
    expect(next.begun).toBe(true);
    expect(await names(id)).toEqual([]);
    aborter.abort();
    expect(await rejectionCode(stuck)).toBe('aborted');
    await Promise.all(others);
    expect(await names(id)).toEqual(upTo(2));
  });

  test('do not wait for photos of another inspection', async () => {
    const [here, there] = [await inspection(), await inspection()];
    for (const photo of await files(4, () => NEVER)) void add(there, 'stuck', photo);
    await add(here, 0, await file());
    expect(await names(here)).toEqual(['0']);
  });

  test('do not wait for downloads, and downloads do not wait for each other', async () => {
    const id = await inspection();
    const fetched = (url: string) =>
      kerbside.images.addOne(id, { name: url, acquisition: { strategy: 'download_from_url', url } });
    let arrive = () => {};
    downloads = { 'https://a.example/0.jpg': new Promise((resolve) => (arrive = resolve)) };
    const both = [fetched('https://a.example/0.jpg'), fetched('https://a.example/1.jpg')];
    await add(id, 'at hand', await file());
    await both[1];
    arrive();
    await both[0];
    expect((await names(id)).toSorted()).toEqual([
      'at hand',
      'https://a.example/0.jpg',
      'https://a.example/1.jpg',
    ]);
    expect((await names(id)).at(-1)).toBe('https://a.example/0.jpg');
  });

  test('are downloaded at most 4 at a time, also those of new inspections', async () => {
    const id = await inspection();
    const urls = Array.from({ length: 12 }, (_, nth) => `https://a.example/${nth}.jpg`);
    const begun: string[] = [];
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    for (const url of urls) {
      Object.defineProperty(downloads, url, {
        get() {
          begun.push(url);
          return arrived;
        },
      });
    }
    const byUrl = (url: string) => ({ acquisition: { strategy: 'download_from_url' as const, url } });
    const calls = urls.map((url, nth) =>
      nth % 2 === 0
        ? kerbside.images.addOne(id, byUrl(url))
        : kerbside.inspections.createOne({ tasks: {}, images: [byUrl(url)] }),
    );
    await turnsOfTheLoop(5);
    expect(begun).toHaveLength(4);
    arrive();
    await Promise.all(calls);
    expect(begun).toHaveLength(12);
  });

  test('of new views keep the same order', async () => {
    const id = await inspection();
    const { result: damageId } = await kerbside.damages.createOne(id, {
      damageType: 'dent',
      partType: 'hood',
    });
    const [far, near, other] = await files(3, (nth) => turnsOfTheLoop(9 - 3 * nth));
    if (!far || !near || !other) throw new Error('three were made');
    await Promise.all([
      add(id, 'far', far),
      kerbside.views.createOne(
        id,
        { damageId, newImage: { name: 'near' }, boundingBox: { xmin: 0, ymin: 0, width: 9, height: 9 } },
        { photo: near },
      ),
      add(id, 'other', other),
    ]);
    expect(await names(id)).toEqual(['far', 'near', 'other']);
  });
});

test('photos of a new inspection keep the order of the input', async () => {
  const chosen = await files(6, (nth) => turnsOfTheLoop(6 - nth));
  const { result: id } = await kerbside.inspections.createOne(
    {
      tasks: {},
      images: upTo(6).map((name) => ({
        name,
        acquisition: { strategy: 'upload_multipart_form_keys', fileKey: name },
      })),
    },
    { photos: Object.fromEntries(chosen.map((photo, nth) => [String(nth), photo])) },
  );
  expect(await names(id)).toEqual(upTo(6));
});
