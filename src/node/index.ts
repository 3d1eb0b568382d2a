import { availableParallelism, loadavg } from 'node:os';
import type { Analyzer } from '../domain/analyzer.ts';
import { createNodeAnalyzer } from './models/node-analyzer.ts';
import { NodeModels } from './models/node-models.ts';
import { threadCount } from './models/thread-count.ts';
import { MODELS_FOLDER } from './package-files.ts';

export interface NodeAnalyzerOptions {
  /** Holds manifest.json and the files it names; this package's models if left out. */
  models?: string;
  /** Threads of the WASM runtime; one for each free core, four at most, if left out. */
  threads?: number;
  /** Told when onnxruntime-node is installed but can not be used. */
  onFallback?(reason: string): void;
}

export interface NodeAnalyzer extends Analyzer {
  /** Lets go of the models. */
  close(): Promise<void>;
}

/** Runs the tasks of `openKerbside({ analyzer })` in this process. It needs `sharp`, and `onnxruntime-web` or `-node`. */
export function nodeAnalyzer({
  models = MODELS_FOLDER,
  threads = threadCount(availableParallelism(), loadavg()[0] ?? 0),
  onFallback = () => {},
}: NodeAnalyzerOptions = {}): NodeAnalyzer {
  const loaded = new NodeModels({ folder: models, threads, onFallback });
  return { ...createNodeAnalyzer(loaded), close: () => loaded.dispose() };
}
