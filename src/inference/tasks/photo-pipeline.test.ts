import { beforeEach, describe, expect, it } from 'vitest';
import type { DetectorEntry, WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { Session, Tensors } from '../engine.ts';
import type { LoadedModel } from './loaded-model.ts';
import { PhotoPipeline } from './photo-pipeline.ts';

const SIZE = { width: 4000, height: 3000 };

let decoded: string[];
let pipeline: PhotoPipeline<{ id: string }>;
beforeEach(() => {
  decoded = [];
  pipeline = new PhotoPipeline({
    readSize: () => SIZE,
    async decode({ id }, side) {
      decoded.push(`${id} at ${side}`);
      return { data: new Uint8ClampedArray(4 * 80 * 60).fill(128), width: 80, height: 60, original: SIZE };
    },
    canOpenDetail: async () => true,
    async openDetail({ id }, side) {
      decoded.push(`detail of ${id} at ${side}`);
      return {
        width: 80,
        height: 60,
        copy: () => Promise.reject(),
        close: () => decoded.push(`closed ${id}`),
      };
    },
  });
});

/** A detector with an input of `area` pixels, and no detections. */
function detector(name: string, area: number): LoadedModel {
  const entry = {
    kind: 'detector',
    name,
    input: { name: 'image', step: 32, area },
    outputs: {
      levels: [{ name: 'level8', stride: 8 }],
      prototypes: 'prototypes',
      prototypeCount: 1,
      bins: 2,
    },
    types: [{ name: 'wheel', role: 'wheel', calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 }],
  } as unknown as DetectorEntry;
  return { entry, session: { run, dispose: async () => {} } };
}

const run: Session['run'] = async ({ image }: Tensors) => {
  const [, , height = 0, width = 0] = image?.dims ?? [];
  return {
    level8: {
      dims: [1, 10, height / 8, width / 8],
      data: new Float32Array((10 * height * width) / 64).fill(-20),
    },
    prototypes: { dims: [1, 1, height / 4, width / 4], data: new Float32Array((height * width) / 16) },
  };
};

const small = detector('small', 65_536);
const large = detector('large', 262_144);
const analyser: LoadedModel = {
  entry: { kind: 'wheel-analyser', name: 'wheel-crops', input: { name: 'crop' } } as WheelAnalyserEntry,
  session: { run, dispose: async () => {} },
};

describe('PhotoPipeline', () => {
  it('starts all detectors before the first one ends, if the engine scales the photos', async () => {
    const order: string[] = [];
    const onGpu = ({ entry, session }: LoadedModel): LoadedModel => {
      const runPhoto: Session['runPhoto'] = async (_photo, canvases) => {
        order.push(`${entry.name} starts`);
        const outputs = canvases.map(({ width, height }) =>
          session.run({ image: { dims: [1, 3, height, width], data: new Float32Array() } }),
        );
        await new Promise((resolve) => setTimeout(resolve));
        order.push(`${entry.name} ends`);
        return Promise.all(outputs);
      };
      return { entry, session: { ...session, runPhoto } };
    };
    const requests = [small, large].map((model) => ({ model: onGpu(model), threshold: 0.3 }));
    expect(await pipeline.detect(requests, { image: { id: 'a' } })).toEqual([[], []]);
    expect(order).toEqual(['small starts', 'large starts', 'small ends', 'large ends']);
  });

  it('decodes a photo once for all detectors, large enough for each of them', async () => {
    const requests = [small, large].map((model) => ({ model, threshold: 0.3 }));
    expect(await pipeline.detect(requests, { image: { id: 'a' } })).toEqual([[], []]);
    expect(decoded).toEqual(['a at 1000']);
  });

  it('decodes the next photo ahead', async () => {
    const request = [{ model: small, threshold: 0.3 }];
    await pipeline.detect(request, { image: { id: 'a' }, next: { id: 'b' } });
    expect(decoded).toEqual(['a at 500', 'b at 500']);
    await pipeline.detect(request, { image: { id: 'b' } });
    expect(decoded).toHaveLength(2);
  });

  it('runs a detector once if it detects both wheels and parts', async () => {
    let runs = 0;
    const counting: LoadedModel = {
      ...small,
      session: {
        ...small.session,
        run: (inputs) => {
          runs += 1;
          return run(inputs);
        },
      },
    };
    const models = { wheels: counting, analyser, parts: { ...counting } };
    expect(await pipeline.detectWheels(models, { image: { id: 'a' } })).toEqual({ wheels: [], parts: [] });
    expect(runs).toBe(1);
    expect(decoded).toEqual(['a at 500', 'detail of a at 2000', 'closed a']);
  });

  it('releases the detail of a photo if a detector fails', async () => {
    const broken = {
      ...small,
      session: { ...small.session, run: () => Promise.reject(new Error('no memory')) },
    };
    const models = { wheels: broken, analyser };
    await expect(pipeline.detectWheels(models, { image: { id: 'a' } })).rejects.toThrow('no memory');
    await expect.poll(() => decoded).toContain('closed a');
  });

  it('runs the part model once per photo, whichever tasks need its parts', async () => {
    const runs: string[] = [];
    const count = ({ entry, session }: LoadedModel, role: string): LoadedModel => ({
      entry: {
        ...entry,
        types: [{ name: role, role, calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 }],
      } as unknown as DetectorEntry,
      session: {
        ...session,
        run: (inputs) => {
          runs.push(role);
          return run(inputs);
        },
      },
    });
    const [damage, parts, wheels] = [count(large, 'damage'), count(small, 'part'), count(small, 'wheel')];
    const partRequest = { model: parts, threshold: 0.3 };
    const damageRequest = { model: damage, threshold: 0.3 };
    const queued = { image: { id: 'a' } };
    await pipeline.detect([partRequest], queued); // coverage, when the photo is added
    await pipeline.detect([damageRequest, partRequest], queued);
    await pipeline.detectWheels({ wheels, analyser, parts }, queued);
    expect(runs).toEqual(['part', 'damage', 'wheel']);
    await pipeline.detect([damageRequest, partRequest], { image: { id: 'b' } });
    await pipeline.detect([{ ...partRequest, threshold: 0.1 }], queued);
    expect(runs.slice(3)).toEqual(['damage', 'part', 'part']);
  });

  it('throws if a model has the wrong kind, before it decodes the photo', async () => {
    const queued = { image: { id: 'a' } };
    await expect(pipeline.detect([{ model: analyser, threshold: 0.3 }], queued)).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'Model wheel-crops is a wheel-analyser; this step needs a detector.',
    });
    await expect(pipeline.detectWheels({ wheels: small, analyser: small }, queued)).rejects.toMatchObject({
      message: 'Model small is a detector; this step needs a wheel-analyser.',
    });
    expect(decoded).toEqual([]);
  });

  it('assesses the quality of a photo without a model, at 640 pixels', async () => {
    expect(await pipeline.assessQuality({ id: 'a' })).toMatchObject({ status: 'DONE' });
    expect(decoded).toEqual(['a at 640']);
  });
});
