import { comparisonReviewIds } from './comparison-review.ts';
import type { JsonObject } from './fields.ts';
import { confirmationIds } from './verdict/confirmations.ts';

/** One kind of additional data that names records by their ids. */
export interface IdsInAdditionalData {
  /** The key of the data. */
  key: string;
  /** Returns the value under the key, with each id replaced. */
  replaceIds(additionalData: JsonObject, replace: (id: string) => string): unknown;
}

/**
 * A list, and no registration at run time: a service worker sends the data of a feature whose code it has not loaded.
 */
const ALL: readonly IdsInAdditionalData[] = [comparisonReviewIds, confirmationIds];

/** Returns the ids of records that the data names. */
export function listIdsIn(additionalData: JsonObject): string[] {
  const ids = new Set<string>();
  replaceIdsIn(additionalData, (id) => {
    ids.add(id);
    return id;
  });
  return [...ids];
}

/** Returns the data with each id of a record replaced: local ids by those of the service, for example. */
export function replaceIdsIn(additionalData: JsonObject, replace: (id: string) => string): JsonObject {
  const replaced = ALL.filter(({ key }) => key in additionalData).map(({ key, replaceIds }) => [
    key,
    replaceIds(additionalData, replace),
  ]);
  return { ...additionalData, ...Object.fromEntries(replaced) };
}
