/** Columns as wide as their widest cell; the first is left-aligned, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) =>
        column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
      )
      .join('   ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('   '), ...rows.map(line)].join('\n');
}
