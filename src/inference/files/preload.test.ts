import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelFolder } from '../../../test/fixtures/model-folder.ts';
import { createPatchEngine } from '../../../test/fixtures/patch-engine.ts';
import { patchModels } from '../../../test/fixtures/patch-models.ts';
import type { Platform } from '../../platform/ports.ts';
import { serveWorker } from '../../worker/worker-boundary.ts';
import type { Tensors } from '../engines/engine.ts';
import { engineMethods } from '../engines/engine-methods.ts';
import { goldenInput } from '../engines/golden-input.ts';
import { RUNTIMES } from '../engines/runtimes.ts';
import { createInference, type Inference, type InferenceOptions } from '../inference.ts';
import { RUNTIME_CACHE } from './runtime-cache.ts';

const APP = 'https://app.test/';
const MODELS = `${APP}models/`;
const RUNTIME = `${APP}runtime/`;
const [script, wasm] = RUNTIMES.wasm.files;
if (!script || !wasm) throw new Error('the WASM runtime has no files');
const PLATFORM = {
  sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
  locks: { hold: (_name, work) => work() },
} as Partial<Platform> as Platform;

type Answer = () => Response;
const offline: Answer = () => {
  throw new TypeError('NetworkError when attempting to fetch resource.'); // in Firefox's words
};
const page: Answer = () => new Response('<p>Hello', { headers: { 'content-type': 'text/html' } });

let folder: ModelFolder;
let answers: Record<string, Answer>;
let requests: string[];
let goldenRuns: number;
/** What the worker's engine makes of its outputs. */
let spoil: (outputs: Tensors) => Tensors;
beforeEach(async () => {
  const run = async (entry: Parameters<typeof goldenInput>[0], file: Uint8Array) =>
    (await createPatchEngine('wasm').load(file)).run(goldenInput(entry));
  folder = await patchModels(run, ['damage', 'wheels']);
  [answers, requests, goldenRuns, spoil] = [{}, [], 0, (outputs) => outputs];
  vi.stubGlobal('fetch', async (input: string) => answered(String(input)));
  vi.stubGlobal('caches', memoryCaches());
  vi.stubGlobal('indexedDB', undefined); // another file of this process may have brought one, which remembers verdicts
});
afterEach(() => void vi.unstubAllGlobals());

function answered(url: string): Response {
  const name = url.slice(url.lastIndexOf('/') + 1);
  requests.push(name);
  const answer = answers[name] ?? answers['*'];
  if (answer) return answer();
  const runtimeFile = RUNTIMES.wasm.files.find((file) => file.name === name);
  const content = folder[name] ?? (runtimeFile && new Uint8Array(runtimeFile.bytes));
  return new Response(content ?? null, { status: content ? 200 : 404 });
}

