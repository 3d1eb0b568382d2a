/**
 * Pairs members of two lists, highest scores first. Each member is in at most one pair; pairs below `minScore` are
 * dropped. Ids break ties, so the order of the lists does not matter.
 */
export function matchBestPairs<A extends { id: string }, B extends { id: string }>(
  left: readonly A[],
  right: readonly B[],
  score: (a: A, b: B) => number,
  minScore: number,
): [A, B][] {
  const candidates = left
    .flatMap((a) => right.map((b) => ({ a, b, score: score(a, b) })))
    .filter((pair) => pair.score >= minScore)
    .sort((one, two) => two.score - one.score || compare(one.a.id, two.a.id) || compare(one.b.id, two.b.id));
  const paired = new Set<A | B>();
  const pairs: [A, B][] = [];
  for (const { a, b } of candidates) {
    if (paired.has(a) || paired.has(b)) continue;
    paired.add(a).add(b);
    pairs.push([a, b]);
  }
  return pairs;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
