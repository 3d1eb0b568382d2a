import type { Terminal } from './terminal.ts';

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
