// @module-tag long
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelFolder } from '../fixtures/model-folder.ts';
import {
  createFreshModel,
  createInspection,
  drawPatchPhoto,
  getTaskOutcome,
  ModelServer,
  openWithEngines,
  type Responder,
  runTask,
  serveUnchanged,
} from './support/engine-harness.ts';

let folder: ModelFolder;
beforeEach(async () => {
  await caches.delete('kerbside-models');
  folder = await createFreshModel();
});

const DETECTED = { status: 'DONE', types: ['dent', 'scratch'] };
const missing: Responder = () => new Response('', { status: 404 });
const loginPage: Responder = () =>
  new Response('<!doctype html><title>Sign in to the station Wi-Fi</title>', {
    headers: { 'content-type': 'text/html' },
  });
const altered: Responder = (_request, file) =>
  new Response(file?.map((byte, at) => (at === 100 ? byte ^ 1 : byte)) ?? null);
const interrupted: Responder = (_request, file) =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(file?.slice(0, 500) ?? new Uint8Array()),
      pull: (stream) => stream.error(new TypeError('network error')),
    }),
  );
const unreachable: Responder = () => {
  throw new TypeError('Failed to fetch');
};
const wrongManifest: Responder = () => Response.json({ error: 'sign in first' });

describe('a failed model download', () => {
  it.each([
    ['the manifest is missing', 'manifest.json', missing, 'model_unavailable', /manifest\.json.*404/],
    ['the manifest is a login page', 'manifest.json', loginPage, 'model_unavailable', /manifest\.json/],
    [
      'the manifest is another JSON file',
      'manifest.json',
      wrongManifest,
      'model_invalid',
      /not a model manifest/,
    ],
    ['there is no network', 'manifest.json', unreachable, 'model_unavailable', /Failed to fetch/],
    [
      'the download is interrupted',
      'patches.onnx',
      interrupted,
      'model_unavailable',
      /connection ended after 500 bytes/,
    ],
    ['the model is altered', 'patches.onnx', altered, 'model_unavailable', /do not match/],
    ['the model is a login page', 'patches.onnx', loginPage, 'model_unavailable', /patches\.onnx/],
    ['the golden outputs are missing', 'patches.golden.bin', missing, 'model_unavailable', /404/],
  ] as const)(
    '%s: the task has the error, and is DONE when it is started again',
    async (_title, file, respond, errorCode, message) => {
      const server = new ModelServer(folder);
      server.responses = { [file]: respond };
      const { kerbside } = await openWithEngines({ server });
      const inspectionId = await createInspection(kerbside, await drawPatchPhoto());
      expect(await runTask(kerbside, inspectionId)).toMatchObject({
        status: 'ERROR',
        errors: [{ errorCode, message: expect.stringMatching(message) }],
      });
      server.responses = {};
      expect(await runTask(kerbside, inspectionId)).toMatchObject({ ...DETECTED, errors: [] });
    },
  );

  it.each(['the network is back', 'the app preloads its models'])(
    'restarts the task automatically when %s',
    async (what) => {
      const server = new ModelServer(folder);
      server.responses = { 'manifest.json': unreachable };
      const { kerbside } = await openWithEngines({ server });
      const inspectionId = await createInspection(kerbside, await drawPatchPhoto());
      expect(await runTask(kerbside, inspectionId)).toMatchObject({ status: 'ERROR' });
      server.responses = {};
      if (what === 'the network is back') dispatchEvent(new Event('online'));
      else await kerbside.models.preload();
      await expect
        .poll(() => getTaskOutcome(kerbside, inspectionId), { timeout: 110_000 })
        .toMatchObject({ ...DETECTED, errors: [] });
    },
  );

  it('uses the cached manifest if the server returns a login page', async () => {
    const server = new ModelServer(folder);
    const before = await openWithEngines({ server });
    await before.kerbside.models.engines();
    before.kerbside.close();
    server.responses = { 'manifest.json': wrongManifest, 'patches.onnx': unreachable };
    const { kerbside } = await openWithEngines({ server });
    expect(await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()))).toMatchObject(
      DETECTED,
    );
  });

  // Proves fault F7.
  it('completes the task without storage, and emits model.not_kept', async () => {
    const put = vi
      .spyOn(Cache.prototype, 'put')
      .mockRejectedValue(new DOMException('quota exceeded', 'QuotaExceededError'));
    try {
      const server = new ModelServer(folder);
      const { kerbside } = await openWithEngines({ server });
      const notCached: string[] = [];
      kerbside.on('model.not_kept', ({ file }) => notCached.push(file.slice(server.url.length)));
      const photo = await drawPatchPhoto();
      expect(await runTask(kerbside, await createInspection(kerbside, photo))).toMatchObject(DETECTED);
      expect(await runTask(kerbside, await createInspection(kerbside, photo))).toMatchObject(DETECTED);
      expect(notCached.toSorted()).toEqual(['patches.golden.bin', 'patches.onnx']);
      expect(server.requests.filter((name) => name === 'patches.onnx')).toHaveLength(1);
    } finally {
      put.mockRestore();
    }
  });

  it('emits the progress of the download', async () => {
    const server = new ModelServer(folder);
    server.responses = { 'patches.onnx': serveUnchanged };
    const { kerbside } = await openWithEngines({ server });
    const last = new Map<string, string>();
    kerbside.on('model.progress', ({ file, receivedBytes, totalBytes }) =>
      last.set(file.slice(server.url.length), `${receivedBytes} of ${totalBytes}`),
    );
    await kerbside.models.engines();
    const size = folder['patches.onnx']?.length;
    expect(last.get('patches.onnx')).toBe(`${size} of ${size}`);
  });
});
