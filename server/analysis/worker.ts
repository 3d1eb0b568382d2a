import { parentPort, workerData } from 'node:worker_threads';
import { TASK_NAMES } from '../../src/domain/enums.ts';
import type { AnalysisImage } from '../../src/domain/task/analyzer.ts';
import { fromPlainError, toPlainError } from '../../src/errors.ts';
import { runModelStep } from '../../src/node/models/model-steps.ts';
import { createNodeAnalyzer, createNodeRunner } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import type {
  FromWorker,
  PlainImage,
  PlainRequest,
  ToWorker,
  WorkerRequest,
  WorkerSettings,
} from './worker-messages.ts';

/** Runs models in their own thread: a run blocks its thread, and requests must not wait for it. */
const { models: folder, licence, threads, nativeThreads } = workerData as WorkerSettings;
const post = (message: FromWorker) => parentPort?.postMessage(message);
const models = new NodeModels({
  folder,
  ...(licence && { licence }),
  threads,
  ...(nativeThreads !== undefined && { nativeThreads }),
  onFallback: (reason) => post({ type: 'notice', line: `Running on WASM: ${reason}` }),
});
const analyzer = createNodeAnalyzer(models);
const runner = createNodeRunner(models);
const photoCallbacks = new Map<string, (message: Extract<ToWorker, { imageId: string }>) => void>();

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'photo' || message.type === 'no_photo') photoCallbacks.get(message.imageId)?.(message);
  else void handleRequest(message);
});

async function handleRequest(request: WorkerRequest): Promise<void> {
  try {
    post({ type: 'done', value: await runRequest(request) });
  } catch (error) {
    post({ type: 'failed', error: toPlainError(error, 'task_failed') });
  }
}

function runRequest(request: WorkerRequest): Promise<unknown> {
  const never = new AbortController().signal; // a request is aborted by ending the worker
  switch (request.type) {
    case 'assess':
      return analyzer.assess(withPhoto(request.image), never);
    case 'assess_coverage':
      return analyzer.assessCoverage(withPhoto(request.image), never);
    case 'analyze':
      return analyzer.analyze(toAnalysisRequest(request.request, never));
    case 'step':
      return runModelStep(runner, request.step, request.image && withPhoto(request.image), never);
  }
}

function toAnalysisRequest({ images, ...request }: PlainRequest, signal: AbortSignal) {
  return {
    ...request,
    signal,
    onProgress: (done: number, total: number) => post({ type: 'progress', done, total }),
    images: images.map(withPhoto),
  };
}

function withPhoto(image: PlainImage): AnalysisImage {
  return { ...image, photo: () => requestPhoto(image.id) };
}

/** A photo is not requested again before it has arrived. */
function requestPhoto(imageId: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    photoCallbacks.set(imageId, (message) => {
      photoCallbacks.delete(imageId);
      if (message.type === 'photo') resolve(message.bytes);
      else reject(fromPlainError(message.error));
    });
    post({ type: 'wants_photo', imageId });
  });
}

const supported = await Promise.all(TASK_NAMES.map((task) => analyzer.supports?.(task)));
post({ type: 'ready', supported: TASK_NAMES.filter((_, index) => supported[index]) });
