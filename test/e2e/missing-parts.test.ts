// @module-tag long
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../fixtures/built.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { tinyModel } from './pages/field-browser.ts';
import { page as pageOf, serveField } from './pages/field-server.ts';
import type { Outcome } from './pages/parts.ts';
import { pretendCores } from './pages/pretend-cores.ts';
import { startPlainService } from './plain-service.ts';
import { closeContexts, sharedChromium } from './shared-chromium.ts';

/** Lazily loaded chunks of the library that are missing on the server when the app needs them. */

const files: Record<string, Uint8Array> = {};
beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: { kerbside: `${root}src/index.ts` } },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      lib: { entry: `${root}test/e2e/pages/parts.ts`, formats: ['es'], fileName: () => 'main.js' },
      rolldownOptions: {
        // Chunks shared with the entry point are available.
        output: { chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'part-[name].js' : '[name].js') },
      },
    },
  });
  const text = (content: string) => new TextEncoder().encode(content);
  for (const output of [built].flat())
    if ('output' in output)
      for (const file of output.output)
        if (file.type === 'chunk') files[`/app/${file.fileName}`] = text(file.code);
  files['/app/'] = text(pageOf('/app/main.js'));
  files['/app/photo.jpg'] = await jpegPhoto({ seed: 4, width: 320, height: 240 });
});
afterEach(closeContexts);

/** Opens the app. The server has no lazy chunks until `deploy` is called. */
async function openApp() {
  const server = await serveField({ models: await tinyModel(), files });
  onTestFinished(() => server.close());
  const context = await (await sharedChromium()).newContext();
  const parts = /\/app\/part-/;
  await context.route(parts, (route) => route.fulfill({ status: 404, body: 'not found' }));
  const page = await context.newPage();
  await pretendCores(page, 1);
  const load = async () => {
    await page.goto(`${server.url}/app/`);
    await page.waitForFunction(() => 'parts' in window);
  };
  await load();
  return { page, context, reload: load, deploy: () => context.unroute(parts) };
}

const inspection = (page: Page) =>
  page.evaluate(async () => {
    const { kerbside } = window.parts;
    const photo = await (await fetch('/app/photo.jpg')).blob();
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
    return id;
  });

const statusOf = (page: Page, inspectionId: string) =>
  page.evaluate(async (id) => {
    const { entities } = await window.parts.kerbside.tasks.getOne(id, 'damage_detection');
    const [task] = Object.values(entities.tasks);
    return { status: task?.status, code: task?.errorMessages?.at(-1)?.errorCode };
  }, inspectionId);

const exportIt = (page: Page, inspectionId: string): Promise<Outcome> =>
  page.evaluate((id) => window.parts.outcomeOf(window.parts.kerbside.storage.export(id)), inspectionId);

const notLoaded = (part: string) => ({
  code: 'code_unavailable',
  retryable: true,
  message: expect.stringMatching(new RegExp(`${part}.* could not be loaded \\(.*part-.*reload the page`)),
});

describe('an app whose lazy chunks are missing', () => {
  // Proves fault F25.
  test('opens, writes and reads; calls that need a chunk name it and the remedy', async () => {
    const { page } = await openApp();
    const id = await inspection(page);
    const [photos, ...outcomes] = await page.evaluate(async (inspectionId) => {
      const { kerbside, outcomeOf } = window.parts;
      return [
        (await kerbside.images.getMany(inspectionId)).data.length,
        await outcomeOf(kerbside.storage.export(inspectionId)),
        await outcomeOf(kerbside.storage.import(new Blob(['x']))),
        await outcomeOf(kerbside.damages.createOne(inspectionId, { damageType: 'dent', partType: 'hood' })),
        await outcomeOf(kerbside.images.addOne(inspectionId, {}, new Blob(['\0\0\0\x10ftypheic']))),
      ] as const;
    }, id);
    expect(photos).toBe(1);
    const zips = notLoaded('reads and writes zip files');
    const others = [notLoaded('corrects results'), notLoaded('reads photos other than JPEG')];
    expect(outcomes).toEqual([zips, zips, ...others]);
  });

  // Proves fault F25.
  test('leaves a task open, and runs it when the network is back', async () => {
    const { page, context, deploy } = await openApp();
    const id = await inspection(page);
    const start = (inspectionId: string) =>
      page.evaluate(
        (one) => window.parts.kerbside.tasks.updateOne(one, 'damage_detection', { status: 'TODO' }),
        inspectionId,
      );
    await start(id);
    expect(await statusOf(page, id)).toEqual({ status: 'TODO', code: undefined });
    expect(await exportIt(page, id)).toMatchObject({ code: 'code_unavailable' });
    await deploy();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect.poll(() => statusOf(page, id)).toEqual({ status: 'DONE', code: undefined });
    expect(await exportIt(page, id)).toBe('done');
  });

  // Proves fault F25.
  test('runs the task and assesses the photo after a reload', async () => {
    const { page, reload, deploy } = await openApp();
    const id = await inspection(page);
    await page.evaluate(
      (one) => window.parts.kerbside.tasks.updateOne(one, 'damage_detection', { status: 'TODO' }),
      id,
    );
    await deploy();
    await reload();
    await expect.poll(() => statusOf(page, id)).toEqual({ status: 'DONE', code: undefined });
    await expect
      .poll(() =>
        page.evaluate(async (one) => {
          const [image] = (await window.parts.kerbside.images.getMany(one)).data;
          return image?.compliances.image_quality_assessment?.status;
        }, id),
      )
      .toBe('DONE');
  });

  test('records and counts what is unsent, says why it sends nothing, and sends when the network is back', async () => {
    const service = await startPlainService();
    onTestFinished(() => service.close());
    const { page, context, deploy } = await openApp();
    await page.evaluate((url) => window.parts.openSynced(url), service.url);
    const status = () => page.evaluate(() => window.parts.synced?.sync.status());
    const flush = () => page.evaluate(() => window.parts.synced?.sync.flush());
    await page.evaluate(() =>
      window.parts.synced?.inspections.createOne({ tasks: { damage_detection: {} } }),
    );
    expect(await flush()).toMatchObject({
      operations: { queued: 1 },
      paused: 'unreachable',
      pauseCause: { code: 'code_unavailable', message: notLoaded('sends to the service').message },
    });
    const discarded = await page.evaluate(() =>
      window.parts.outcomeOf(window.parts.synced?.sync.discard('an-operation') ?? Promise.resolve()),
    );
    expect(discarded).toEqual(notLoaded('sends to the service'));
    expect(service.calls).toEqual([]);

    await deploy();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect.poll(status).toMatchObject({ operations: { queued: 0, sending: 0 }, paused: null });
    expect(service.calls.map(({ line }) => line)).toEqual(['POST /inspections']);
  });
});
