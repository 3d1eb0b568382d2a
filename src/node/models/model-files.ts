import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeParse } from 'valibot';
import { type Manifest, type ModelVariant, manifestSchema } from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';

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
