import type { AnalysisImage, Analyzer } from '../../domain/task/analyzer.ts';
import { createTaskAnalyzer, type ModelRunner } from '../../inference/tasks/task-analyzer.ts';

type Argument<Method extends keyof ModelRunner, Index extends number> = Parameters<
  Extract<ModelRunner[Method], (...args: never[]) => unknown>
>[Index];

/** One step of a task, as data: a thread can run it. A step of a photo is sent with its image. */
export type ModelStep =
  | { name: 'listModels' }
  | { name: 'detect'; detectors: Argument<'detect', 0> }
  | { name: 'detectWheels'; models: Argument<'detectWheels', 0> }
  | { name: 'readText'; models: Argument<'readText', 0>; request: Argument<'readText', 2> }
  | { name: 'createTaskResult'; outputs: Argument<'createTaskResult', 0> };

/** Runs a step somewhere else, and returns what the method of `ModelRunner` with its name returns. */
export type SendStep = (
  step: ModelStep,
  image: AnalysisImage | undefined,
  signal: AbortSignal,
) => Promise<unknown>;

/** Runs a step in this thread. */
export async function runModelStep(
  runner: ModelRunner,
  step: ModelStep,
  image: AnalysisImage | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const requireImage = () => {
    if (!image) throw new RangeError(`The step ${step.name} needs an image.`);
    return { image };
  };
  switch (step.name) {
    case 'listModels':
      return runner.listModels();
    case 'detect':
      return runner.detect(step.detectors, requireImage(), signal);
    case 'detectWheels':
      return runner.detectWheels(step.models, requireImage(), signal);
    case 'readText':
      return runner.readText(step.models, requireImage(), step.request, signal);
    case 'createTaskResult':
      return runner.createTaskResult(step.outputs, signal);
  }
}

/** Creates a function that analyzes `photosAtOnce` photos of a task at the same time, each step wherever `send` runs it. */
export function createSteppedAnalysis(send: SendStep, photosAtOnce: number): Analyzer['analyze'] {
  const never = new AbortController().signal;
  const unused = () => Promise.reject(new Error('Photos are assessed by one thread.'));
  const run = <Method extends ModelStep['name']>(
    step: ModelStep & { name: Method },
    image: AnalysisImage | undefined,
    signal: AbortSignal,
  ) => send(step, image, signal) as ReturnType<ModelRunner[Method]>;
  const { analyze } = createTaskAnalyzer({
    listModels: () => run({ name: 'listModels' }, undefined, never),
    countPhotosAtOnce: async () => photosAtOnce,
    chooseTier: async ([small, large]) => large ?? small,
    countCrops: async ({ maxCrops = 0 }) => maxCrops,
    detect: (detectors, { image }, signal) => run({ name: 'detect', detectors }, image, signal),
    detectWheels: (models, { image }, signal) => run({ name: 'detectWheels', models }, image, signal),
    readText: (models, { image }, request, signal) =>
      run({ name: 'readText', models, request }, image, signal),
    createTaskResult: (outputs, signal) => run({ name: 'createTaskResult', outputs }, undefined, signal),
    assessQuality: unused,
    createCoverageResult: unused,
  });
  return analyze;
}
