import { Worker } from 'node:worker_threads';
import type { AnalysisResult, Coverage } from '../../src/domain/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../src/domain/analyzer.ts';
import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/image.ts';
import { fromPlainError, isKerbsideError, KerbsideError, toPlainError } from '../../src/errors.ts';
import { createKeyedQueue } from '../../src/platform/keyed-queue.ts';
import type { FromWorker, PlainImage, ToWorker, WorkerSettings } from './worker-messages.ts';

export interface WorkerAnalyzerOptions extends WorkerSettings {
  say(line: string): void;
}

type Asked = Extract<ToWorker, { type: 'assess' | 'assess_coverage' | 'analyze' }>;
type Duties = Partial<Pick<AnalysisRequest, 'images' | 'onProgress'>> & { signal: AbortSignal };

/** An analyzer in a thread of its own. One request at a time; who aborts ends the thread, and the next starts another. */
export class WorkerAnalyzer implements Analyzer {
  readonly #options: WorkerAnalyzerOptions;
  readonly #queue = createKeyedQueue();
  #worker: Worker | undefined;
  #supported: readonly TaskName[] = [];

  constructor(options: WorkerAnalyzerOptions) {
    this.#options = options;
  }

  /** Starts the thread; rejects where no model can run. */
  async open(): Promise<void> {
    const worker = this.#start();
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', (message: FromWorker) => {
        if (message.type !== 'ready') return;
        this.#supported = message.supported;
        resolve();
      });
    });
  }

  async supports(task: TaskName): Promise<boolean> {
    return this.#supported.includes(task);
  }

  assess(image: AnalysisImage, signal: AbortSignal): Promise<ComplianceResult> {
    return this.#ask(
      { type: 'assess', image: plain(image) },
      { images: [image], signal },
    ) as Promise<ComplianceResult>;
  }

  assessCoverage(image: AnalysisImage, signal: AbortSignal): Promise<Coverage | undefined> {
    return this.#ask(
      { type: 'assess_coverage', image: plain(image) },
      { images: [image], signal },
    ) as Promise<Coverage | undefined>;
  }

  analyze({ images, onProgress, signal, ...request }: AnalysisRequest): Promise<AnalysisResult> {
    return this.#ask(
      { type: 'analyze', request: { ...request, images: images.map(plain) } },
      { images, onProgress, signal },
    ) as Promise<AnalysisResult>;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** A thread that died (out of memory, say) may have died of something else: the request gets one more. */
  #ask(message: Asked, duties: Duties): Promise<unknown> {
    return this.#queue.run('worker', async () => {
      try {
        return await this.#askOnce(message, duties);
      } catch (error) {
        if (!isKerbsideError(error, 'worker_lost')) throw error;
        return this.#askOnce(message, duties);
      }
    });
  }

  #askOnce(message: Asked, { signal, images = [], onProgress }: Duties): Promise<unknown> {
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start();
    const tell = (answer: ToWorker) => worker.postMessage(answer);
    return new Promise((resolve, reject) => {
      const lose = (reason: unknown) => end(() => reject(workerLost(reason)));
      const abort = () => {
        void worker.terminate();
        end(() => reject(signal.reason));
      };
      const hear = (heard: FromWorker) => {
        if (heard.type === 'progress') onProgress?.(heard.done, heard.total);
        if (heard.type === 'wants_photo') void photoAnswer(heard.imageId, images).then(tell);
        if (heard.type === 'failed') end(() => reject(fromPlainError(heard.error)));
        if (heard.type === 'done') end(() => resolve(heard.value));
      };
      const end = (settle: () => void) => {
        worker.off('message', hear).off('error', lose).off('exit', lose);
        signal.removeEventListener('abort', abort);
        settle();
      };
      worker.on('message', hear).once('error', lose).once('exit', lose);
      signal.addEventListener('abort', abort, { once: true });
      tell(message);
    });
  }

  #start(): Worker {
    const { say, ...workerData } = this.#options;
    const isSource = import.meta.url.endsWith('.ts');
    const entry = new URL(isSource ? './worker-source.mjs' : './worker.js', import.meta.url);
    const worker = new Worker(entry, { workerData });
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'notice') say(message.line);
    });
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // 'error' comes before 'exit', and whoever waits asks again in between. Without a listener it would end the process.
    worker.on('error', forget).once('exit', forget);
    this.#worker = worker;
    return worker;
  }
}

function plain({ photo: _photo, ...image }: AnalysisImage): PlainImage {
  return image;
}

async function photoAnswer(imageId: string, images: AnalysisRequest['images']): Promise<ToWorker> {
  try {
    const photo = images.find(({ id }) => id === imageId)?.photo();
    if (!photo) throw new RangeError(`There is no image ${imageId} in this request.`);
    return { type: 'photo', imageId, bytes: await photo };
  } catch (error) {
    return { type: 'no_photo', imageId, error: toPlainError(error, 'photo_unavailable') };
  }
}

function workerLost(cause: unknown): KerbsideError {
  const reason = cause instanceof Error ? cause.message : `exit code ${cause}`;
  return new KerbsideError('worker_lost', `The thread that ran the models ended: ${reason}.`, {
    cause,
    retryable: true,
  });
}
