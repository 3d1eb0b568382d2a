import { Worker } from 'node:worker_threads';
import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/records/image.ts';
import type { AnalysisResult, Coverage } from '../../src/domain/task/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../src/domain/task/analyzer.ts';
import { fromPlainError, isKerbsideError, KerbsideError, toPlainError } from '../../src/errors.ts';
import type { SendStep } from '../../src/node/models/model-steps.ts';
import { createKeyedQueue } from '../../src/platform/keyed-queue.ts';
import type { FromWorker, PlainImage, ToWorker, WorkerRequest, WorkerSettings } from './worker-messages.ts';

export interface WorkerAnalyzerOptions extends WorkerSettings {
  /** Called with messages for the operator. */
  log(line: string): void;
}

type RequestContext = Partial<Pick<AnalysisRequest, 'images' | 'onProgress'>> & { signal: AbortSignal };

/** Runs an analyzer in a thread, one request at a time. An abort ends the thread; the next request starts another. */
export class WorkerAnalyzer implements Analyzer {
  readonly #options: WorkerAnalyzerOptions;
  readonly #queue = createKeyedQueue();
  #worker: Worker | undefined;
  #supported: readonly TaskName[] = [];

  constructor(options: WorkerAnalyzerOptions) {
    this.#options = options;
  }

  /** Starts the thread. Rejects if no model can run. */
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
    return this.#send(
      { type: 'assess', image: toPlainImage(image) },
      { images: [image], signal },
    ) as Promise<ComplianceResult>;
  }

  assessCoverage(image: AnalysisImage, signal: AbortSignal): Promise<Coverage | undefined> {
    return this.#send(
      { type: 'assess_coverage', image: toPlainImage(image) },
      { images: [image], signal },
    ) as Promise<Coverage | undefined>;
  }

  analyze({ images, onProgress, signal, ...request }: AnalysisRequest): Promise<AnalysisResult> {
    return this.#send(
      { type: 'analyze', request: { ...request, images: images.map(toPlainImage) } },
      { images, onProgress, signal },
    ) as Promise<AnalysisResult>;
  }

  /** Runs one step of a task. */
  runStep: SendStep = (step, image, signal) =>
    this.#send(
      { type: 'step', step, image: image && toPlainImage(image) },
      { images: image ? [image] : [], signal },
    );

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Retries once if the thread died: the cause, such as lack of memory, may not be this request. */
  #send(message: WorkerRequest, context: RequestContext): Promise<unknown> {
    return this.#queue.run('worker', async () => {
      try {
        return await this.#sendOnce(message, context);
      } catch (error) {
        if (!isKerbsideError(error, 'worker_lost')) throw error;
        return this.#sendOnce(message, context);
      }
    });
  }

  #sendOnce(message: WorkerRequest, { signal, images = [], onProgress }: RequestContext): Promise<unknown> {
    signal.throwIfAborted();
    const worker = this.#worker ?? this.#start();
    const post = (reply: ToWorker) => worker.postMessage(reply);
    return new Promise((resolve, reject) => {
      const onWorkerLost = (reason: unknown) => end(() => reject(workerLostError(reason)));
      const abort = () => {
        void worker.terminate();
        end(() => reject(signal.reason));
      };
      const onMessage = (received: FromWorker) => {
        if (received.type === 'progress') onProgress?.(received.done, received.total);
        if (received.type === 'wants_photo') void readPhotoMessage(received.imageId, images).then(post);
        if (received.type === 'failed') end(() => reject(fromPlainError(received.error)));
        if (received.type === 'done') end(() => resolve(received.value));
      };
      const end = (settle: () => void) => {
        worker.off('message', onMessage).off('error', onWorkerLost).off('exit', onWorkerLost);
        signal.removeEventListener('abort', abort);
        settle();
      };
      worker.on('message', onMessage).once('error', onWorkerLost).once('exit', onWorkerLost);
      signal.addEventListener('abort', abort, { once: true });
      post(message);
    });
  }

  #start(): Worker {
    const { log, ...workerData } = this.#options;
    const isSource = import.meta.url.endsWith('.ts');
    const entry = new URL(isSource ? './worker-source.mjs' : './worker.js', import.meta.url);
    const worker = new Worker(entry, { workerData });
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'notice') log(message.line);
    });
    const onEnd = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // 'error' comes before 'exit', and a retry starts in between. Without a listener the error would end the process.
    worker.on('error', onEnd).once('exit', onEnd);
    this.#worker = worker;
    return worker;
  }
}

function toPlainImage({ photo: _photo, ...image }: AnalysisImage): PlainImage {
  return image;
}

async function readPhotoMessage(imageId: string, images: AnalysisRequest['images']): Promise<ToWorker> {
  try {
    const photo = images.find(({ id }) => id === imageId)?.photo();
    if (!photo) throw new RangeError(`The request has no image ${imageId}.`);
    return { type: 'photo', imageId, bytes: await photo };
  } catch (error) {
    return { type: 'no_photo', imageId, error: toPlainError(error, 'photo_unavailable') };
  }
}

function workerLostError(cause: unknown): KerbsideError {
  const reason = cause instanceof Error ? cause.message : `exit code ${cause}`;
  return new KerbsideError('worker_lost', `The thread that ran the models ended: ${reason}.`, {
    cause,
    retryable: true,
  });
}
