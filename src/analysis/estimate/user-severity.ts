import type { PartType } from '../../domain/enums.ts';
import type { SeverityResult } from '../../domain/severity.ts';

type Said = SeverityResult['value']['customSeverity'] & {
  /** Ids of a person's severities among those that say it. */
  severityIds: string[];
};

/**
 * What was said of a part's severity, field by field: a person's word goes before a model's, a later one before an
 * earlier one.
 */
export function saidSeverity(part: PartType, results: readonly SeverityResult[]): Said {
  const ofPart = results.filter(({ label }) => label === part);
  const byPeople = ofPart.filter((result) => result.isUserModified);
  const byModels = ofPart.filter((result) => !result.isUserModified);
  const fields = [...byModels, ...byPeople].map(({ value }) => value.customSeverity);
  return { ...Object.assign({}, ...fields), severityIds: byPeople.map(({ id }) => id) };
}
