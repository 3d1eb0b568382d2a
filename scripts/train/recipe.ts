import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { DAMAGE_TYPES } from '../../src/domain/enums.ts';
import type { TrainingRecord } from './training-record.ts';

/** What `kerbside_training.describe` prints. */
export interface TrainingSetup {
  device: 'cuda' | 'cpu';
  torch: string;
  model: { width: number; prototypes: number; bins: number; backbone: string };
}

/**
 * Returns the types of the fine-tuned model: those of the model, then the new ones of the labels.
 *
 * @throws Error if a new label is not a damage type of the specification
 */
export function listClasses(entry: DetectorEntry, records: readonly TrainingRecord[]): string[] {
  const known = entry.types.map(({ name }) => name);
  const labels = new Set(
    records.flatMap(({ labelled, boxes }) => [...labelled, ...boxes.map(({ label }) => label)]),
  );
  const added = [...labels].filter((label) => !known.includes(entry.merged[label] ?? label)).toSorted();
  const unknown = added.filter((label) => !(DAMAGE_TYPES as readonly string[]).includes(label));
  if (unknown.length > 0)
    throw new Error(
      `The label ${unknown.join(', ')} is neither a type of ${entry.name} (${known.join(', ')}) nor a damage type ` +
        'of the specification. Rename it in your labels.',
    );
  return [...known, ...added];
}

/**
 * Creates the config of a fine-tuning run (training/kerbside_training/config.py).
 *
 * The rates are lower than those of training from a backbone, and the last fifth of the run has no mosaics.
 */
export function createConfig(
  entry: DetectorEntry,
  classes: readonly string[],
  { device, model }: TrainingSetup,
  side: number,
) {
  const stage = { size: side, scale: [0.75, 1.4] };
  return {
    name: entry.name,
    classes,
    merge: entry.merged,
    mirror: listMirrored(classes),
    data: { shards: ['data'], picture: Math.max(560, 2 * side) },
    model,
    train: {
      batch: device === 'cuda' ? 32 : 4,
      rate: 3e-4,
      backbone_rate: model.backbone === 'nano' ? 1 : 0.3,
      decay: 0.1,
      disturb: 0.3,
      turned: 0.1,
      average: device === 'cuda' ? 0.998 : 0.98,
      stages: [
        { ...stage, share: 0.8, mosaic: 0.4 },
        { ...stage, share: 0.2, mosaic: 0 },
      ],
    },
  };
}

/** Returns the pairs of classes that a mirrored picture swaps. */
function listMirrored(classes: readonly string[]): [string, string][] {
  return classes.flatMap((name): [string, string][] => {
    const other = name.replace('left', 'right');
    return other !== name && classes.includes(other) ? [[name, other]] : [];
  });
}

/** Describes the fine-tuned model for `package-model.ts`: the entry of the start model with the new types, uncalibrated. */
export function createDescription(entry: DetectorEntry, classes: readonly string[], data: string) {
  const { variants: _variants, ...description } = entry;
  const types = classes.map((name) => {
    const type = entry.types.find((one) => one.name === name);
    const neutral = { calibration: { slope: 1, offset: 0 }, bestThreshold: entry.threshold };
    return { ...(type ?? { name, role: 'damage' as const }), ...neutral };
  });
  return {
    ...description,
    version: `${entry.version}-${data}`,
    types,
    licence: `${entry.licence} Fine-tuned on ${data}.`,
  };
}
