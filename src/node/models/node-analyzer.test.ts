import { expect, it } from 'vitest';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import type { DetectorEntry, Manifest, WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import type { Session } from '../../inference/engine.ts';
import { createNodeRunner } from './node-analyzer.ts';

const SIZE = { width: 64, height: 48 };

function detector(role: string): DetectorEntry {
  return {
    kind: 'detector',
    name: role,
    input: { name: 'image', step: 32, area: 4096 },
    outputs: {
      levels: [{ name: 'level8', stride: 8 }],
      prototypes: 'prototypes',
      prototypeCount: 1,
      bins: 2,
    },
    types: [{ name: role, role, calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 }],
  } as unknown as DetectorEntry;
}

/** Detects nothing. */
const run: Session['run'] = async ({ image }) => {
  const [, , height = 0, width = 0] = image?.dims ?? [];
  const level = {
    dims: [1, 10, height / 8, width / 8],
    data: new Float32Array((10 * height * width) / 64).fill(-20),
  };
  const masks = { dims: [1, 1, height / 4, width / 4], data: new Float32Array((height * width) / 16) };
  return { level8: level, prototypes: masks };
};

it('runs the part model once per photo of an inspection with damages and wheels, also with several photos at once', async () => {
  const runs: string[] = [];
  const [damage, parts, wheels] = ['damage', 'part', 'wheel'].map(detector) as [
    DetectorEntry,
    DetectorEntry,
    DetectorEntry,
  ];
  const analyser = {
    kind: 'wheel-analyser',
    name: 'wheel-crops',
    input: { name: 'crop' },
  } as WheelAnalyserEntry;
  const sessions = new Map<string, Session>();
  const runner = createNodeRunner({
    loadManifest: async () => ({ models: [damage, parts, wheels, analyser] }) as unknown as Manifest,
    countPhotosAtOnce: async () => 2,
    async load(entry) {
      const session = sessions.get(entry.name) ?? {
        async run(inputs) {
          runs.push(entry.name);
          return run(inputs);
        },
        dispose: async () => {},
      };
      sessions.set(entry.name, session);
      return { entry, session, engine: 'test' };
    },
  });
  const bytes = await jpegPhoto({ seed: 1, ...SIZE });
  const images = ['a', 'b'].map((id): AnalysisImage => {
    const { width: imageWidth, height: imageHeight } = SIZE;
    return { id, name: id, imageWidth, imageHeight, mimetype: 'image/jpeg', photo: async () => bytes.buffer };
  });
  const { signal } = new AbortController();
  const requests = [damage, parts].map((model) => ({ model, threshold: 0.3 }));
  const [first, second] = requests;
  if (!first || !second) throw new Error('there are two requests');
  await Promise.all(images.map((image) => runner.detect([first, second], { image }, signal)));
  // In the other order: a photo meets another pipeline than before.
  await Promise.all(
    images.toReversed().map((image) => runner.detectWheels({ analyser, wheels, parts }, { image }, signal)),
  );
  expect(runs.toSorted()).toEqual(['damage', 'damage', 'part', 'part', 'wheel', 'wheel']);
});
