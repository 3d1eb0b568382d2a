import { join } from 'node:path';

// Node's build of the WASM runtime. `onnxruntime-web/wasm` has threads in browsers only. In the package kerbside-server, which
// contains the 3 files of it that Node needs, it is not onnxruntime-web (139 MB): see `imports` in both package.json files.
import * as ort from '#onnxruntime';
import { type LicenceKind, selectByLicence } from '../../analysis/licence.ts';
import { type Manifest, type ModelEntry, selectVariant } from '../../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import type { Session } from '../../inference/engine.ts';
import { createOrtWasmEngine } from '../../inference/runtimes/ort-wasm-engine.ts';
import { readGoldenOutputs } from '../../inference/self-test/golden-outputs.ts';
import { createGoldenInput } from '../../inference/self-test/golden-picture.ts';
import { findMismatch } from '../../inference/self-test/self-test.ts';
import { readManifest, readModelFile } from './model-files.ts';
import { importNativeOrt, loadNativeSession, type NativeOrt } from './native-engine.ts';

export interface LoadedNodeModel {
  entry: ModelEntry;
  session: Session;
  /** In the form of `createdBy`, for example `onnxruntime-web 1.30.0 wasm`. */
  engine: string;
}

export interface NodeModelsOptions {
  /** Path of a folder with manifest.json and the files it names. */
  folder: string;
  /**
   * Which models may be used.
   *
   * @default 'research'
   */
  licence?: LicenceKind;
  /** Threads of the WASM runtime. */
  threads: number;
  /**
   * Threads of onnxruntime-node for each model.
   *
   * @default all cores
   */
  nativeThreads?: number;
  /**
   * Whether to use onnxruntime-node if it is installed.
   *
   * @default true
   */
  native?: boolean;
  /** Photos of a task that run at the same time on onnxruntime-node. */
  photosAtOnce?: number;
  /** Called with the reason if onnxruntime-node is installed but cannot be used. */
  onFallback(reason: string): void;
}

/** onnxruntime-node uses all cores for a run. A second photo keeps them busy while the first is decoded and laid out. */
const DEFAULT_PHOTOS_AT_ONCE = 2;

/** Loads the models of a folder, each once: on onnxruntime-node if it is installed and correct, otherwise on WASM. */
export class NodeModels {
  readonly #options: NodeModelsOptions;
  readonly #sessions: Session[] = [];
  readonly #loaded = new Map<string, Promise<LoadedNodeModel>>();
  #manifest: Promise<Manifest> | undefined;

  constructor(options: NodeModelsOptions) {
    this.#options = options;
  }

  loadManifest(): Promise<Manifest> {
    const loading = this.#manifest ?? this.#readManifest();
    this.#manifest = loading;
    loading.catch(() => {
      this.#manifest = undefined; // the next call tries again: the folder may be mounted by then
    });
    return loading;
  }

  load(entry: ModelEntry): Promise<LoadedNodeModel> {
    const loading = this.#loaded.get(entry.name) ?? this.#load(entry);
    this.#loaded.set(entry.name, loading);
    loading.catch(() => this.#loaded.delete(entry.name)); // the next call tries again
    return loading;
  }

  /** Returns how many photos to run at the same time. WASM blocks this thread while it runs, so there it is one. */
  async countPhotosAtOnce(): Promise<number> {
    const native = await this.#importNative().catch(() => undefined);
    return native ? (this.#options.photosAtOnce ?? DEFAULT_PHOTOS_AT_ONCE) : 1;
  }

  /** Returns the loaded models as a text, for example `damage 1.0.0 on onnxruntime-web 1.30.0 wasm`. */
  async describeLoaded(): Promise<string> {
    const loaded = await Promise.all(this.#loaded.values());
    return loaded.map(({ entry, engine }) => `${entry.name} ${entry.version} on ${engine}`).join(', ');
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#sessions.splice(0).map((session) => session.dispose()));
  }

  async #readManifest(): Promise<Manifest> {
    const { folder, licence = 'research' } = this.#options;
    return selectByLicence(await readFolderManifest(folder), licence);
  }

  async #load(entry: ModelEntry): Promise<LoadedNodeModel> {
    const { folder, threads } = this.#options;
    const model = await readModelFile(folder, selectVariant(entry, 'int8'));
    const native = await this.#loadNative(entry, model);
    if (native) return native;
    const engine = createOrtWasmEngine(ort, threads);
    const { runtime, backend } = engine.info;
    return this.#addSession(entry, await engine.load(model), `${runtime} ${backend}`);
  }

  /** The installed version must pass the self-test on the golden picture, as a GPU must in a browser. */
  async #loadNative(entry: ModelEntry, model: Uint8Array): Promise<LoadedNodeModel | undefined> {
    try {
      const native = await this.#importNative();
      if (!native) return undefined;
      const { golden } = selectVariant(entry, 'int8');
      const session = await loadNativeSession(native, model, this.#options.nativeThreads);
      const expected = await readModelFile(this.#options.folder, golden);
      const mismatch = findMismatch(
        await session.run(createGoldenInput(entry)),
        readGoldenOutputs(new Uint8Array(expected).buffer, entry),
        golden.tolerance,
      );
      const { node, common } = native.env.versions;
      if (mismatch === undefined)
        return this.#addSession(entry, session, `onnxruntime-node ${node ?? common} cpu`);
      await session.dispose();
      this.#options.onFallback(`onnxruntime-node fails its self-test: ${mismatch}`);
    } catch (error) {
      if (isKerbsideError(error, 'model_invalid')) throw error;
      this.#options.onFallback(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }

  async #importNative(): Promise<NativeOrt | undefined> {
    return this.#options.native === false ? undefined : importNativeOrt();
  }

  #addSession(entry: ModelEntry, session: Session, engine: string): LoadedNodeModel {
    this.#sessions.push(session);
    return { entry, session, engine };
  }
}

async function readFolderManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'manifest.json');
  try {
    return await readManifest(path);
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    const isMissing = cause instanceof Error && 'code' in cause;
    throw new KerbsideError(
      isMissing ? 'model_unavailable' : 'model_invalid',
      isMissing ? `No models in ${folder}: it has no readable manifest.json.` : `${path} is not JSON.`,
      { cause },
    );
  }
}
