import { selectVariant } from '../../src/analysis/model-manifest.ts';
import type { TaskName } from '../../src/domain/enums.ts';
import type { Capabilities } from '../../src/inference/engines/capabilities.ts';
import type { EngineName } from '../../src/inference/engines/engine.ts';
import { EnginePool } from '../../src/inference/engines/engine-pool.ts';
import { createMemoryVerdictStore } from '../../src/inference/engines/verdict-store.ts';
import { ModelCache } from '../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../src/inference/files/model-library.ts';
import { detectorCanvases, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { createDeviceAnalyzer } from '../../src/inference/tasks/device-analyzer.ts';
import { createBrowserPlatform } from '../../src/platform/browser-platform.ts';
import type { BareSetup } from '../inference/bare-worker.ts';
import { analysisImage, analysisRequest } from '../lib/analysis-request.ts';
import { interleaved, type Summary } from '../lib/samples.ts';

export interface EnginesBenchOptions {
  rounds: { damage: number; text: number };
  /** Photos of cars, all of the same size, and of number plates. */
  cars: Photos;
  plates: Photos;
}

export interface Photos {
  urls: string[];
  width: number;
  height: number;
}

export interface EnginesBenchResult {
  damage: Record<'bare' | 'wasm' | 'tfjs', Summary>;
  text: Record<'wasm' | 'tfjs', Summary>;
  /** The backend of tfjs. */
  backend: string;
}

const folder = (path: string) => new URL(path, location.href).href;
const runtimeUrl = folder('/dist/workers/');
/** One thread for all engines, because tfjs has only one here. */
const capabilities: Capabilities = { simd: true, threads: false, crossOriginIsolated: true, cores: 2 };

declare global {
  interface Window {
    enginesBench(options: EnginesBenchOptions): Promise<EnginesBenchResult>;
  }
}

window.enginesBench = async ({ rounds, cars, plates }) => {
  const cache = new ModelCache({
    platform: createBrowserPlatform(),
    fetch: (url, init) => fetch(url, init),
    caches,
  });
  const library = new ModelLibrary(folder('/models/'), cache);
  const wasm = openEngine('wasm', library);
  const tfjs = openEngine('tfjs', library);
  const bare = await openBare(library, cars);
  const carPhotos = await fetched(cars);
  const platePhotos = await fetched(plates);
  const damage = await interleaved(
    {
      bare: (round) => bare(turn(carPhotos, round)),
      wasm: (round) => wasm.run('damage_detection', turn(carPhotos, round), cars),
      tfjs: (round) => tfjs.run('damage_detection', turn(carPhotos, round), cars),
    },
    { rounds: rounds.damage, warmUp: 1 },
  );
  const text = await interleaved(
    {
      wasm: (round) => wasm.run('images_ocr', turn(platePhotos, round), plates),
      tfjs: (round) => tfjs.run('images_ocr', turn(platePhotos, round), plates),
    },
    { rounds: rounds.text, warmUp: 1 },
  );
  return { damage, text, backend: tfjs.backend() };
};

/** Opens Kerbside like an app, with one engine. */
function openEngine(engine: EngineName, library: ModelLibrary) {
  const pool = new EnginePool({
    library,
    runtimeUrl,
    capabilities: async () => capabilities,
    verdicts: createMemoryVerdictStore(),
    userAgent: 'bench',
    forcedEngine: engine,
    createWorker: (name) => new Worker(`/dist/workers/${name}.js`, { type: 'module' }),
  });
  const analyzer = createDeviceAnalyzer({
    library: withoutParts(library),
    pool,
    chooseTier: async ([small]) => small,
  });
  const { signal } = new AbortController();
  let ranOn = '';
  return {
    async run(task: TaskName, bytes: ArrayBuffer, { width, height }: Photos) {
      const details = task === 'images_ocr' && { details: { imageType: 'PLATE' as const } };
      const image = analysisImage(bytes, { width, height, ...details });
      const { createdBy } = await analyzer.analyze(analysisRequest(task, image, signal));
      if (createdBy !== 'user') ranOn = createdBy.engine;
    },
    backend: () => ranOn,
  };
}

/** Serves only the damage model: the bare session has no part model. */
function withoutParts(library: ModelLibrary): Pick<ModelLibrary, 'manifest'> {
  return {
    async manifest() {
      const manifest = await library.manifest();
      return { ...manifest, models: manifest.models.filter(({ name }) => name !== 'parts') };
    },
  };
}

/** The equivalent without Kerbside: decodes, and runs a session on a prepared tensor. */
async function openBare(library: ModelLibrary, size: Photos) {
  const { models } = await library.manifest();
  const model = models.find((one) => one.name === 'damage');
  if (model?.kind !== 'detector') throw new Error('The manifest has no damage model');
  const worker = new Worker(new URL('../inference/bare-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: unknown) =>
    new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(message);
    });
  const setup: BareSetup = {
    runtimeUrl,
    threads: 1,
    model: await library.loadFile(selectVariant(model, 'int8')),
    input: model.input.name,
    canvases: detectorCanvases(model, size),
  };
  await send(setup);
  const side = detectorDecodeSide(model, size);
  return (photo: ArrayBuffer) => send({ photo, side });
}

async function fetched({ urls }: Photos): Promise<ArrayBuffer[]> {
  return Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()));
}

function turn(photos: readonly ArrayBuffer[], round: number): ArrayBuffer {
  const photo = photos.at(round % photos.length);
  if (!photo) throw new RangeError('There is no photo to measure');
  return photo;
}
