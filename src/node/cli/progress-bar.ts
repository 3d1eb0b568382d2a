const CELLS = 24;

export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** One line that is drawn over and over on a terminal; silent in files and pipes. */
export function progressBar(terminal: Terminal) {
  const shown = terminal.isTTY === true;
  return {
    show(label: string, done: number, total: number): void {
      if (shown) terminal.write(`\r\x1b[K${bar(done, total)} ${label}, ${done} of ${total}`);
    },
    clear(): void {
      if (shown) terminal.write('\r\x1b[K');
    },
  };
}

export function bar(done: number, total: number): string {
  const filled = total === 0 ? CELLS : Math.floor((done / total) * CELLS);
  return '█'.repeat(filled).padEnd(CELLS, '░');
}
