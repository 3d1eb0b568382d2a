import { loadChunk } from '../platform/load-chunk.ts';
import type { Host } from './host.ts';
import type { AnalyzeAgain, IdleTasks, SecondLooks as Looks } from './second-looks.ts';

/** Starts second looks. Their code is loaded on demand: few apps look twice. */
export function startSecondLooks(
  host: Host,
  analyzeAgain: AnalyzeAgain,
  tasks: IdleTasks,
  lockPrefix: string,
): { close(): Promise<void> } {
  const stop = new AbortController();
  let looks: Looks | undefined;
  const start = async () => {
    const { SecondLooks } = await loadChunk('looks at photos again', () => import('./second-looks.ts'));
    if (stop.signal.aborted) return;
    looks = new SecondLooks(host, analyzeAgain, tasks, lockPrefix);
    await looks.start();
  };
  start().catch(() => {}); // without its code there is no second look until the next start of the app
  return {
    async close() {
      stop.abort();
      await looks?.close();
    },
  };
}
