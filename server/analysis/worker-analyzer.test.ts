import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnalysisRequest } from '../../src/domain/task/analyzer.ts';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import { nodeGoldenRun } from '../../test/fixtures/node-golden-run.ts';
import { patchModels } from '../../test/fixtures/patch-models.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe('models in a worker thread', () => {
  let models: string;
  let analyzer: WorkerAnalyzer;
  let photo: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    models = await mkdtemp(join(tmpdir(), 'kerbside-models-'));
    const files = await patchModels(nodeGoldenRun, ['damage', 'damage-large', 'parts']);
    for (const [name, content] of Object.entries(files)) await writeFile(join(models, name), content);
    analyzer = new WorkerAnalyzer({ models, threads: 1, log: () => {} });
    photo = await jpegPhoto({ seed: 4, width: 640, height: 480, view: 'side', damages: ['scratch'] });
    await analyzer.open();
  });
  afterAll(async () => {
    await analyzer.close();
    await rm(models, { recursive: true });
  });

  const createImage = () => ({
    id: 'image',
    name: 'car.jpg',
    imageWidth: 640,
    imageHeight: 480,
    mimetype: 'image/jpeg',
    photo: async () => photo.slice().buffer,
  });
  const [task] = stateOf('i', { task: 'IN_PROGRESS' }).tasks;
  const request = (changes: Partial<AnalysisRequest> = {}): AnalysisRequest => {
    if (!task) throw new Error('The record has no task.');
    return {
      inspectionId: 'i',
      task: { ...task, damageScoreThreshold: 0.01 },
      images: [createImage()],
      signal: new AbortController().signal,
      onProgress: () => {},
      ...changes,
    };
  };

  it('report the supported tasks', async () => {
    expect(await analyzer.supports('damage_detection')).toBe(true);
    expect(await analyzer.supports('repair_estimate')).toBe(false);
  });

  it('analyze and assess a photo without blocking this thread', async () => {
    let turns = 0;
    const working = setInterval(() => {
      turns += 1;
    }, 1);
    const progress: [number, number][] = [];
    const result = await analyzer.analyze(
      request({ onProgress: (done, total) => progress.push([done, total]) }),
    );
    clearInterval(working);
    expect(result.createdBy).toMatchObject({ model: 'damage-large' });
    expect(progress).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(turns).toBeGreaterThan(5); // 1 or 2 if the model ran on this thread
    const quality = await analyzer.assess(createImage(), new AbortController().signal);
    expect(quality).toMatchObject({ status: 'DONE' });
  });

  it('report a bad photo with its error code', async () => {
    const noPicture = async () => new TextEncoder().encode('no picture at all').buffer;
    await expect(
      analyzer.assess({ ...createImage(), photo: noPicture }, new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'photo_invalid',
    });
    const image = createImage();
    const lost = { ...image, photo: () => Promise.reject(new Error('the bucket is gone')) };
    await expect(analyzer.analyze(request({ images: [lost] }))).rejects.toThrow('the bucket is gone');
  });

  it('retry once after their thread died', async () => {
    const image = createImage();
    let requests = 0;
    const deadly = {
      ...image,
      photo: async () => {
        requests += 1;
        if (requests === 1) await analyzer.close();
        return image.photo();
      },
    };
    const result = await analyzer.analyze(request({ images: [deadly] }));
    expect([requests, result.createdBy]).toEqual([2, expect.objectContaining({ model: 'damage-large' })]);
  });

  it('retry once in a new thread after an uncaught error', async () => {
    const send = Worker.prototype.postMessage;
    const workers: Worker[] = [];
    const sending = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message,
    ) {
      if (message.type !== 'assess') return send.call(this, message);
      workers.push(this);
      send.call(this, workers.length === 1 ? null : message); // null makes the worker throw
    });
    const quality = await analyzer.assess(createImage(), new AbortController().signal);
    sending.mockRestore();
    expect([quality.status, workers.length, new Set(workers).size]).toEqual(['DONE', 2, 2]);
  });

  it('end on abort, and restart for the next request', async () => {
    const stop = new AbortController();
    const image = createImage();
    const stopping = {
      ...image,
      photo: () => {
        stop.abort(new Error('enough'));
        return image.photo();
      },
    };
    const ended = analyzer.analyze(request({ images: [stopping], signal: stop.signal }));
    await expect(ended).rejects.toThrow('enough');
    const next = await analyzer.assess(createImage(), new AbortController().signal);
    expect(next.status).toBe('DONE');
  });
});
