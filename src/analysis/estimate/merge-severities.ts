import type { PartType } from '../../domain/enums.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';

/** The severity of a part, merged from several results. */
export type MergedSeverity = SeverityResult['value']['customSeverity'] & {
  /** The ids of the results that a user created or corrected. */
  severityIds: string[];
};

/**
 * Merges the severity results of a part, field by field. Results of a user take precedence over a model's, later ones
 * over earlier ones.
 *
 * @param results The severity results of an inspection; those of other parts are ignored.
 */
export function mergeSeverities(part: PartType, results: readonly SeverityResult[]): MergedSeverity {
  const ofPart = results.filter(({ label }) => label === part);
  const byUsers = ofPart.filter((result) => result.isUserModified);
  const byModels = ofPart.filter((result) => !result.isUserModified);
  const fields = [...byModels, ...byUsers].map(({ value }) => value.customSeverity);
  return { ...Object.assign({}, ...fields), severityIds: byUsers.map(({ id }) => id) };
}
