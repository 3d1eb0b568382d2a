import { loadChunk } from '../platform/load-chunk.ts';
import type { Host } from './host.ts';
import type { AnalyzeAgain, IdleTasks } from './second-looks.ts';
import { startLater } from './start-later.ts';

/** Starts second looks. Their code is loaded on demand: few apps look twice. */
export function startSecondLooks(
  host: Host,
  analyzeAgain: AnalyzeAgain,
  tasks: IdleTasks,
  lockPrefix: string,
): { close(): Promise<void> } {
  return startLater(async () => {
    const { SecondLooks } = await loadChunk('looks at photos again', () => import('./second-looks.ts'));
    return new SecondLooks(host, analyzeAgain, tasks, lockPrefix);
  });
}
