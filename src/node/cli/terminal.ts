/** An output of the command: standard output, standard error, or a file. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Results go to `out`, progress and warnings to `err`. */
export interface Streams {
  out: Terminal;
  err: Terminal;
}

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

const CELLS = 24;

/** Creates a progress bar on one line of a terminal. It writes nothing to files and pipes. */
export function createProgressBar(terminal: Terminal) {
  const isVisible = terminal.isTTY === true;
  return {
    show(label: string, done: number, total: number): void {
      if (isVisible) terminal.write(`\r\x1b[K${formatBar(done, total)} ${label}, ${done} of ${total}`);
    },
    clear(): void {
      if (isVisible) terminal.write('\r\x1b[K');
    },
  };
}

export function formatBar(done: number, total: number): string {
  const filled = total === 0 ? CELLS : Math.floor((done / total) * CELLS);
  return '█'.repeat(filled).padEnd(CELLS, '░');
}
