import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelFolder } from '../../test/fixtures/model-folder.ts';
import { createPatchEngine } from '../../test/fixtures/patch-engine.ts';
import { patchModels } from '../../test/fixtures/patch-models.ts';
import type { Platform } from '../platform/ports.ts';
import { RUNTIME_CACHE } from '../worker/cache-files.ts';
import { createPortWorker } from '../worker/port-worker.suite.ts';
import type { Tensors } from './engine.ts';
import { RUNTIMES } from './files/runtime-files.ts';
import { Inference, type InferenceOptions } from './inference.ts';
import { createGoldenInput } from './self-test/golden-picture.ts';
import { createEngineMethods } from './worker/engine-methods.ts';

const APP = 'https://app.test/';
const MODELS = `${APP}models/`;
const RUNTIME = `${APP}runtime/`;
const [script, wasm] = RUNTIMES.wasm.files;
if (!script || !wasm) throw new Error('the WASM runtime has no files');
const PLATFORM = {
  sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
  locks: { withLock: (_name, work) => work() },
} as Partial<Platform> as Platform;

type Responder = () => Response;
const offline: Responder = () => {
  throw new TypeError('NetworkError when attempting to fetch resource.'); // the message of Firefox
};
const page: Responder = () => new Response('<p>Hello', { headers: { 'content-type': 'text/html' } });

/** The files of the server. */
let folder: ModelFolder;
/** With one damage model, and with a small and a large one. */
let folders: Record<'plain' | 'tiered', ModelFolder>;
let responders: Record<string, Responder>;
let requests: string[];
let modelRuns: number;
/** Changes the outputs of the worker's engine. */
let changeOutputs: (outputs: Tensors) => Tensors;
beforeAll(async () => {
  const run = async (entry: Parameters<typeof createGoldenInput>[0], file: Uint8Array) =>
    (await createPatchEngine('wasm').load(file)).run(createGoldenInput(entry));
  folders = {
    plain: await patchModels(run, ['damage', 'wheels']),
    tiered: await patchModels(run, ['damage', 'damage-large', 'wheels']),
  };
});
beforeEach(() => {
  folder = folders.plain;
  [responders, requests, modelRuns, changeOutputs] = [{}, [], 0, (outputs) => outputs];
  vi.stubGlobal('fetch', async (input: string) => respond(String(input)));
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('indexedDB', undefined); // another test file of this process may define one, and it would store verdicts
});
afterEach(() => void vi.unstubAllGlobals());

function respond(url: string): Response {
  const name = url.slice(url.lastIndexOf('/') + 1);
  requests.push(name);
  const responder = responders[name] ?? responders['*'];
  if (responder) return responder();
  const runtimeFile = RUNTIMES.wasm.files.find((file) => file.name === name);
  const content = folder[name] ?? (runtimeFile && new Uint8Array(runtimeFile.bytes));
  return new Response(content ?? null, { status: content ? 200 : 404 });
}

function createMemoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, APP).href;
  return {
    listFiles: (name: string) => [...(all.get(name)?.keys() ?? [])].map((url) => url.replace(/.*\//, '')),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const files = all.get(name) ?? new Map<string, Response>();
      all.set(name, files);
      return {
        match: async (key: string | { url: string }) => files.get(keyOf(key))?.clone(),
        put: async (key: string, response: Response) => void files.set(keyOf(key), response),
        delete: async (key: string | { url: string }) => files.delete(keyOf(key)),
        keys: async () => [...files.keys()].map((url) => ({ url })),
      };
    },
  };
}
const listCached = (cache: string) =>
  (globalThis.caches as unknown as ReturnType<typeof createMemoryCaches>).listFiles(cache);
const listCachedModels = () => listCached('kerbside-models').filter((name) => /^[0-9a-f]{64}$/.test(name));

/** Behaves like onnxruntime: it fetches the runtime, and without it only reports that it did not compile. */
function createWasmWorker(): Worker {
  const engine = createPatchEngine('wasm');
  const methods = createEngineMethods(async () => ({
    ...engine,
    async load(model) {
      try {
        const bytes = await respond(`${RUNTIME}${wasm?.name}`).arrayBuffer();
        if (bytes.byteLength !== wasm?.bytes) throw new Error();
      } catch {
        throw new Error('no available backend found. ERR: [wasm] RuntimeError: Aborted(CompileError)');
      }
      const session = await engine.load(model);
      const run = async (inputs: Tensors) => {
        modelRuns += 1;
        return changeOutputs(await session.run(inputs));
      };
      return { ...session, run };
    },
  }));
  const worker = createPortWorker(methods);
  if (responders['*']) queueMicrotask(() => worker.dispatchEvent(new Event('error'))); // its script is not loaded
  return worker;
}

