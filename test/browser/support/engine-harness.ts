import { type Kerbside, openKerbside } from 'kerbside';
import { type DeviceModels, type DeviceModelsOptions, deviceModels } from 'kerbside/models';
import { onTestFinished, vi } from 'vitest';
import type { EngineName } from '../../../src/inference/engine.ts';
import { createGoldenInput } from '../../../src/inference/self-test/golden-picture.ts';
import type { EngineMethods } from '../../../src/inference/worker/engine-methods.ts';
import { WorkerClient } from '../../../src/worker/worker-client.ts';
import type { GoldenRun, ModelFolder } from '../../fixtures/model-folder.ts';
import { PATCH_COLOURS, patchDetector } from '../../fixtures/patch-detector.ts';
import { createPatchEngine } from '../../fixtures/patch-engine.ts';
import type { EngineBehavior, EngineWorkerSetup } from '../workers/engine-worker.ts';

// A worker loads and compiles megabytes of runtime. That takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

export const RUNTIME_URL = new URL('/node_modules/onnxruntime-web/dist/', location.href).href;
const MODELS_URL = 'https://models.test/';

/** Creates a worker with a real or faulty engine. */
export function createEngineWorker(setup: EngineWorkerSetup): Worker {
  const url = new URL('../workers/engine-worker.ts', import.meta.url);
  return new Worker(url, { type: 'module', name: JSON.stringify(setup) });
}

/** Creates a worker that runs onnxruntime on WASM. */
export function createOnnxruntimeWorker(): Worker {
  return createEngineWorker({ engine: 'wasm', behavior: 'correct', runMs: 1, runtime: 'onnxruntime' });
}

/** Computes golden outputs with onnxruntime on WASM, in a worker of this browser. */
export const computeGoldenOutputs: GoldenRun = async (entry, model) => {
  const client = new WorkerClient<EngineMethods>({
    name: 'golden',
    createWorker: createOnnxruntimeWorker,
  });
  try {
    return await client.run(async (worker) => {
      await worker.start({ runtimeUrl: RUNTIME_URL, threads: 1 });
      await worker.load('golden', entry, model.buffer);
      return (await worker.runSelfTest('golden')).outputs;
    });
  } finally {
    client.close();
  }
};

/** Creates a model without a stored verdict: the same detector in another file, with another hash. */
export function createFreshModel(): Promise<ModelFolder> {
  return patchDetector(async (entry, model) => {
    const session = await createPatchEngine('wasm').load(model);
    return session.run(createGoldenInput(entry));
  }, crypto.randomUUID());
}

export type Responder = (
  request: Request,
  file: Uint8Array<ArrayBuffer> | undefined,
) => Response | Promise<Response>;

export const serveUnchanged: Responder = (_request, file) =>
  new Response(file ?? null, { status: file ? 200 : 404 });

/** Serves a folder of models to this page. `responses` replaces the response of single files. */
export class ModelServer {
  readonly url = MODELS_URL;
  readonly requests: string[] = [];
  folder: ModelFolder;
  responses: Record<string, Responder> = {};

  constructor(folder: ModelFolder) {
    this.folder = folder;
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(MODELS_URL)) return real(input, init);
      const name = request.url.slice(MODELS_URL.length);
      this.requests.push(name);
      return (this.responses[name] ?? serveUnchanged)(request, this.folder[name]);
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
  }
}

export interface EngineHarness {
  kerbside: Kerbside & { models: DeviceModels };
  downgrades: { engine: string; reason: string }[];
  /** All workers, in the order of their creation. */
  workers: { engine: EngineName; behavior: EngineBehavior; worker: Worker }[];
}

export interface EngineHarnessOptions {
  server: ModelServer;
  /** The behavior of each new worker of an engine. The last one is repeated. */
  behaviors?: Partial<Record<EngineName, EngineBehavior[]>>;
  database?: string;
  engine?: EngineName;
  runtime?: EngineWorkerSetup['runtime'];
  /** Other options of the models. */
  options?: Pick<DeviceModelsOptions, 'budgetMs' | 'refine' | 'reanalyzeMs'>;
}

