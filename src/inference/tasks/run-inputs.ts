import type { Session, Tensors } from '../engine.ts';

/** Runs a model on several inputs: all at once if the engine is faster then. */
export async function runInputs({ run, runEach }: Session, inputs: readonly Tensors[]): Promise<Tensors[]> {
  if (runEach && inputs.length > 1) return runEach(inputs);
  const outputs: Tensors[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
}
