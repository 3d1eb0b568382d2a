/**
 * Pairs members of two lists, the best scores first, each member at most once. Pairs under `least` are none.
 * Equal scores are settled by id, so that the order of the lists makes no difference.
 */
export function bestPairs<A extends { id: string }, B extends { id: string }>(
  left: readonly A[],
  right: readonly B[],
  score: (a: A, b: B) => number,
  least: number,
): [A, B][] {
  const candidates = left
    .flatMap((a) => right.map((b) => ({ a, b, score: score(a, b) })))
    .filter((pair) => pair.score >= least)
    .sort((one, two) => two.score - one.score || order(one.a.id, two.a.id) || order(one.b.id, two.b.id));
  const taken = new Set<A | B>();
  const pairs: [A, B][] = [];
  for (const { a, b } of candidates) {
    if (taken.has(a) || taken.has(b)) continue;
    taken.add(a).add(b);
    pairs.push([a, b]);
  }
  return pairs;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
