/** Formats a table. The first `left` columns are left-aligned, the others right-aligned. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { left = 1 }: { left?: number } = {},
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) =>
        column < left ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
      )
      .join('   ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('   '), ...rows.map(line)].join('\n');
}