const opened: Inference[] = [];
afterEach(() => {
  for (const inference of opened.splice(0)) inference.close();
});
function open(options: Partial<InferenceOptions> = {}): Inference {
  const all: InferenceOptions = {
    workers: { wasm: createWasmWorker },
    folder: MODELS,
    runtime: RUNTIME,
    licence: 'research',
    budgetMs: 1_500,
    refine: true,
    reanalyzeMs: 0,
    ...options,
  };
  const inference = new Inference(all, PLATFORM, () => {});
  opened.push(inference);
  return inference;
}

describe.each([{}, { engine: 'wasm' }] as const)('preload with the options %j', (options) => {
  it('completes after the network was lost during the download of the runtime', async () => {
    const inference = open(options);
    responders[wasm.name] = () => {
      responders['*'] = offline;
      return offline();
    };
    await expect(inference.preload()).rejects.toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: expect.stringContaining(RUNTIME),
      cause: { code: 'worker_lost' },
    });
    responders = {};
    await inference.preload();
    expect(listCachedModels()).toHaveLength(4); // 2 models and their golden outputs
    expect(listCached(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
  });

  it.each<[string, Responder, RegExp]>([
    ['is missing', () => new Response('', { status: 404 }), /: the server responded with 404\. Check/],
    ['is an HTML page', page, /: received 8 bytes of text\/html instead of 14239897 bytes\. Check/],
    [
      'is truncated',
      () => new Response(new Uint8Array(9)),
      /: received 9 bytes of unknown type instead of 14/,
    ],
    ['cannot be reached', offline, /: NetworkError when attempting to fetch resource\. Check/],
  ])('rejects if the runtime file %s, and succeeds later', async (_title, responder, reason) => {
    const inference = open(options);
    responders[wasm.name] = responder;
    for (let time = 0; time < 2; time += 1) {
      await expect(inference.preload()).rejects.toMatchObject({
        code: 'model_unavailable',
        retryable: true,
        message: expect.stringMatching(reason),
        details: { url: `${RUNTIME}${wasm.name}` },
        cause: { code: 'engine_failed', message: expect.stringContaining('no available backend') },
      });
    }
    expect(listCached(RUNTIME_CACHE)).toEqual([]);
    responders = {};
    await inference.preload();
    expect(listCached(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
  });
});

describe('engines()', () => {
  it('stops when its signal is aborted, and continues with the next call', async () => {
    const inference = open();
    const stop = new AbortController();
    responders['wheels.onnx'] = () => {
      responders = {};
      stop.abort();
      return respond('/wheels.onnx');
    };
    await expect(inference.engines({ signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
    const { models } = await inference.engines();
    expect(models.map(({ engine }) => engine)).toEqual(['wasm', 'wasm']);
  });
});

describe('preload()', () => {
  it('rejects 2 concurrent calls with the same failure', async () => {
    const inference = open();
    responders[wasm.name] = offline;
    const both = await Promise.allSettled([inference.preload(), inference.preload()]);
    const failed = { status: 'rejected', reason: { code: 'model_unavailable' } };
    expect(both).toMatchObject([failed, failed]);
  });

  it.each(['manifest.json', wasm.name, 'wheels.onnx'])(
    'stops when its signal is aborted (at %s), and continues with the next call',
    async (name) => {
      const inference = open();
      const stop = new AbortController();
      responders[name] = () => {
        responders = {};
        stop.abort();
        return respond(`/${name}`);
      };
      await expect(inference.preload(undefined, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
      await inference.preload();
      expect(listCachedModels()).toHaveLength(4);
      expect(listCached(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
    },
  );

  it('rejects if a model passes on no engine, prepares the others, and does not test it again', async () => {
    const inference = open();
    let wrongRuns = 4; // the self-test of the first model: one run for its outputs, 3 for the time
    changeOutputs = (outputs) => {
      wrongRuns -= 1;
      if (wrongRuns >= 0) for (const { data } of Object.values(outputs)) data.fill(0);
      return outputs;
    };
    const failure = { code: 'unsupported', details: { model: 'damage' } };
    await expect(inference.preload()).rejects.toMatchObject(failure);
    expect(requests).toContain('wheels.onnx');
    expect(listCached(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
    const runs = modelRuns;
    await expect(inference.preload()).rejects.toMatchObject(failure);
    expect(modelRuns).toBe(runs);
  });

  it('does not cache an HTML page in place of a runtime file', async () => {
    const inference = open();
    await inference.preload();
    await caches.delete(RUNTIME_CACHE);
    responders[script.name] = page;
    await expect(inference.preload()).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(listCached(RUNTIME_CACHE)).toEqual([]);
  });

  it('rejects with storage_full if the device is full', async () => {
    const inference = open();
    await inference.preload();
    const full = { match: async () => undefined, put: async () => Promise.reject(quotaExceeded()) };
    vi.stubGlobal('caches', { open: async () => full });
    await expect(inference.preload()).rejects.toMatchObject({
      code: 'storage_full',
      retryable: true,
      message: expect.not.stringContaining('..'),
      details: { url: `${RUNTIME}${script.name}` },
    });
  });

  const quotaExceeded = () => new DOMException('Quota exceeded.', 'QuotaExceededError');
});

describe('with a small and a large damage model', () => {
  const FAST = Number.POSITIVE_INFINITY; // a budget that every device meets
  const listFetched = () => requests.filter((name) => name.endsWith('.onnx'));
  beforeEach(() => {
    folder = folders.tiered;
  });

  it('preload() does not fetch the large model if it is too slow', async () => {
    await open({ budgetMs: 0 }).preload();
    expect(listFetched()).toEqual(['damage.onnx', 'wheels.onnx']);
  });

  it('preload() fetches the large model if it is fast enough', async () => {
    await open({ budgetMs: FAST }).preload(['damage_detection']);
    expect(listFetched()).toEqual(['damage.onnx', 'damage-large.onnx']);
  });

  it('preload() of other tasks measures nothing', async () => {
    const inference = open({ budgetMs: FAST });
    await inference.preload(['images_ocr']);
    expect(listFetched()).toEqual([]);
  });

  it.each([
    [0, 'damage', 'damage-large'],
    [FAST, 'damage-large', 'damage'],
  ])('engines() names the model that runs with a budget of %d ms', async (budgetMs, chosen, other) => {
    const { models } = await open({ budgetMs }).engines();
    const find = (name: string) => models.find(({ model }) => model === name);
    expect(find(chosen)).toMatchObject({ engine: 'wasm' });
    expect(find(other)).not.toHaveProperty('engine');
    expect(find(other)?.reason).toMatch(/^damage-large .+ the budget of/);
    expect(find('damage-large')).toMatchObject({ tier: 'large' });
  });

  it('engines() without proof fetches no model', async () => {
    await open({ budgetMs: FAST }).engines({ prove: false });
    expect(listFetched()).toEqual([]);
  });

  it('measures a model once', async () => {
    const inference = open({ budgetMs: FAST });
    await inference.preload();
    const runs = modelRuns;
    await inference.preload();
    expect(modelRuns).toBe(runs);
  });

  it('prepares the small model if the large one cannot be downloaded', async () => {
    responders['damage-large.onnx'] = offline;
    const inference = open({ budgetMs: FAST });
    await inference.preload();
    expect((await inference.engines()).models[0]).toMatchObject({ model: 'damage', engine: 'wasm' });
    responders = {};
    await inference.preload();
    expect((await inference.engines()).models[1]).toMatchObject({ model: 'damage-large', engine: 'wasm' });
  });
});

it('engines() distinguishes a failed engine from a failed self-test', async () => {
  const inference = open();
  responders[wasm.name] = offline;
  const [model] = (await inference.engines()).models;
  expect(model?.reason).toMatch(/^an engine failed before its self-test/);
  responders = {};
  expect((await inference.engines()).models[0]).toMatchObject({ engine: 'wasm' });
});

describe('the WebGPU adapter', () => {
  const requestAdapter = vi.fn(async () => null);
  beforeEach(() => {
    requestAdapter.mockClear();
    vi.stubGlobal('navigator', { gpu: { requestAdapter } });
  });

  it('is not requested without a WebGPU worker: browsers log a warning if there is none', async () => {
    const [model] = (await open().engines({ prove: false })).models;
    expect(requestAdapter).not.toHaveBeenCalled();
    expect(model?.engines).toContainEqual({
      engine: 'webgpu',
      usable: false,
      reason: 'the app provides no worker for it',
    });
  });

  it('is requested with a WebGPU worker', async () => {
    await open({ workers: { wasm: createWasmWorker, webgpu: createWasmWorker } }).engines({ prove: false });
    expect(requestAdapter).toHaveBeenCalledOnce();
  });
});
