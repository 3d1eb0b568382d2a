import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { nodeGoldenRun } from '../../../test/fixtures/node-golden-run.ts';
import { patchDetector } from '../../../test/fixtures/patch-detector.ts';
import { NodeModels } from './node-models.ts';

/** Stands for onnxruntime-node, which is 200 MB and not installed here: its interface, and the WASM runtime behind it. */
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

/** What the model of the folder runs on, and what was said about it. */
async function chosen() {
  const said: string[] = [];
  const models = new NodeModels({ folder, threads: 1, onFallback: (reason) => said.push(reason) });
  const [entry] = (await models.loadManifest()).models;
  if (!entry) throw new Error('the folder has no model');
  const { engine } = await models.load(entry);
  await models.dispose();
  return { engine, said };
}

it('onnxruntime-node is used where it is installed and its results are right', async () => {
  expect(await chosen()).toEqual({ engine: 'onnxruntime-node 9.1.0 cpu', said: [] });
});

it('one whose results are wrong is left alone, and that is said', async () => {
  native.factor = 1.05;
  const { engine, said } = await chosen();
  expect(engine).toMatch(/^onnxruntime-web .* wasm$/);
  expect(said).toEqual([expect.stringMatching(/^onnxruntime-node fails its self-test: output .* is wrong/)]);
});

it('one that does not run here is left alone, and that is said', async () => {
  native.fault = new Error('no such instruction');
  const { engine, said } = await chosen();
  expect(engine).toMatch(/^onnxruntime-web .* wasm$/);
  expect(said).toEqual(['no such instruction']);
});
