import { loadChunk } from '../platform/load-chunk.ts';
import type { PhotoAssessor } from './assess-photo.ts';
import type { Host } from './host.ts';
import { startLater } from './start-later.ts';

/** Starts to assess photos. Its code is loaded on demand: an app that only records and sends has no analyzer. */
export function startQualityRunner(
  host: Host,
  assessor: PhotoAssessor,
  lockPrefix: string,
): { close(): Promise<void> } {
  return startLater(async () => {
    const { QualityRunner } = await loadChunk('assesses photos', () => import('./quality-runner.ts'));
    return new QualityRunner(host, assessor, lockPrefix);
  });
}
