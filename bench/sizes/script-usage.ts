import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright';
import type { BuiltApp } from './serve-app.ts';

export interface Usage {
  /** The files that the page has loaded, the largest first. */
  files: FileUsage[];
  /** The sum of the files, each compressed by itself. */
  gzipBytes: number;
  /** The part of the code that ran at least once. */
  ranShare: number;
  /** The code that ran, without any other line and in one file, compressed: the least that the session could load. */
  ranGzipBytes: number;
}

export interface FileUsage {
  name: string;
  gzipBytes: number;
  ranShare: number;
}

/** Records which scripts a page loads and which parts of them run. Start it before the page loads. */
export async function startUsage(page: Page, app: BuiltApp): Promise<{ read(): Promise<Usage> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  const ran: Record<string, boolean[]> = {};
  return {
    async read() {
      await addCoverage(session, app, ran);
      const files = Object.entries(ran).map(([name, bytes]) => ({
        name,
        gzipBytes: app[name]?.gzipBytes ?? 0,
        length: bytes.length,
        count: bytes.filter(Boolean).length,
      }));
      const sum = (of: (file: (typeof files)[number]) => number) =>
        files.reduce((total, file) => total + of(file), 0);
      return {
        files: files
          .map(({ name, gzipBytes, length, count }) => ({ name, gzipBytes, ranShare: count / length }))
          .sort((one, other) => other.gzipBytes - one.gzipBytes),
        gzipBytes: sum(({ gzipBytes }) => gzipBytes),
        ranShare: sum(({ count }) => count) / sum(({ length }) => length),
        ranGzipBytes: gzipSync(selectRanCode(app, ran), { level: 9 }).byteLength,
      };
    },
  };
}

function selectRanCode(app: BuiltApp, ran: Record<string, boolean[]>): string {
  const select = ([name, isRan]: [string, boolean[]]) =>
    (app[name]?.code ?? '')
      .split('')
      .filter((_, at) => isRan[at])
      .join('');
  return Object.entries(ran).map(select).join('\n');
}

/** Adds what ran since the last call: reading the coverage resets it. */
async function addCoverage(
  session: CDPSession,
  app: BuiltApp,
  ran: Record<string, boolean[]>,
): Promise<void> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  for (const { url, functions } of result) {
    const name = new URL(url, 'http://localhost').pathname.slice(1);
    const code = app[name]?.code;
    if (code === undefined) continue;
    const now = new Array<boolean>(code.length).fill(false);
    // Outer ranges come first: inner ones correct them.
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) now.fill(count > 0, startOffset, endOffset);
    const before = ran[name];
    ran[name] = before ? before.map((was, at) => was || (now[at] ?? false)) : now;
  }
}
