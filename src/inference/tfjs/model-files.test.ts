// @module-tag long
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import { beforeAll, describe, it } from 'vitest';
import { readManifest } from '../../node/models/model-files.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { readOnnxModel } from '../onnx/read-model.ts';
import { createGoldenInput } from '../self-test/golden-picture.ts';
import { withoutServerModel } from '../task-models.ts';
import { expectAgreement, randomInput } from './agreement.suite.ts';

const YOLOX = fileURLToPath(new URL('../../../../shared/data/weights/yolox_nano.onnx', import.meta.url));
const SLOW = 60_000;

beforeAll(async () => {
  await setBackend('wasm');
});

describe('every model that is shipped for browsers agrees with onnxruntime', async () => {
  const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
  for (const { variants, ...entry } of withoutServerModel(models)) {
    it.each(variants)(
      `${entry.name} $precision, on the golden picture and on noise, which activates every unit`,
      async ({ file, precision }) => {
        const golden = createGoldenInput(entry);
        const noise = Object.entries(golden).map(([name, { dims }]) => [name, randomInput(dims, 4, 0, 1)]);
        // fp16 is the same graph.
        const inputs = precision === 'fp16' ? [golden] : [golden, Object.fromEntries(noise)];
        await expectAgreement(readFileSync(`${MODELS_FOLDER}${file}`), ...inputs);
      },
      SLOW,
    );
  }
});

describe('a third-party model agrees with onnxruntime', () => {
  it.skipIf(!existsSync(YOLOX))(
    'yolox_nano.onnx',
    async () => {
      const bytes = readFileSync(YOLOX);
      const inputs = readOnnxModel(bytes, YOLOX).inputs.map(({ name, dims }) => [
        name,
        randomInput(
          dims.map((dim) => dim ?? 1),
          4,
          0,
          255,
        ),
      ]);
      await expectAgreement(bytes, Object.fromEntries(inputs));
    },
    SLOW,
  );
});
