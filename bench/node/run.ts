// npm run bench -- node: photos per second of damage_detection in Node, on onnxruntime-web and on onnxruntime-node, and
// of bare onnxruntime-node. The rows of onnxruntime-node are skipped if it is not installed.
import { join } from 'node:path';
import { selectVariant } from '../../src/analysis/model-manifest.ts';
import type { AnalysisImage } from '../../src/domain/analyzer.ts';
import type { Session, Tensors } from '../../src/inference/engine.ts';
import { detectorCanvases } from '../../src/inference/tasks/detector.ts';
import { findDamageModels, findDamageTiers } from '../../src/inference/tasks/task-models.ts';
import { readManifest, readModelFile } from '../../src/node/models/model-files.ts';
import { importNativeOrt, loadNativeSession } from '../../src/node/models/native-engine.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels, type NodeModelsOptions } from '../../src/node/models/node-models.ts';
import { defaultThreadCount } from '../../src/node/models/thread-count.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { analysisImage, analysisRequest } from '../lib/analysis-request.ts';
import { finish } from '../lib/report.ts';
import { atLeast, type Row, row } from '../lib/row.ts';
import { interleaved } from '../lib/samples.ts';

const PHOTOS = 4;
const ROUNDS = 4;
const SIZE = { width: 1600, height: 1200 };
/** Kerbside decodes, lays out and interprets; the bare session does not. */
const SHARE_OF_BARE = 0.85;

const photos: Uint8Array<ArrayBuffer>[] = [];
for (let seed = 0; seed < 4; seed += 1)
  photos.push(await jpegPhoto({ seed, ...SIZE, view: 'side', damages: ['scratch', 'dent'] }));
const images: AnalysisImage[] = Array.from({ length: PHOTOS }, (_, index) => {
  const photo = photos[index % photos.length] ?? new Uint8Array();
  return { ...analysisImage(photo.buffer, SIZE), id: `photo ${index}` };
});

const native = await importNativeOrt();
const threads = defaultThreadCount();
const ways: Record<string, () => Promise<unknown>> = {
  [`Kerbside on onnxruntime-web, ${threads === 1 ? 'one thread' : `${threads} threads`}`]: openKerbside({
    native: false,
  }),
};
const bareName = 'bare onnxruntime-node, prepared tensors';
const nativeNames = [1, 2, 4].map((atOnce) => `Kerbside on onnxruntime-node, ${atOnce} at once`);
if (native) {
  for (const [index, name] of nativeNames.entries()) ways[name] = openKerbside({ photosAtOnce: 2 ** index });
  ways[bareName] = await openBare();
}

const times = await interleaved(ways, { rounds: ROUNDS, warmUp: 1 });
const perSecond = (name: string) => (1_000 * PHOTOS) / (times[name]?.median ?? Number.NaN);
const rows: Row[] = Object.keys(ways).map((name) => {
  const measured = { figure: perSecond(name), unit: 'photos/s', runs: ROUNDS };
  if (!native || !nativeNames.includes(name)) return row(name, measured);
  const ratio = perSecond(name) / perSecond(bareName);
  return row(name, { ...measured, ratio }, name === nativeNames[1] ? atLeast(SHARE_OF_BARE) : undefined);
});
finish({
  bench: 'node',
  rows,
  ...(!native && { skipped: ['onnxruntime-node: not installed (npm install --no-save onnxruntime-node)'] }),
  details: { photos: PHOTOS, size: SIZE, threads, runtime: native?.env.versions },
});

/** Returns a task of all photos with the small damage model and the part model. */
function openKerbside(options: Partial<NodeModelsOptions>): () => Promise<unknown> {
  const models = new NodeModels({ folder: MODELS_FOLDER, threads, onFallback: console.error, ...options });
  const analyzer = createNodeAnalyzer(models, 'small');
  const { signal } = new AbortController();
  const [first] = images;
  if (!first) throw new Error('There is no photo to measure');
  return () => {
    const renamed = images.map((image) => ({ ...image, id: crypto.randomUUID() })); // nothing is remembered
    return analyzer.analyze({ ...analysisRequest('damage_detection', first, signal), images: renamed });
  };
}

/** Returns the same runs of the models, without decoding, layout and detections. */
async function openBare(): Promise<() => Promise<void>> {
  if (!native) throw new Error('onnxruntime-node is not installed');
  const { models } = await readManifest(join(MODELS_FOLDER, 'manifest.json'));
  const [small] = findDamageTiers(models) ?? [];
  if (!small) throw new Error('The manifest has no damage model');
  const sessions: { session: Session; inputs: Tensors[] }[] = [];
  for (const model of Object.values(findDamageModels(models, small))) {
    const file = await readModelFile(MODELS_FOLDER, selectVariant(model, 'int8'));
    const inputs = detectorCanvases(model, SIZE).map(({ width, height }) => ({
      [model.input.name]: {
        dims: [1, 3, height, width],
        data: new Float32Array(3 * width * height).fill(0.4),
      },
    }));
    sessions.push({ session: await loadNativeSession(native, file), inputs });
  }
  return async () => {
    for (const _image of images)
      for (const { session, inputs } of sessions) for (const input of inputs) await session.run(input);
  };
}
