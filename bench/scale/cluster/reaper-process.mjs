// Ends processes and removes folders when its parent is gone. Each line of standard input replaces what is to be ended:
// {"processes": [{"pid": 1, "signal": "SIGKILL"}], "folders": ["/tmp/…"]}.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** @type {{ processes: { pid: number, signal: NodeJS.Signals }[], folders: string[] }} */
let left = { processes: [], folders: [] };
for await (const line of createInterface({ input: process.stdin })) left = JSON.parse(line);
for (const { pid, signal } of left.processes) {
  try {
    process.kill(pid, signal);
    process.kill(pid, 'SIGCONT'); // it may be frozen
  } catch {
    // it has ended
  }
}
for (const folder of left.folders)
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
