import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  type Answer,
  asItIs,
  freshModel,
  inspectionOf,
  ModelServer,
  openField,
  outcome,
  patchPhoto,
  runTask,
} from './support/field.ts';

let folder: ModelFolder;
beforeEach(async () => {
  await caches.delete('kerbside-models');
  folder = await freshModel();
});

const FOUND = { status: 'DONE', types: ['dent', 'scratch'] };
const notThere: Answer = () => new Response('', { status: 404 });
const loginPage: Answer = () =>
  new Response('<!doctype html><title>Sign in to the station Wi-Fi</title>', {
    headers: { 'content-type': 'text/html' },
  });
const altered: Answer = (_request, file) =>
  new Response(file?.map((byte, at) => (at === 100 ? byte ^ 1 : byte)) ?? null);
const cut: Answer = (_request, file) =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(file?.slice(0, 500) ?? new Uint8Array()),
      pull: (stream) => stream.error(new TypeError('network error')),
    }),
  );
const unreachable: Answer = () => {
  throw new TypeError('Failed to fetch');
};
const wrongManifest: Answer = () => Response.json({ error: 'sign in first' });

describe('a model that does not come as it should', () => {
  it.each([
    ['the manifest is not there', 'manifest.json', notThere, 'model_unavailable', /manifest\.json.*404/],
    ['the manifest is a login page', 'manifest.json', loginPage, 'model_unavailable', /manifest\.json/],
    [
      'the manifest is some other JSON',
      'manifest.json',
      wrongManifest,
      'model_invalid',
      /not a model manifest/,
    ],
    ['the network is away', 'manifest.json', unreachable, 'model_unavailable', /Failed to fetch/],
    ['the model is cut short', 'patches.onnx', cut, 'model_unavailable', /connection ended after 500 bytes/],
    ['the model is altered', 'patches.onnx', altered, 'model_unavailable', /do not match/],
    ['the model is a login page', 'patches.onnx', loginPage, 'model_unavailable', /patches\.onnx/],
    ['the golden outputs are not there', 'patches.golden.bin', notThere, 'model_unavailable', /404/],
  ] as const)(
    '%s: the task says so, and the next start works',
    async (_what, file, answer, errorCode, message) => {
      const server = new ModelServer(folder);
      server.answers = { [file]: answer };
      const { kerbside } = await openField({ server });
      const inspectionId = await inspectionOf(kerbside, await patchPhoto());
      expect(await runTask(kerbside, inspectionId)).toMatchObject({
        status: 'ERROR',
        errors: [{ errorCode, message: expect.stringMatching(message) }],
      });
      server.answers = {};
      expect(await runTask(kerbside, inspectionId)).toMatchObject({ ...FOUND, errors: [] });
    },
  );

  it.each(['the network is back', 'the app preloads its models'])(
    'is had once %s: the task that lacked it is taken up by itself',
    async (what) => {
      const server = new ModelServer(folder);
      server.answers = { 'manifest.json': unreachable };
      const { kerbside } = await openField({ server });
      const inspectionId = await inspectionOf(kerbside, await patchPhoto());
      expect(await runTask(kerbside, inspectionId)).toMatchObject({ status: 'ERROR' });
      server.answers = {};
      if (what === 'the network is back') dispatchEvent(new Event('online'));
      else await kerbside.preload();
      await expect
        .poll(() => outcome(kerbside, inspectionId), { timeout: 110_000 })
        .toMatchObject({ ...FOUND, errors: [] });
    },
  );

  it('a login page in place of a manifest that was seen before changes nothing', async () => {
    const server = new ModelServer(folder);
    const before = await openField({ server });
    await before.kerbside.engines();
    before.kerbside.close();
    server.answers = { 'manifest.json': wrongManifest, 'patches.onnx': unreachable };
    const { kerbside } = await openField({ server });
    expect(await runTask(kerbside, await inspectionOf(kerbside, await patchPhoto()))).toMatchObject(FOUND);
  });

  it('no room to keep it: the task is done, and the app is told that it will be fetched again', async () => {
    const put = vi
      .spyOn(Cache.prototype, 'put')
      .mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));
    try {
      const server = new ModelServer(folder);
      const { kerbside } = await openField({ server });
      const notKept: string[] = [];
      kerbside.on('model.not_kept', ({ file }) => notKept.push(file.slice(server.url.length)));
      const photo = await patchPhoto();
      expect(await runTask(kerbside, await inspectionOf(kerbside, photo))).toMatchObject(FOUND);
      expect(await runTask(kerbside, await inspectionOf(kerbside, photo))).toMatchObject(FOUND);
      expect(notKept.toSorted()).toEqual(['patches.golden.bin', 'patches.onnx']);
      expect(server.requests.filter((name) => name === 'patches.onnx')).toHaveLength(1);
    } finally {
      put.mockRestore();
    }
  });

  it('tells the progress of its download', async () => {
    const server = new ModelServer(folder);
    server.answers = { 'patches.onnx': asItIs };
    const { kerbside } = await openField({ server });
    const last = new Map<string, string>();
    kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) =>
      last.set(file.slice(server.url.length), `${receivedBytes} of ${totalBytes}`),
    );
    await kerbside.engines();
    const size = folder['patches.onnx']?.length;
    expect(last.get('patches.onnx')).toBe(`${size} of ${size}`);
  });
});