const RUN_MS: Record<EngineName, number> = { webgpu: 1, wasm: 20, tfjs: 10 };

/** Opens Kerbside with real or faulty engines. It is closed when the test ends. */
export async function openWithEngines({
  server,
  behaviors = {},
  database,
  engine,
  runtime,
  options,
}: EngineHarnessOptions): Promise<EngineHarness> {
  const workers: EngineHarness['workers'] = [];
  const createWorker = (name: EngineName) => () => {
    const list = behaviors[name] ?? ['correct'];
    const index = workers.filter((one) => one.engine === name).length;
    const behavior = list[Math.min(index, list.length - 1)] ?? 'correct';
    const worker = createEngineWorker({ engine: name, behavior, runMs: RUN_MS[name], runtime });
    workers.push({ engine: name, behavior, worker });
    return worker;
  };
  const models = deviceModels({
    workers: { wasm: createWorker('wasm'), webgpu: createWorker('webgpu'), tfjs: createWorker('tfjs') },
    folder: server.url,
    runtime: RUNTIME_URL,
    ...(engine && { engine }),
    ...options,
  });
  const opened = await openKerbside({
    user: { id: 'inspector' },
    database: database ?? crypto.randomUUID(),
    models,
  });
  const kerbside = { ...opened, models };
  onTestFinished(() => kerbside.close());
  const downgrades: EngineHarness['downgrades'] = [];
  kerbside.on('engine.downgraded', ({ engine: lost, reason }) => downgrades.push({ engine: lost, reason }));
  return { kerbside, downgrades, workers };
}

/** Makes this browser report a GPU. */
export function stubGpu(description = 'Acme 3000'): void {
  const requestAdapter = async () => ({ features: new Set<string>(), info: { description } });
  vi.stubGlobal('navigator', stubNavigator({ gpu: { requestAdapter } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/** Makes this browser report another version. */
export function stubUserAgent(userAgent: string): void {
  vi.stubGlobal('navigator', stubNavigator({ userAgent }));
}

function stubNavigator(members: Record<string, unknown>): Navigator {
  const real = navigator;
  return new Proxy(real, {
    get: (target, name) => {
      if (typeof name === 'string' && name in members) return members[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Draws a gray photo with patches that the tiny detector detects as damages. */
export async function drawPatchPhoto(
  patches: Partial<Record<keyof typeof PATCH_COLOURS, [x: number, y: number, side: number]>> = {
    scratch: [190, 190, 220],
    dent: [590, 390, 220],
  },
  { width, height } = { width: 800, height: 640 },
): Promise<Blob> {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  context.fillStyle = '#888';
  context.fillRect(0, 0, width, height);
  for (const [type, [x, y, side]] of Object.entries(patches)) {
    context.fillStyle = PATCH_COLOURS[type as keyof typeof PATCH_COLOURS];
    context.fillRect(x, y, side, side);
  }
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** Creates an inspection with a photo and a task that is not started. */
export async function createInspection(kerbside: Kerbside, photo: Blob): Promise<string> {
  const { result } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(result, { tasks: ['damage_detection'] }, photo);
  return result;
}

/** Starts the task and waits until it is DONE or ERROR. */
export async function runTask(kerbside: Kerbside, inspectionId: string) {
  await kerbside.tasks.updateOne(inspectionId, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(inspectionId, 'damage_detection', { timeoutMs: 110_000 }).catch(() => {});
  return getTaskOutcome(kerbside, inspectionId);
}

/** Returns the state and results of the task. */
export async function getTaskOutcome(kerbside: Kerbside, inspectionId: string) {
  const { entities } = await kerbside.inspections.getOne(inspectionId);
  const [task] = Object.values(entities.tasks);
  const damages = Object.values(entities.damages);
  const maker = damages[0]?.createdBy;
  return {
    status: task?.status,
    errors: task?.errorMessages ?? [],
    types: damages.map(({ damageType }) => damageType).toSorted(),
    engine: typeof maker === 'object' ? maker.engine : undefined,
    entities,
  };
}
