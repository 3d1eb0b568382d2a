import { openKerbside } from 'kerbside';
import { deviceModels } from 'kerbside/models';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tightenBox } from '../../src/analysis/detection/tighten-box.ts';
import { iou } from '../../src/analysis/geometry/box.ts';
import type { Manifest } from '../../src/analysis/model-manifest.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import {
  createFreshModel,
  createInspection,
  createOnnxruntimeWorker,
  drawPatchPhoto,
  ModelServer,
  openWithEngines,
  RUNTIME_URL,
  runTask,
} from './support/engine-harness.ts';

describe('a started task', () => {
  it('runs its model in a worker and creates damages and views with createdBy', async () => {
    const server = new ModelServer(await createFreshModel());
    const { kerbside } = await openWithEngines({ server, runtime: 'onnxruntime' });
    const progress: string[] = [];
    kerbside.on('task.progress', ({ done, total }) => progress.push(`${done}/${total}`));
    const done = await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()));
    expect(done).toMatchObject({ status: 'DONE', types: ['dent', 'scratch'] });
    expect(progress).toEqual(['0/1', '1/1']);

    const createdBy = { model: 'patches', version: '1.0.0', engine: 'onnxruntime-web 1.30.0 wasm' };
    for (const damage of Object.values(done.entities.damages)) expect(damage).toMatchObject({ createdBy });
    const views = Object.values(done.entities.views);
    expect(views).toHaveLength(2);
    for (const { boundingBox, polygons, confidence, ...view } of views) {
      expect(view).toMatchObject({ createdBy });
      expect(confidence).toBeGreaterThan(0.9);
      expect(polygons?.[0]?.length).toBeGreaterThanOrEqual(4);
      // The red patch is at 190, 190, the blue one at 590, 390. A box is 2 cells of 200 pixels, clipped to the photo
      // and tightened to the outline.
      const boxes = [
        { x0: 100, y0: 100, x1: 500, y1: 500 },
        { x0: 500, y0: 300, x1: 800, y1: 640 },
      ].map((cells) => tightenBox(cells, polygons ?? []));
      const { xmin, ymin, width, height } = boundingBox;
      const actual = { x0: xmin, y0: ymin, x1: xmin + width, y1: ymin + height };
      expect(Math.max(...boxes.map((box) => iou(box, actual)))).toBeGreaterThan(0.98);
    }
  });

  it('is preceded by the quality assessment of its photos', async () => {
    const { kerbside } = await openWithEngines({ server: new ModelServer(await createFreshModel()) });
    const checked = new Promise<string>((resolve) =>
      kerbside.on('image.checked', ({ imageId }) => resolve(imageId)),
    );
    const inspectionId = await createInspection(kerbside, await drawPatchPhoto());
    const imageId = await checked;
    const { entities } = await kerbside.images.getOne(inspectionId, imageId);
    expect(entities.images[imageId]?.compliances.image_quality_assessment?.status).toBe('DONE');
  });
});

/** Serves only the damage model of the shipped models. The part model would run when a photo is added, too. */
function serveDamageModelOnly(): void {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await real(input, init);
    if (!response.url.endsWith('/models/manifest.json')) return response;
    const manifest: Manifest = await response.json();
    return Response.json({ ...manifest, models: manifest.models.filter(({ name }) => name === 'damage') });
  });
}

describe('the shipped damage model', () => {
  it('passes its self-test in this browser and runs on a photo', {
    tags: 'long',
    timeout: 90_000,
  }, async (context) => {
    if ((await fetch('/models/manifest.json')).headers.get('content-type')?.includes('json') !== true) {
      context.skip('there are no models in models/');
    }
    serveDamageModelOnly();
    const models = deviceModels({
      workers: { wasm: createOnnxruntimeWorker },
      folder: '/models/',
      licence: 'research',
      runtime: RUNTIME_URL,
    });
    const kerbside = await openKerbside({
      user: { id: 'inspector' },
      database: crypto.randomUUID(),
      models,
    });
    onTestFinished(() => kerbside.close());
    const photo = await browserPhoto({
      seed: 4,
      width: 1600,
      height: 1200,
      view: 'side',
      damages: ['scratch', 'dent'],
    });
    const done = await runTask(kerbside, await createInspection(kerbside, photo));
    expect(done).toMatchObject({ status: 'DONE', errors: [] });
    const report = await models.engines();
    expect(report.models).toMatchObject([{ model: 'damage', engine: 'wasm' }]);
    expect(report.models[0]?.engines).toContainEqual({
      engine: 'tfjs',
      usable: false,
      reason: 'the app provides no worker for it',
    });
  });
});
