/// <reference types="vite/client" />
import { afterEach, expect, it, vi } from 'vitest';
import estimates from '../../docs/estimate.md?raw';
import reports from '../../docs/report.md?raw';

afterEach(() => vi.restoreAllMocks());

const ENTRIES: Record<string, string> = {
  kerbside: '/src/index.ts',
  'kerbside/estimate': '/src/estimate/index.ts',
  'kerbside/report': '/src/report/index.ts',
};

/** Runs an example as it is written, against the sources. */
async function run(doc: string, nth: number, changes: Record<string, string> = {}): Promise<void> {
  let code = [...doc.matchAll(/```ts\n([\s\S]*?)```/g)][nth]?.[1] ?? '';
  expect(code).not.toBe('');
  for (const [entry, path] of Object.entries(ENTRIES)) {
    code = code.replace(`from '${entry}'`, `from '${new URL(path, location.href).href}'`);
  }
  for (const [from, to] of Object.entries(changes)) code = code.replace(from, to);
  const module = new Blob([code], { type: 'text/javascript' });
  await import(/* @vite-ignore */ URL.createObjectURL(module));
}

it('the estimate of docs/estimate.md is what it says', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await run(estimates, 0);
  expect(log).toHaveBeenCalledWith(192_50, { low: 144_37, high: 240_63 });
  expect(estimates).toContain('19250, { low: 14437, high: 24063 }');
});

it('the price table of docs/estimate.md is taken', async () => {
  await run(estimates, 1);
});

it('the report of docs/report.md is made', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  // Here the worker is not built: it is served as a module of the sources.
  const worker = new URL('/workers/report.ts?worker_file&type=module', location.href).href;
  await run(reports, 0, {
    "workers: '/kerbside/workers/'": `workers: () => new Worker('${worker}', { type: 'module' })`,
  });
  const [url] = open.mock.calls[0] ?? [];
  expect((await (await fetch(String(url))).blob()).type).toBe('application/pdf');
});
