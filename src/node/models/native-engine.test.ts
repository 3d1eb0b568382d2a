import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { nodeGoldenRun } from '../../../test/fixtures/node-golden-run.ts';
import { patchDetector } from '../../../test/fixtures/patch-detector.ts';
import { NodeModels } from './node-models.ts';

/** Replaces onnxruntime-node, which is 200 MB and not installed: the same interface, on the WASM runtime. */
const native = vi.hoisted(() => ({ factor: 1, fault: undefined as Error | undefined }));
vi.mock('onnxruntime-node', () => ({
  default: {
    env: { versions: { common: '9.0.0', node: '9.1.0' } },
    Tensor: ort.Tensor,
    InferenceSession: {
      async create(model: Uint8Array) {
        if (native.fault) throw native.fault;
        const session = await ort.InferenceSession.create(model);
        return {
          release: () => session.release(),
          async run(feeds: Record<string, ort.Tensor>) {
            const outputs = Object.entries(await session.run(feeds)).map(([name, { data, dims }]) => [
              name,
              { dims, type: 'float32', data: (data as Float32Array).map((value) => value * native.factor) },
            ]);
            return Object.fromEntries(outputs);
          },
        };
      },
    },
  },
}));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-native-'));
  for (const [name, content] of Object.entries(await patchDetector(nodeGoldenRun)))
    await writeFile(join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  native.factor = 1;
  native.fault = undefined;
});

/** Loads the model of the folder. Returns its engine and the reported fallbacks. */
async function loadModel() {
  const fallbacks: string[] = [];
  const models = new NodeModels({ folder, threads: 1, onFallback: (reason) => fallbacks.push(reason) });
  const [entry] = (await models.loadManifest()).models;
  if (!entry) throw new Error('the folder has no model');
  const { engine } = await models.load(entry);
  await models.dispose();
  return { engine, fallbacks };
}

it('uses onnxruntime-node if it is installed and passes the self-test', async () => {
  expect(await loadModel()).toEqual({ engine: 'onnxruntime-node 9.1.0 cpu', fallbacks: [] });
});

it('falls back to WASM if onnxruntime-node fails the self-test, and reports it', async () => {
  native.factor = 1.05;
  const { engine, fallbacks } = await loadModel();
  expect(engine).toMatch(/^onnxruntime-web .* wasm$/);
  expect(fallbacks).toEqual([
    expect.stringMatching(/^onnxruntime-node fails its self-test: output .* is wrong/),
  ]);
});

it('falls back to WASM if onnxruntime-node does not start, and reports it', async () => {
  native.fault = new Error('no such instruction');
  const { engine, fallbacks } = await loadModel();
  expect(engine).toMatch(/^onnxruntime-web .* wasm$/);
  expect(fallbacks).toEqual(['no such instruction']);
});
