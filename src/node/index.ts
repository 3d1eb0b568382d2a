/**
 * The models in Node, without a browser. Start at {@link nodeAnalyzer}.
 *
 * @packageDocumentation
 */
import type { LicenceKind } from '../analysis/licence.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { createNodeAnalyzer, type Tier } from './models/node-analyzer.ts';
import { NodeModels } from './models/node-models.ts';
import { defaultThreadCount } from './models/thread-count.ts';
import { MODELS_FOLDER } from './package-files.ts';

export type { Tier } from './models/node-analyzer.ts';
export { createThumbnail } from './photo/create-thumbnail.ts';

/** Options of {@link nodeAnalyzer}. */
export interface NodeAnalyzerOptions {
  /**
   * Path of a folder with manifest.json and the files it names.
   *
   * @default the models of kerbside-models
   */
  models?: string;
  /**
   * Which models may run. `free`: those that may be used for any purpose. `research`: also those that are **for research
   * and non-commercial use only**; they are better, and the only ones for parts and wheels. See docs/models.md.
   *
   * @default 'free'
   */
  licence?: LicenceKind;
  /**
   * Which damage model to run: `large` is more accurate and takes about 7 times as long as `small`. `server` is the most
   * accurate, takes 7 times as long again, and is for research only, otherwise `large` runs. `both` runs the small one, and the
   * large one again while no task runs.
   *
   * @default 'large'
   */
  tier?: Tier;
  /**
   * Whether the damage model refines its result: it runs again on crops of a photo around uncertain detections. That takes about a
   * third more time.
   *
   * @default true
   */
  refine?: boolean;
  /**
   * Threads of the WASM runtime.
   *
   * @default one per idle core, at most 4
   */
  threads?: number;
  /**
   * How many photos of a task run at the same time on onnxruntime-node. Each holds a decoded photo in memory. On WASM,
   * photos run one by one.
   *
   * @default 2
   */
  photosAtOnce?: number;
  /**
   * Called with the reason if onnxruntime-node is installed but cannot be used. The models then run on WASM.
   *
   * @default ignored
   */
  onFallback?(reason: string): void;
}

/** An analyzer that runs models in this process. */
export interface NodeAnalyzer extends Analyzer {
  /** Releases the models. Call it after `kerbside.close()`. */
  close(): Promise<void>;
}

/**
 * Creates an analyzer that runs the models in this process, on WASM. If onnxruntime-node is installed and passes its
 * self-test, it runs them natively.
 *
 * Models are loaded at the first task. A missing or damaged file fails that task with `model_unavailable` or
 * `model_invalid`.
 *
 * @returns The `analyzer` option of `openKerbside` or `startService`.
 * @example
 * ```ts
 * import { MemoryStore, openKerbside } from 'kerbside';
 * import { nodeAnalyzer } from 'kerbside-server/node';
 *
 * const analyzer = nodeAnalyzer();
 * const kerbside = await openKerbside({ user: { id: 'batch' }, store: new MemoryStore(), analyzer });
 * ```
 */
export function nodeAnalyzer({
  models = MODELS_FOLDER,
  licence = 'free',
  tier,
  refine,
  threads = defaultThreadCount(),
  photosAtOnce,
  onFallback = () => {},
}: NodeAnalyzerOptions = {}): NodeAnalyzer {
  const loaded = new NodeModels({
    folder: models,
    licence,
    threads,
    onFallback,
    ...(photosAtOnce !== undefined && { photosAtOnce }),
  });
  return { ...createNodeAnalyzer(loaded, tier, refine), close: () => loaded.dispose() };
}
