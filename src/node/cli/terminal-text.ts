/** Replaces line breaks and control characters by spaces: file names and error messages may contain them. */
export function toSingleLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

/** Shortens a path to `maxLength` characters. Keeps its end, which identifies the file. */
export function truncatePath(path: string, maxLength: number): string {
  const characters = [...path];
  return characters.length <= maxLength ? path : `…${characters.slice(1 - maxLength).join('')}`;
}

/** Formats rows as a table with aligned columns. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
