// npm run bench -- models: every shipped model at its usual input size, alternately with the damage model. On one WASM
// thread in Node; only the session, without decoding and post-processing. With KERBSIDE_SHARED_MODEL, the folder that
// kerbside_training.shared writes, one network with three heads is compared with the three networks.
import { join } from 'node:path';
import type { ModelEntry } from '../../src/analysis/model-manifest.ts';
import { detectorCanvases } from '../../src/inference/tasks/detector.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { readManifest } from '../../src/node/models/model-files.ts';
import { finish } from '../lib/report.ts';
import { atMost, milliseconds, row } from '../lib/row.ts';
import { interleaved } from '../lib/samples.ts';
import { loadSharedModel } from './shared-model.ts';

/** A phone photo, a line of about 10 letters, and a photo with a code. */
const PHOTO = { width: 4032, height: 3024 };
const LINE_WIDTH = 320;
const CODE_SIDE = 736;
const THREE = ['damage', 'parts', 'wheels'];

const manifest = join(import.meta.dirname, '../../models/manifest.json');
const { models } = await readManifest(manifest);
const loaded = await Promise.all(models.map(({ name }) => loadModel(manifest, name)));
const runs = loaded.map(({ entry, session }) => {
  const inputs = sizesInUse(entry).map(([width, height]) => ({
    [entry.input.name]: { dims: [1, 3, height, width], data: new Float32Array(3 * height * width).fill(0.5) },
  }));
  const run = async () => {
    for (const input of inputs) await session.run(input);
  };
  return [entry.name, run] as const;
});
const folder = process.env.KERBSIDE_SHARED_MODEL;
const damageEntry = models.find(({ name }) => name === 'damage');
const shared = folder && damageEntry && (await loadSharedModel(folder, sizesInUse(damageEntry)));
const rounds = { rounds: 15, warmUp: 2 };
const times = await interleaved(Object.fromEntries(runs), rounds);
const threeTimes = shared && (await interleaved({ three: runThree, shared }, rounds));

const damage = times.damage?.median ?? Number.NaN;
finish({
  bench: 'models',
  rows: [
    ...models.flatMap((entry) => {
      const time = times[entry.name];
      const name = `${entry.name}, ${sizesInUse(entry)
        .map((size) => size.join(' x '))
        .join(' and ')}`;
      return time ? [row(name, { ...milliseconds(time), ratio: time.median / damage })] : [];
    }),
    ...(threeTimes
      ? [
          row('damage, parts and wheels', milliseconds(threeTimes.three)),
          row(
            'one network with three heads, of the three',
            {
              ...milliseconds(threeTimes.shared),
              ratio: threeTimes.shared.median / threeTimes.three.median,
            },
            atMost(0.6),
          ),
        ]
      : []),
  ],
});

/** Runs the models that see the same photo. */
async function runThree(): Promise<void> {
  for (const [name, run] of runs) if (THREE.includes(name)) await run();
}

function sizesInUse(entry: ModelEntry): [width: number, height: number][] {
  const { area, step } = entry.input;
  switch (entry.kind) {
    case 'detector':
      return detectorCanvases(entry, PHOTO).map(({ width, height }) => [width, height]);
    case 'text-recognizer':
      return [[Math.min(LINE_WIDTH, area / entry.height), entry.height]];
    case 'text-detector':
      return [[CODE_SIDE, CODE_SIDE]];
    case 'wheel-analyser': {
      const side = Math.floor(Math.sqrt(area) / step) * step;
      return [[side, side]];
    }
  }
}
