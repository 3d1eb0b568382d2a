// npm run bench -- models: one run of every model that ships, at the size it has in use, turn by turn, beside the damage
// model. On one thread of WASM in Node; the session alone, without decoding and findings.
import { join } from 'node:path';
import type { ModelEntry } from '../../src/analysis/model-manifest.ts';
import { loadModel, readManifest } from '../../src/node/load-model.ts';
import { finish } from '../lib/report.ts';
import { milliseconds, row } from '../lib/row.ts';
import { interleaved } from '../lib/samples.ts';

/** A line of ten letters or so, and a photo in which a code is looked for. */
const LINE_WIDTH = 320;
const CODE_SIDE = 736;

const manifest = join(import.meta.dirname, '../../models/manifest.json');
const { models } = await readManifest(manifest);
const loaded = await Promise.all(models.map(({ name }) => loadModel(manifest, name)));
const runs = loaded.map(({ entry, session }) => {
  const [height, width] = sizeInUse(entry);
  const data = new Float32Array(3 * height * width).fill(0.5);
  return [
    entry.name,
    () => session.run({ [entry.input.name]: { dims: [1, 3, height, width], data } }),
  ] as const;
});
const times = await interleaved(Object.fromEntries(runs), { rounds: 15, warmUp: 2 });

const damage = times.damage?.median ?? Number.NaN;
finish({
  bench: 'models',
  rows: models.flatMap((entry) => {
    const time = times[entry.name];
    const name = `${entry.name}, ${sizeInUse(entry).toReversed().join(' x ')}`;
    return time ? [row(name, { ...milliseconds(time), ratio: time.median / damage })] : [];
  }),
});

function sizeInUse({ input, ...entry }: ModelEntry): [height: number, width: number] {
  if (entry.kind === 'text-recognizer')
    return [entry.height, Math.min(LINE_WIDTH, input.area / entry.height)];
  const side = entry.kind === 'text-detector' ? CODE_SIDE : Math.sqrt(input.area);
  const whole = Math.floor(side / input.step) * input.step;
  return [whole, whole];
}
