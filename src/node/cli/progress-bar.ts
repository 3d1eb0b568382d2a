import type { Terminal } from './terminal.ts';

const CELLS = 24;

/** One line that is drawn over and over on a terminal; silent in files and pipes. */
export function createProgressBar(terminal: Terminal) {
  const shown = terminal.isTTY === true;
  return {
    show(label: string, done: number, total: number): void {
      if (shown) terminal.write(`\r\x1b[K${formatBar(done, total)} ${label}, ${done} of ${total}`);
    },
    clear(): void {
      if (shown) terminal.write('\r\x1b[K');
    },
  };
}

export function formatBar(done: number, total: number): string {
  const filled = total === 0 ? CELLS : Math.floor((done / total) * CELLS);
  return '█'.repeat(filled).padEnd(CELLS, '░');
}
