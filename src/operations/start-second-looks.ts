import { loadChunk } from '../platform/load-chunk.ts';
import type { Host } from './host.ts';
import type { AnalyzeAgain, IdleTasks } from './second-looks.ts';

/** Starts second looks. Their code is loaded on demand: few apps look twice. */
export function startSecondLooks(
  host: Host,
  analyzeAgain: AnalyzeAgain,
  tasks: IdleTasks,
  lockPrefix: string,
): { close(): void } {
  const stop = new AbortController();
  const start = async () => {
    const { SecondLooks } = await loadChunk('looks at photos again', () => import('./second-looks.ts'));
    if (stop.signal.aborted) return;
    const looks = new SecondLooks(host, analyzeAgain, tasks, lockPrefix);
    stop.signal.addEventListener('abort', () => looks.close());
    await looks.start();
  };
  start().catch(() => {}); // without its code there is no second look until the next start of the app
  return { close: () => stop.abort() };
}
