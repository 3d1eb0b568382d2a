import type { Task } from '../../domain/records/task.ts';

/** The least confidence of a damage, by its type. Plain data that can be posted to a worker. */
export interface DamageThresholds {
  byType: Readonly<Record<string, number>>;
  /** For types that are not in `byType`. */
  others: number;
}

/**
 * Returns the thresholds that the options of a task state: `scoring.thresholds`, then `damageScoreThreshold`. Ignores
 * values of `scoring` that are no thresholds: a service may have put them there.
 *
 * @param modelThreshold For a task without `damageScoreThreshold`.
 */
export function readDamageThresholds(
  { damageScoreThreshold, scoring }: Pick<Task, 'damageScoreThreshold' | 'scoring'>,
  modelThreshold: number,
): DamageThresholds {
  const byType: Record<string, number> = {};
  for (const [type, value] of Object.entries(scoring?.thresholds ?? {}))
    if (typeof value === 'number' && value >= 0 && value <= 1) byType[type] = value;
  return { byType, others: damageScoreThreshold ?? modelThreshold };
}

/** Returns the least confidence of a damage of this type. */
export function thresholdOf({ byType, others }: DamageThresholds, type: string): number {
  return Object.hasOwn(byType, type) ? (byType[type] ?? others) : others;
}

/** Returns the least confidence of any damage of these types. */
export function lowestDamageThreshold(thresholds: DamageThresholds, types: readonly string[]): number {
  return Math.min(...types.map((type) => thresholdOf(thresholds, type)));
}
