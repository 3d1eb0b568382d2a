import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnalysisRequest } from '../../src/domain/task/analyzer.ts';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import { nodeGoldenRun } from '../../test/fixtures/node-golden-run.ts';
import { patchModels } from '../../test/fixtures/patch-models.ts';
import { PATCHED_SIZE, patchedSide } from '../../test/fixtures/patched-car.ts';
import { AnalyzerPool } from './analyzer-pool.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe('a pool of threads', () => {
  let options: ConstructorParameters<typeof WorkerAnalyzer>[0];
  let pool: AnalyzerPool;
  let photo: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    const models = await mkdtemp(join(tmpdir(), 'kerbside-models-'));
    const files = await patchModels(nodeGoldenRun, [
      'damage',
      'damage-large',
      'parts',
      'wheels',
      'wheel-crops',
    ]);
    for (const [name, content] of Object.entries(files)) await writeFile(join(models, name), content);
    options = { models, threads: 1, log: () => {} };
    photo = new Uint8Array(await sharp(Buffer.from(patchedSide())).jpeg().toBuffer());
    pool = new AnalyzerPool(options, 2);
    await pool.open();
  });
  afterAll(async () => {
    await pool.close();
    await rm(options.models, { recursive: true });
  });

  const [task] = stateOf('i', { task: 'IN_PROGRESS' }).tasks;
  const createRequest = (changes: Partial<AnalysisRequest> = {}): AnalysisRequest => {
    if (!task) throw new Error('The record has no task.');
    const images = ['a', 'b', 'c'].map((id) => ({
      id,
      name: `${id}.jpg`,
      imageWidth: PATCHED_SIZE.width,
      imageHeight: PATCHED_SIZE.height,
      mimetype: 'image/jpeg',
      photo: async () => photo.slice().buffer,
    }));
    return {
      inspectionId: 'i',
      task: { ...task, damageScoreThreshold: 0.01 },
      images,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...changes,
    };
  };

  it('shares the photos of one task, and returns what one thread returns', async () => {
    const send = Worker.prototype.postMessage;
    const busy = new Set<Worker>();
    const sending = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message,
    ) {
      if (message.type === 'step' && message.step.name === 'detect') busy.add(this);
      return send.call(this, message);
    });
    const progress: number[] = [];
    const shared = await pool.analyze(createRequest({ onProgress: (done) => progress.push(done) }));
    sending.mockRestore();
    expect([busy.size, progress]).toEqual([2, [0, 1, 2, 3]]);
    const single = new WorkerAnalyzer(options);
    expect(shared).toEqual(await single.analyze(createRequest()));
    expect(shared.damages?.length).toBeGreaterThan(0);
    await single.close();
  });

  it('reads a large photo once, although its wheels are cut out of a second decode', async () => {
    const [width, height] = [4 * PATCHED_SIZE.width, 4 * PATCHED_SIZE.height];
    const large = new Uint8Array(
      await sharp(photo).resize(width, height, { kernel: 'nearest' }).jpeg().toBuffer(),
    );
    const reads: string[] = [];
    const images = createRequest().images.map((image) => ({
      ...image,
      imageWidth: width,
      imageHeight: height,
      photo: async () => {
        reads.push(image.id);
        return large.slice().buffer;
      },
    }));
    const request = createRequest({ images });
    const { wheelAnalysis } = await pool.analyze({
      ...request,
      task: { ...request.task, name: 'wheel_analysis' },
    });
    expect(wheelAnalysis?.map(({ imageId }) => imageId).toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect(reads.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('reports which photo cannot be read, and goes on with the next task', async () => {
    const { images } = createRequest();
    const unreadable = async () => new TextEncoder().encode('no picture at all').buffer;
    const broken = images.map((image) => (image.id === 'b' ? { ...image, photo: unreadable } : image));
    await expect(pool.analyze(createRequest({ images: broken }))).rejects.toMatchObject({
      code: 'photo_invalid',
      message: expect.stringMatching(/^b\.jpg: /),
    });
    expect(await pool.analyze(createRequest({ images: images.slice(0, 1) }))).toMatchObject({
      createdBy: { model: 'damage-large' },
    });
  });
});
