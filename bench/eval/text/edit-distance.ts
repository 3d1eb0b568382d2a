/** Levenshtein: the fewest characters to replace, add and remove. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  [...a].forEach((left, index) => {
    const next = [index + 1];
    [...b].forEach((right, column) => {
      const replaced = (row[column] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
