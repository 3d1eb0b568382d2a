import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';
import type { Session, Tensor, Tensors } from '../engine.ts';

/** A model of the manifest with the session that runs it. */
export interface LoadedModel<Entry extends ModelEntry = ModelEntry> {
  entry: Entry;
  session: Session;
}

/**
 * Returns the entry as one of this kind.
 *
 * @throws KerbsideError `engine_failed` if it is of another kind.
 */
export function requireKind<Kind extends ModelEntry['kind']>(
  entry: ModelEntry,
  kind: Kind,
): Extract<ModelEntry, { kind: Kind }> {
  if (entry.kind === kind) return entry as Extract<ModelEntry, { kind: Kind }>;
  throw new KerbsideError(
    'engine_failed',
    `Model ${entry.name} is a ${entry.kind}; this step needs a ${kind}.`,
  );
}

/**
 * Returns the output that the model's manifest entry names.
 *
 * @throws KerbsideError `model_invalid` if the model has no output of that name.
 */
export function requireOutput(outputs: Tensors, { name, output }: { name: string; output: string }): Tensor {
  const tensor = outputs[output];
  if (tensor) return tensor;
  throw new KerbsideError(
    'model_invalid',
    `Model ${name} has no output "${output}", which its manifest entry names.`,
  );
}
