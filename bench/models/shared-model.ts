import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import type { Session } from '../../src/inference/engine.ts';
import { createOrtWasmEngine } from '../../src/inference/runtimes/ort-wasm-engine.ts';

type Size = readonly [width: number, height: number];

/**
 * Loads a network with one backbone and three heads, which `kerbside_training.shared` exports. Returns a function that runs
 * it as a photo needs it: all heads at the first scale of the damage model, the damage head at the second.
 */
export async function loadSharedModel(
  folder: string,
  [first, second]: readonly Size[],
): Promise<() => Promise<void>> {
  const engine = createOrtWasmEngine(ort, 1);
  const load = async (file: string) => engine.load(await readFile(join(folder, file)));
  const [all, damage] = [await load('shared.int8.onnx'), await load('shared-damage.int8.onnx')];
  return async () => {
    if (first) await runOn(all, first);
    if (second) await runOn(damage, second);
  };
}

async function runOn(session: Session, [width, height]: Size): Promise<void> {
  const data = new Float32Array(3 * height * width).fill(0.5);
  await session.run({ image: { dims: [1, 3, height, width], data } });
}
