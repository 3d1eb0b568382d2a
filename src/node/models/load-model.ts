import { dirname } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import type { ModelEntry, ModelVariant } from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';
import type { Session } from '../../inference/engine.ts';
import { createOrtWasmEngine } from '../../inference/runtimes/ort-wasm-engine.ts';
import { readManifest, readModelFile } from './model-files.ts';
import { importNativeOrt, loadNativeSession } from './native-engine.ts';

export interface LoadedModel {
  entry: ModelEntry;
  session: Session;
}

interface LoadOptions {
  precision?: ModelVariant['precision'];
  /** Threads of the WASM runtime. */
  threads?: number;
  /** Whether to run on onnxruntime-node in place of WASM. */
  native?: boolean;
}

/** Loads one model of a manifest, for benches and tests. Checks the size and hash of its file. */
export async function loadModel(
  manifestPath: string,
  name: string,
  { precision = 'int8', threads = 1, native = false }: LoadOptions = {},
): Promise<LoadedModel> {
  const { models } = await readManifest(manifestPath);
  const entry = models.find((model) => model.name === name);
  const variant = entry?.variants.find((one) => one.precision === precision);
  if (!entry || !variant) {
    throw new KerbsideError('model_unavailable', `${manifestPath} has no ${precision} variant of "${name}".`);
  }
  const file = await readModelFile(dirname(manifestPath), variant);
  if (native) return { entry, session: await loadNativeSession(await requireNativeOrt(), file) };
  const engine = createOrtWasmEngine(ort, threads);
  return { entry, session: await engine.load(file) };
}

async function requireNativeOrt() {
  const native = await importNativeOrt();
  if (native) return native;
  throw new KerbsideError('unsupported', 'onnxruntime-node is not installed: npm install onnxruntime-node.');
}
