import {
  type Manifest,
  type ModelEntry,
  type ModelVariant,
  manifestSchema,
} from '../../analysis/model-manifest.ts';
import { check } from '../../domain/check.ts';
import { KerbsideError } from '../../errors.ts';
import type { Precision } from '../engines/engine-choice.ts';
import type { ModelCache, ModelFile } from './model-cache.ts';

/** The models that an app serves: what its manifest lists, and their files. */
export class ModelLibrary {
  readonly #folder: string;
  readonly #cache: ModelCache;
  #manifest: Promise<Manifest> | undefined;

  /** `folder` holds manifest.json and what it names; an absolute URL that ends in a slash. */
  constructor(folder: string, cache: ModelCache) {
    this.#folder = folder;
    this.#cache = cache;
  }

  manifest(): Promise<Manifest> {
    const loading = this.#manifest ?? this.#load();
    this.#manifest = loading;
    loading.catch(() => {
      this.#manifest = undefined; // offline now is not offline for ever
    });
    return loading;
  }

  bytes(file: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>, signal?: AbortSignal): Promise<ArrayBuffer> {
    return this.#cache.get(this.#located(file), signal);
  }

  async #load(): Promise<Manifest> {
    const url = new URL('manifest.json', this.#folder).href;
    const manifest = await this.#cache.latest(url, (content) => asManifest(content, url));
    const files = manifest.models.flatMap(({ variants }) => variants.flatMap((one) => [one, one.golden]));
    await this.#cache.keepListed(files.map((file) => this.#located(file)));
    return manifest;
  }

  #located({ file, bytes, sha256 }: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>): ModelFile {
    return { url: new URL(file, this.#folder).href, bytes, sha256 };
  }
}

function asManifest(content: unknown, url: string): Manifest {
  try {
    return check(manifestSchema, content, 'manifest');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerbsideError('model_invalid', `${url} is not a model manifest: ${reason}`, {
      details: { url },
      cause,
    });
  }
}

export function variantOf(model: ModelEntry, precision: Precision): ModelVariant {
  const variant = model.variants.find((one) => one.precision === precision) ?? model.variants[0];
  if (variant) return variant;
  throw new KerbsideError('model_invalid', `Model ${model.name} has no file in the manifest.`);
}
