import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnalysisRequest } from '../../src/domain/analyzer.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { stateOf } from '../../test/fixtures/databases/records.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { WorkerAnalyzer } from './worker-analyzer.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe('models in a thread of their own', () => {
  const analyzer = new WorkerAnalyzer({ models: MODELS_FOLDER, threads: 1, say: () => {} });
  let photo: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    photo = await jpegPhoto({ seed: 4, width: 640, height: 480, view: 'side', damages: ['scratch'] });
    await analyzer.open();
  });
  afterAll(() => analyzer.close());

  const imageOf = () => ({
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
      images: [imageOf()],
      signal: new AbortController().signal,
      onProgress: () => {},
      ...changes,
    };
  };

  it('say what they can do', async () => {
    expect(await analyzer.supports('damage_detection')).toBe(true);
    expect(await analyzer.supports('repair_estimate')).toBe(false);
  });

  it('judge a photo and find what is on it, while this thread goes on with its work', async () => {
    let turns = 0;
    const working = setInterval(() => {
      turns += 1;
    }, 1);
    const seen: [number, number][] = [];
    const findings = await analyzer.analyze(
      request({ onProgress: (done, total) => seen.push([done, total]) }),
    );
    clearInterval(working);
    expect(findings.createdBy).toMatchObject({ model: 'damage' });
    expect(seen).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(turns).toBeGreaterThan(5); // one or two, when the model ran on this thread
    const verdict = await analyzer.assess(imageOf(), new AbortController().signal);
    expect(verdict).toMatchObject({ status: 'DONE' });
  });

  it('tell what is wrong with a photo under its own code', async () => {
    const nothing = async () => new TextEncoder().encode('no picture at all').buffer;
    await expect(
      analyzer.assess({ ...imageOf(), photo: nothing }, new AbortController().signal),
    ).rejects.toMatchObject({
      code: 'photo_invalid',
    });
    const image = imageOf();
    const lost = { ...image, photo: () => Promise.reject(new Error('the bucket is gone')) };
    await expect(analyzer.analyze(request({ images: [lost] }))).rejects.toThrow('the bucket is gone');
  });

  it('are tried once more when their thread dies', async () => {
    const image = imageOf();
    let asked = 0;
    const deadly = {
      ...image,
      photo: async () => {
        asked += 1;
        if (asked === 1) await analyzer.close();
        return image.photo();
      },
    };
    const findings = await analyzer.analyze(request({ images: [deadly] }));
    expect([asked, findings.createdBy]).toEqual([2, expect.objectContaining({ model: 'damage' })]);
  });

  it('are tried once more, in a new thread, when theirs dies of an error nobody caught', async () => {
    const send = Worker.prototype.postMessage;
    const asked: Worker[] = [];
    const sending = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message,
    ) {
      if (message.type !== 'assess') return send.call(this, message);
      asked.push(this);
      send.call(this, asked.length === 1 ? null : message); // null: a message that no worker can take
    });
    const verdict = await analyzer.assess(imageOf(), new AbortController().signal);
    sending.mockRestore();
    expect([verdict.status, asked.length, new Set(asked).size]).toEqual(['DONE', 2, 2]);
  });

  it('are ended by who gives up, and start again for the next', async () => {
    const stop = new AbortController();
    const image = imageOf();
    const stopping = {
      ...image,
      photo: () => {
        stop.abort(new Error('enough'));
        return image.photo();
      },
    };
    const ended = analyzer.analyze(request({ images: [stopping], signal: stop.signal }));
    await expect(ended).rejects.toThrow('enough');
    const next = await analyzer.assess(imageOf(), new AbortController().signal);
    expect(next.status).toBe('DONE');
  });
});