function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, APP).href;
  return {
    kept: (name: string) => [...(all.get(name)?.keys() ?? [])].map((url) => url.replace(/.*\//, '')),
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
const kept = (cache: string) => (globalThis.caches as unknown as ReturnType<typeof memoryCaches>).kept(cache);
const modelsKept = () => kept('kerbside-models').filter((name) => /^[0-9a-f]{64}$/.test(name));

/** Like onnxruntime's: it fetches the runtime itself, and without it tells only what it could not compile. */
function worker(): Worker {
  const { port1, port2 } = new MessageChannel();
  const engine = createPatchEngine('wasm');
  const methods = engineMethods(async () => ({
    ...engine,
    async load(model) {
      try {
        const bytes = await answered(`${RUNTIME}${wasm?.name}`).arrayBuffer();
        if (bytes.byteLength !== wasm?.bytes) throw new Error();
      } catch {
        throw new Error('no available backend found. ERR: [wasm] RuntimeError: Aborted(CompileError)');
      }
      const session = await engine.load(model);
      const run = async (inputs: Tensors) => {
        goldenRuns += 1;
        return spoil(await session.run(inputs));
      };
      return { ...session, run };
    },
  }));
  if (answers['*']) queueMicrotask(() => port1.dispatchEvent(new Event('error'))); // its script did not come
  port1.start();
  port2.start();
  serveWorker(methods, port2 as unknown as Parameters<typeof serveWorker>[1]);
  const terminate = () => {
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { terminate }) as unknown as Worker;
}

const opened: Inference[] = [];
afterEach(() => {
  for (const inference of opened.splice(0)) inference.close();
});
function open(options: Partial<InferenceOptions> = {}): Inference {
  const all = { workers: { wasm: worker }, models: MODELS, runtime: RUNTIME, ...options };
  const inference = createInference(all, PLATFORM, () => {});
  opened.push(inference);
  return inference;
}

describe.each([{}, { engine: 'wasm' }] as const)('preload with the options %j', (options) => {
  it('after the network was lost while the runtime came, it does all of it', async () => {
    const inference = open(options);
    answers[wasm.name] = () => {
      answers['*'] = offline;
      return offline();
    };
    await expect(inference.preload()).rejects.toMatchObject({
      code: 'model_unavailable',
      retryable: true,
      message: expect.stringContaining(RUNTIME),
      cause: { code: 'worker_lost' },
    });
    answers = {};
    await inference.preload();
    expect(modelsKept()).toHaveLength(4); // two models, and what they are to answer
    expect(kept(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
  });

  it.each<[string, Answer, RegExp]>([
    ['is not there', () => new Response('', { status: 404 }), /: the server answered 404\. Try/],
    ['is a page', page, /: 8 bytes of text\/html came instead of its 14239897\. Try/],
    ['is cut off', () => new Response(new Uint8Array(9)), /: 9 bytes of no type came instead of its 14/],
    ['can not be reached', offline, /: NetworkError when attempting to fetch resource\. Try/],
  ])("where the runtime's file %s it says so, and comes back to it", async (_what, answer, reason) => {
    const inference = open(options);
    answers[wasm.name] = answer;
    for (let time = 0; time < 2; time += 1) {
      await expect(inference.preload()).rejects.toMatchObject({
        code: 'model_unavailable',
        retryable: true,
        message: expect.stringMatching(reason),
        details: { url: `${RUNTIME}${wasm.name}` },
        cause: { code: 'engine_failed', message: expect.stringContaining('no available backend') },
      });
    }
    expect(kept(RUNTIME_CACHE)).toEqual([]);
    answers = {};
    await inference.preload();
    expect(kept(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
  });
});

describe('engines', () => {
  it('stops where its signal says so, and goes on from there the next time', async () => {
    const inference = open();
    const stop = new AbortController();
    answers['wheels.onnx'] = () => {
      answers = {};
      stop.abort();
      return answered('/wheels.onnx');
    };
    await expect(inference.engines({ signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
    const { models } = await inference.engines();
    expect(models.map(({ engine }) => engine)).toEqual(['wasm', 'wasm']);
  });
});

describe('preload', () => {
  it('asked twice at once tells both what happened', async () => {
    const inference = open();
    answers[wasm.name] = offline;
    const both = await Promise.allSettled([inference.preload(), inference.preload()]);
    const failed = { status: 'rejected', reason: { code: 'model_unavailable' } };
    expect(both).toMatchObject([failed, failed]);
  });

  it.each(['manifest.json', wasm.name, 'wheels.onnx'])(
    'stops where its signal says so (at %s), and goes on from there the next time',
    async (name) => {
      const inference = open();
      const stop = new AbortController();
      answers[name] = () => {
        answers = {};
        stop.abort();
        return answered(`/${name}`);
      };
      await expect(inference.preload(undefined, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
      await inference.preload();
      expect(modelsKept()).toHaveLength(4);
      expect(kept(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
    },
  );

  it('tells of a model that no engine runs rightly, does the others, and does not try it again', async () => {
    const inference = open();
    let spoilt = 4; // of the first model: its golden run, and three to time it
    spoil = (outputs) => {
      spoilt -= 1;
      if (spoilt >= 0) for (const { data } of Object.values(outputs)) data.fill(0);
      return outputs;
    };
    const refusal = { code: 'unsupported', details: { model: 'damage' } };
    await expect(inference.preload()).rejects.toMatchObject(refusal);
    expect(requests).toContain('wheels.onnx');
    expect(kept(RUNTIME_CACHE)).toEqual([script.name, wasm.name]);
    const runs = goldenRuns;
    await expect(inference.preload()).rejects.toMatchObject(refusal);
    expect(goldenRuns).toBe(runs);
  });

  it('keeps no page in place of a runtime that was proven before', async () => {
    const inference = open();
    await inference.preload();
    await caches.delete(RUNTIME_CACHE);
    answers[script.name] = page;
    await expect(inference.preload()).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(kept(RUNTIME_CACHE)).toEqual([]);
  });

  it('says that the device is full where it is, in one sentence after the other', async () => {
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

it('engines() takes no fault for wrong results', async () => {
  const inference = open();
  answers[wasm.name] = offline;
  const [model] = (await inference.engines()).models;
  expect(model?.reason).toMatch(/^an engine failed before it could be tried/);
  answers = {};
  expect((await inference.engines()).models[0]).toMatchObject({ engine: 'wasm' });
});

describe('a graphics chip', () => {
  const requestAdapter = vi.fn(async () => null);
  beforeEach(() => {
    requestAdapter.mockClear();
    vi.stubGlobal('navigator', { gpu: { requestAdapter } });
  });

  it('is not asked for where no worker could use it: browsers write into the console that there is none', async () => {
    const [model] = (await open().engines({ prove: false })).models;
    expect(requestAdapter).not.toHaveBeenCalled();
    expect(model?.engines).toContainEqual({
      engine: 'webgpu',
      usable: false,
      reason: 'the app brings no worker for it',
    });
  });

  it('is asked for where one could', async () => {
    await open({ workers: { wasm: worker, webgpu: worker } }).engines({ prove: false });
    expect(requestAdapter).toHaveBeenCalledOnce();
  });
});
