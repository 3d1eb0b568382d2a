import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import { beforeAll, describe, it } from 'vitest';
import { readOnnxModel } from '../onnx/read-model.ts';
import { expectAgreement, randomInput } from './agreement.suite.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const shipped = existsSync(`${root}models`)
  ? readdirSync(`${root}models`, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.onnx'),
    )
  : [];

/** For free sides: what detectors and text recognisers of this library all take. */
const SMALL = 64;

beforeAll(async () => {
  await setBackend('wasm');
});

async function expectFileAgrees(path: string, high: number): Promise<void> {
  const bytes = readFileSync(path);
  const inputs = readOnnxModel(bytes, path).inputs.map(({ name, dims }) => {
    const given = dims.map((dim, axis) => dim ?? (axis === 0 ? 1 : SMALL));
    return [name, randomInput(given, 4, 0, high)] as const;
  });
  await expectAgreement(bytes, Object.fromEntries(inputs));
}

describe('model files agree with onnxruntime', () => {
  it('yolox_nano.onnx', async (ctx) => {
    const path = `${root}../shared/data/weights/yolox_nano.onnx`;
    if (!existsSync(path)) return ctx.skip('no ../shared/data here');
    await expectFileAgrees(path, 255);
  }, 60_000);

  it.each(shipped)('%s', (path) => expectFileAgrees(`${root}models/${path}`, 1), 60_000);
});
