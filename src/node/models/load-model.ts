import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import { safeParse } from 'valibot';
import {
  type Manifest,
  type ModelEntry,
  type ModelVariant,
  manifestSchema,
} from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';
import type { Session } from '../../inference/engines/engine.ts';
import { createOrtEngine } from '../../inference/engines/ort-engine.ts';
import { importNativeOrt, loadNativeSession } from './native-engine.ts';

/**
 * Reads and checks a model manifest.
 *
 * @throws `model_invalid` if it does not match the schema.
 */
export async function readManifest(path: string): Promise<Manifest> {
  const parsed = safeParse(manifestSchema, JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const where = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  throw new KerbsideError('model_invalid', `${path} is not a model manifest: ${where} ${issue.message}`);
}

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

/** Loads one model of a manifest. Checks the size and hash of its file. */
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
  const engine = createOrtEngine(ort, { name: 'wasm', threads });
  return { entry, session: await engine.load(file) };
}

async function requireNativeOrt() {
  const native = await importNativeOrt();
  if (native) return native;
  throw new KerbsideError('unsupported', 'onnxruntime-node is not installed: npm install onnxruntime-node.');
}

/**
 * Reads a file of the manifest.
 *
 * @throws `model_unavailable` if it does not exist, `model_invalid` if its size or hash is not the manifest's.
 */
export async function readModelFile(
  folder: string,
  { file, bytes, sha256 }: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> {
  const content = await readFile(join(folder, file)).catch((cause: unknown) => {
    throw new KerbsideError(
      'model_unavailable',
      `The manifest lists ${file}, but ${folder} does not contain it.`,
      {
        cause,
      },
    );
  });
  const hash = createHash('sha256').update(content).digest('hex');
  if (content.byteLength !== bytes || hash !== sha256) {
    throw new KerbsideError(
      'model_invalid',
      `${file} does not match its hash in the manifest. Restore the file.`,
      {
        details: { bytes: content.byteLength, sha256: hash },
      },
    );
  }
  return content;
}
