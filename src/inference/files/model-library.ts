import { type LicenceKind, selectByLicence } from '../../analysis/licence.ts';
import { type Manifest, type ModelVariant, manifestSchema } from '../../analysis/model-manifest.ts';
import { check } from '../../domain/check.ts';
import { errorMessage, KerbsideError } from '../../errors.ts';
import { withoutServerModel } from '../task-models.ts';
import type { ModelCache, ModelFile } from './model-cache.ts';

/** The models that an app serves: its manifest and the model files. */
export class ModelLibrary {
  readonly #folder: string;
  readonly #cache: ModelCache;
  readonly #licence: LicenceKind;
  #manifest: Promise<Manifest> | undefined;

  /**
   * @param folder Contains manifest.json and its files. An absolute URL that ends in a slash.
   * @param licence Which models may be used.
   */
  constructor(folder: string, cache: ModelCache, licence: LicenceKind = 'research') {
    this.#folder = folder;
    this.#cache = cache;
    this.#licence = licence;
  }

  /** Returns the manifest with the models that may be used. */
  manifest(): Promise<Manifest> {
    const loading = this.#manifest ?? this.#loadManifest();
    this.#manifest = loading;
    loading.catch(() => {
      this.#manifest = undefined; // being offline is temporary: the next call tries again
    });
    return loading;
  }

  /** Returns a file of the manifest, from the cache or downloaded. */
  loadFile(
    file: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>,
    signal?: AbortSignal,
  ): Promise<ArrayBuffer> {
    return this.#cache.get(this.#locate(file), signal);
  }

  async #loadManifest(): Promise<Manifest> {
    const url = new URL('manifest.json', this.#folder).href;
    const manifest = await this.#cache.fetchLatest(url, (content) => parseManifest(content, url));
    const files = manifest.models.flatMap(({ variants }) =>
      variants.flatMap((variant) => [variant, variant.golden]),
    );
    await this.#cache.deleteUnlisted(files.map((file) => this.#locate(file)));
    const allowed = selectByLicence(manifest, this.#licence);
    return { ...allowed, models: withoutServerModel(allowed.models) };
  }

  #locate({ file, bytes, sha256 }: Pick<ModelVariant, 'file' | 'bytes' | 'sha256'>): ModelFile {
    return { url: new URL(file, this.#folder).href, bytes, sha256 };
  }
}

function parseManifest(content: unknown, url: string): Manifest {
  try {
    return check(manifestSchema, content, 'manifest');
  } catch (cause) {
    throw new KerbsideError('model_invalid', `${url} is not a model manifest: ${errorMessage(cause)}.`, {
      details: { url },
      cause,
    });
  }
}
