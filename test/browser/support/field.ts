import { type Kerbside, openKerbside } from 'kerbside';
import { onTestFinished, vi } from 'vitest';
import type { EngineName } from '../../../src/inference/engines/engine.ts';
import type { EngineMethods } from '../../../src/inference/engines/engine-methods.ts';
import { goldenInput } from '../../../src/inference/engines/golden-input.ts';
import { WorkerClient } from '../../../src/worker/worker-client.ts';
import type { GoldenRun, ModelFolder } from '../../fixtures/model-folder.ts';
import { PATCH_COLOURS, patchDetector } from '../../fixtures/patch-detector.ts';
import { createPatchEngine } from '../../fixtures/patch-engine.ts';
import type { FieldEngineSetup, Mood } from '../workers/field-engine.ts';

// A worker loads and compiles megabytes of runtime: milliseconds here, seconds on a machine that is busy.
vi.setConfig({ testTimeout: 90_000 });

export const RUNTIME_URL = new URL('/node_modules/onnxruntime-web/dist/', location.href).href;
const MODELS_URL = 'https://models.test/';

export function fieldWorker(setup: FieldEngineSetup): Worker {
  const url = new URL('../workers/field-engine.ts', import.meta.url);
  return new Worker(url, { type: 'module', name: JSON.stringify(setup) });
}

/** onnxruntime's WASM, as it is. */
export function realWorker(): Worker {
  return fieldWorker({ engine: 'wasm', mood: 'honest', runMs: 1, runtime: 'onnxruntime' });
}

/** The golden outputs as onnxruntime's WASM computes them, in a worker of this browser. */
export const goldenRun: GoldenRun = async (entry, model) => {
  const client = new WorkerClient<EngineMethods>({
    name: 'golden',
    createWorker: realWorker,
  });
  try {
    return await client.run(async (worker) => {
      await worker.start({ runtimeUrl: RUNTIME_URL, threads: 1 });
      await worker.load('golden', entry, model.buffer);
      return (await worker.runGolden('golden')).outputs;
    });
  } finally {
    client.close();
  }
};

/** A model that no verdict is remembered of: the same detector in another file, with another hash. */
export function freshModel(): Promise<ModelFolder> {
  return patchDetector(async (entry, model) => {
    const session = await createPatchEngine('wasm').load(model);
    return session.run(goldenInput(entry));
  }, crypto.randomUUID());
}

export type Answer = (
  request: Request,
  file: Uint8Array<ArrayBuffer> | undefined,
) => Response | Promise<Response>;

export const asItIs: Answer = (_request, file) => new Response(file ?? null, { status: file ? 200 : 404 });

/** Serves a folder of models to this page; `answers` takes the place of a file's own answer. */
export class ModelServer {
  readonly url = MODELS_URL;
  readonly requests: string[] = [];
  folder: ModelFolder;
  answers: Record<string, Answer> = {};

  constructor(folder: ModelFolder) {
    this.folder = folder;
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(MODELS_URL)) return real(input, init);
      const name = request.url.slice(MODELS_URL.length);
      this.requests.push(name);
      return (this.answers[name] ?? asItIs)(request, this.folder[name]);
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
  }
}

export interface Field {
  kerbside: Kerbside;
  downgrades: { engine: string; reason: string }[];
  /** Every worker that was made, in order. */
  made: { engine: EngineName; mood: Mood; worker: Worker }[];
}

export interface FieldOptions {
  server: ModelServer;
  /** The mood of each new worker of an engine; the last one stays. */
  moods?: Partial<Record<EngineName, Mood[]>>;
  database?: string;
  engine?: EngineName;
  runtime?: FieldEngineSetup['runtime'];
}

const RUN_MS: Record<EngineName, number> = { webgpu: 1, wasm: 20, tfjs: 10 };

/** Kerbside over engines with moods; closed when the test ends. */
export async function openField({
  server,
  moods = {},
  database,
  engine,
  runtime,
}: FieldOptions): Promise<Field> {
  const made: Field['made'] = [];
  const make = (name: EngineName) => () => {
    const list = moods[name] ?? ['honest'];
    const nth = made.filter((one) => one.engine === name).length;
    const mood = list[Math.min(nth, list.length - 1)] ?? 'honest';
    const worker = fieldWorker({ engine: name, mood, runMs: RUN_MS[name], runtime });
    made.push({ engine: name, mood, worker });
    return worker;
  };
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    database: database ?? crypto.randomUUID(),
    workers: { wasm: make('wasm'), webgpu: make('webgpu'), tfjs: make('tfjs') },
    models: server.url,
    runtime: RUNTIME_URL,
    ...(engine && { engine }),
  });
  onTestFinished(() => kerbside.close());
  const downgrades: Field['downgrades'] = [];
  kerbside.on('engine.downgraded', ({ engine: lost, reason }) => downgrades.push({ engine: lost, reason }));
  return { kerbside, downgrades, made };
}

/** This browser as if it had a GPU of its own. */
export function pretendGpu(description = 'Acme 3000'): void {
  const requestAdapter = async () => ({ features: new Set<string>(), info: { description } });
  vi.stubGlobal('navigator', pretending({ gpu: { requestAdapter } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/** This browser under another version string. */
export function pretendBrowser(userAgent: string): void {
  vi.stubGlobal('navigator', pretending({ userAgent }));
}

function pretending(members: Record<string, unknown>): Navigator {
  const real = navigator;
  return new Proxy(real, {
    get: (target, name) => {
      if (typeof name === 'string' && name in members) return members[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A grey photo with patches that the tiny detector takes for damage. */
export async function patchPhoto(
  patches: Partial<Record<keyof typeof PATCH_COLOURS, [x: number, y: number, side: number]>> = {
    scratch: [190, 190, 220],
    dent: [590, 390, 220],
  },
  { width, height } = { width: 800, height: 640 },
): Promise<Blob> {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser gives no 2D context');
  context.fillStyle = '#888';
  context.fillRect(0, 0, width, height);
  for (const [type, [x, y, side]] of Object.entries(patches)) {
    context.fillStyle = PATCH_COLOURS[type as keyof typeof PATCH_COLOURS];
    context.fillRect(x, y, side, side);
  }
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** An inspection with this photo, its task not started. */
export async function inspectionOf(kerbside: Kerbside, photo: Blob): Promise<string> {
  const { result } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(result, { tasks: ['damage_detection'] }, photo);
  return result;
}

/** Starts the task and waits for its end, good or bad. */
export async function runTask(kerbside: Kerbside, inspectionId: string) {
  await kerbside.tasks.updateOne(inspectionId, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(inspectionId, 'damage_detection', { timeoutMs: 110_000 }).catch(() => {});
  return outcome(kerbside, inspectionId);
}

/** How the task stands, and what it found. */
export async function outcome(kerbside: Kerbside, inspectionId: string) {
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
