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

/** A model of the manifest, its file checked by size and hash, on onnxruntime's WASM with `threads` threads. */
export async function loadModel(
  manifestPath: string,
  name: string,
  { precision = 'int8', threads = 1 }: { precision?: ModelVariant['precision']; threads?: number } = {},
): Promise<LoadedModel> {
  const { models } = await readManifest(manifestPath);
  const entry = models.find((model) => model.name === name);
  const variant = entry?.variants.find((one) => one.precision === precision);
  if (!entry || !variant) {
    throw new KerbsideError('model_unavailable', `${manifestPath} has no ${precision} variant of "${name}".`);
  }
  const engine = createOrtEngine(ort, { name: 'wasm', provider: 'wasm', threads });
  return { entry, session: await engine.load(await readModelFile(dirname(manifestPath), variant)) };
}

/** A file that the manifest names; anything but its exact bytes is an error. */
export async function readModelFile(
  folder: string,
  { file, bytes, sha256 }: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> {
  const content = await readFile(join(folder, file)).catch((cause: unknown) => {
    throw new KerbsideError('model_unavailable', `${file}, which the manifest names, is not in ${folder}.`, {
      cause,
    });
  });
  const hash = createHash('sha256').update(content).digest('hex');
  if (content.byteLength !== bytes || hash !== sha256) {
    throw new KerbsideError('model_invalid', `${file} is not the file that the manifest names; restore it.`, {
      details: { bytes: content.byteLength, sha256: hash },
    });
  }
  return content;
}
