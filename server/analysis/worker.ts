import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisImage } from '../../src/domain/analyzer.ts';
import { TASK_NAMES } from '../../src/domain/enums.ts';
import { fromPlainError, toPlainError } from '../../src/errors.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import type { FromWorker, PlainImage, PlainRequest, ToWorker, WorkerSettings } from './worker-messages.ts';

/** Models run here and not beside the requests: one run of a model keeps its thread for as long as it takes. */
const { models: folder, threads } = workerData as WorkerSettings;
const say = (message: FromWorker) => parentPort?.postMessage(message);
const models = new NodeModels({
  folder,
  threads,
  onFallback: (reason) => say({ type: 'notice', line: `Running on WASM: ${reason}` }),
});
const analyzer = createNodeAnalyzer(models);
const awaited = new Map<string, (answer: Extract<ToWorker, { imageId: string }>) => void>();

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'photo' || message.type === 'no_photo') awaited.get(message.imageId)?.(message);
  else void answer(message);
});

type Question = Extract<ToWorker, { type: 'assess' | 'assess_coverage' | 'analyze' }>;

async function answer(question: Question): Promise<void> {
  try {
    say({ type: 'done', value: await answerTo(question) });
  } catch (error) {
    say({ type: 'failed', error: toPlainError(error, 'task_failed') });
  }
}

function answerTo(question: Question) {
  const never = new AbortController().signal; // whoever gives up ends the whole worker
  switch (question.type) {
    case 'assess':
      return analyzer.assess(withPhoto(question.image), never);
    case 'assess_coverage':
      return analyzer.assessCoverage(withPhoto(question.image), never);
    case 'analyze':
      return analyzer.analyze(requestOf(question.request, never));
  }
}

function requestOf({ images, ...request }: PlainRequest, signal: AbortSignal) {
  return {
    ...request,
    signal,
    onProgress: (done: number, total: number) => say({ type: 'progress', done, total }),
    images: images.map(withPhoto),
  };
}

function withPhoto(image: PlainImage): AnalysisImage {
  return { ...image, photo: () => photoOf(image.id) };
}

function photoOf(imageId: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    awaited.set(imageId, (answer) => {
      awaited.delete(imageId);
      if (answer.type === 'photo') resolve(answer.bytes);
      else reject(fromPlainError(answer.error));
    });
    say({ type: 'wants_photo', imageId });
  });
}

const supported = await Promise.all(TASK_NAMES.map((task) => analyzer.supports?.(task)));
say({ type: 'ready', supported: TASK_NAMES.filter((_, index) => supported[index]) });
