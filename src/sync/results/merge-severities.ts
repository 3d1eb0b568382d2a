import type { StoredOperation } from '../../domain/operation.ts';
import type { SeverityResult } from '../../domain/severity.ts';
import type { PartRecord } from '../../rules/state.ts';
import type { IdMap } from './id-map.ts';
import { withoutUnanswered } from './unanswered-operations.ts';

/** A model's severities take the service's word, part by part; what a person here said stays as they said it. */
export function mergeSeverities(
  ours: readonly SeverityResult[],
  theirs: readonly SeverityResult[],
  parts: readonly PartRecord[],
  unsent: readonly StoredOperation[],
  ids: IdMap,
  newId: () => string,
): SeverityResult[] {
  const words = withoutUnanswered(
    theirs,
    unsent,
    'severity.create',
    (severity, { payload }) =>
      ids.localOf(severity.id) === undefined &&
      severity.createdBy === 'user' &&
      severity.label === payload.input.label,
  );
  const provisional = ours.filter((one) => !one.isUserModified && ids.remoteOf(one.id) === undefined);
  for (const word of words.filter(({ id }) => ids.localOf(id) === undefined)) {
    const own = provisional.find((one) => one.label === word.label && ids.remoteOf(one.id) === undefined);
    ids.add('severity', own?.id ?? newId(), word.id);
  }
  const here = words.flatMap((word) => {
    const id = ids.localOf(word.id);
    return id === undefined ? [] : [related({ ...word, id }, parts, ids)];
  });
  const persons = ours.filter((one) => one.isUserModified);
  const said = new Set(persons.map(({ id }) => id));
  const spoken = new Set(here.map(({ id }) => id));
  const unspoken = ours.filter((one) => !one.isUserModified && !spoken.has(one.id));
  const merged = [...persons, ...unspoken, ...here.filter(({ id }) => !said.has(id))];
  return merged.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The part or damage it speaks of, by its id here; left out where this device does not know it. */
function related(
  { relatedItemId, ...severity }: SeverityResult,
  parts: readonly PartRecord[],
  ids: IdMap,
): SeverityResult {
  const part = parts.find(({ partType }) => partType === severity.label);
  const local = severity.relatedItemType === 'part' ? part?.id : ids.localOf(relatedItemId ?? '');
  return { ...severity, ...(local !== undefined && { relatedItemId: local }) };
}
