import { groups, type Scored } from './non-maximum-suppression.ts';

/** One thing as several looks at a photo saw it. */
export interface Agreement<T extends Scored> {
  type: number;
  /** The mean over all looks; one that did not see it counts as nothing. */
  score: number;
  /** At most one of each look, in their order. */
  sights: readonly [T, ...T[]];
}

/**
 * What several looks at a photo see, boxes in pixels of the photo. A sight speaks for one thing only: where it agrees with
 * two, the surer one has it.
 */
export function agree<T extends Scored>(
  looks: readonly (readonly T[])[],
  liesApart?: (type: number) => boolean,
): Agreement<T>[] {
  return groups(looks.flat(), liesApart).map((group) => {
    const sights = looks.flatMap((look) => group.find((sight) => look.includes(sight)) ?? []) as [T, ...T[]];
    const score = sights.reduce((sum, sight) => sum + sight.score, 0) / looks.length;
    return { type: group[0].type, score, sights };
  });
}
