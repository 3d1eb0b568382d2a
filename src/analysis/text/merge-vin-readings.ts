import type { TextInterpretation } from './interpret-text.ts';
import { countDifferences, mergeVins } from './merge-vins.ts';
import type { Vote } from './reading-votes.ts';
import { checkVin } from './vin-check-digit.ts';
import { isKnownManufacturer } from './vin-manufacturers.ts';

/** The margin at which a merged VIN has a confidence of 0.63. Twice this margin gives 0.86, from 4.6 on it is at least 0.9. */
const MARGIN_SCALE = 2;

/**
 * Makes one reading of several readings of a VIN. If nobody read the merged VIN, `readAs` is the most confident reading.
 * Undefined if there is no reading.
 */
export function mergeVinReadings<T extends TextInterpretation>(
  votes: readonly Vote<T>[],
): { reading: T; probability: number } | undefined {
  const merged = mergeVins(votes);
  if (!merged) return undefined;
  const { vin, probabilities, margin } = merged;
  const byConfidence = votes.map(({ reading }) => reading).sort((a, b) => b.confidence - a.confidence);
  const same = byConfidence.find(({ value }) => value === vin);
  const probability = 1 - Math.exp(-margin / MARGIN_SCALE);
  if (same) return { reading: same, probability };
  const [nearest] = byConfidence.sort(
    (a, b) => countDifferences(a.value, vin) - countDifferences(b.value, vin),
  );
  if (!nearest) return undefined;
  const { correction: _, ...fields } = nearest.fields;
  const reading: T = {
    ...nearest,
    value: vin,
    fields: {
      ...fields,
      vin,
      checkDigit: checkVin(vin),
      characterConfidences: probabilities,
      readAs: nearest.value,
    },
    vehicle: { vin },
    weakest: Math.min(...probabilities),
    isUnusual: !isKnownManufacturer(vin),
    isChecked: false, // its check digit was chosen to be right
  };
  return { reading, probability };
}
