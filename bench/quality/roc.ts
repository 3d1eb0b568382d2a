/** Area under the ROC curve: how often a bad photo scores higher than a good one, ties counting half. */
export function rocArea(good: readonly number[], bad: readonly number[]): number {
  const scores = [
    ...good.map((score) => ({ score, bad: false })),
    ...bad.map((score) => ({ score, bad: true })),
  ].sort((a, b) => a.score - b.score);
  let wins = 0;
  let goodBelow = 0;
  for (let first = 0; first < scores.length; ) {
    let after = first;
    while (after < scores.length && scores[after]?.score === scores[first]?.score) after++;
    const tied = scores.slice(first, after);
    const tiedBad = tied.filter((entry) => entry.bad).length;
    wins += tiedBad * (goodBelow + (tied.length - tiedBad) / 2);
    goodBelow += tied.length - tiedBad;
    first = after;
  }
  return wins / (good.length * bad.length);
}

export function shareAbove(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score > threshold).length / scores.length;
}

export function percentile(scores: readonly number[], percent: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN;
}
