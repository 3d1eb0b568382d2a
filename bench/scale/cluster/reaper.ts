import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What must not outlive the bench. */
export interface Leftovers {
  processes: { pid: number; signal: NodeJS.Signals }[];
  folders: string[];
}

/** A process that outlives the bench for a moment: it ends what the bench has left, also if the bench was killed. */
export interface Reaper {
  /** Replaces what is to be ended. */
  update(leftovers: Leftovers): void;
  /** Call it when nothing is left. */
  close(): void;
}

const PROGRAM = fileURLToPath(new URL('reaper-process.mjs', import.meta.url));

export function startReaper(): Reaper {
  // In a group of its own: Ctrl+C must not end it.
  const child = spawn(process.execPath, [PROGRAM], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  const update = (leftovers: Leftovers) => void child.stdin.write(`${JSON.stringify(leftovers)}\n`);
  return {
    update,
    close() {
      update({ processes: [], folders: [] });
      child.stdin.end();
    },
  };
}
