/// <reference types="vite/client" />
import { afterEach, expect, it, vi } from 'vitest';
import estimates from '../../docs/estimate.md?raw';
import gettingStarted from '../../docs/getting-started.md?raw';
import reports from '../../docs/report.md?raw';
import { openKerbside } from '../../src/index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ENTRIES: Record<string, string> = {
  kerbside: '/src/index.ts',
  'kerbside/estimate': '/src/estimate/index.ts',
  'kerbside/report': '/src/report/index.ts',
};

const blocksOf = (doc: string) => [...doc.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

/** Runs an example as written, against the sources. */
async function run(doc: string, nth: number, changes: Record<string, string> = {}): Promise<void> {
  let code = blocksOf(doc)[nth] ?? '';
  expect(code).not.toBe('');
  for (const [entry, path] of Object.entries(ENTRIES)) {
    code = code.replace(`from '${entry}'`, `from '${new URL(path, location.href).href}'`);
  }
  for (const [from, to] of Object.entries(changes)) code = code.replace(from, to);
  const module = new Blob([code], { type: 'text/javascript' });
  await import(/* @vite-ignore */ URL.createObjectURL(module));
}

it('the first inspection of docs/getting-started.md logs the damages of the analyzer', async () => {
  const canvas = new OffscreenCanvas(640, 480);
  canvas.getContext('2d')?.fillRect(100, 100, 400, 200);
  const photo = await canvas.convertToBlob({ type: 'image/jpeg' });
  const kerbside = await openKerbside({
    user: { id: 'newcomer' },
    database: 'first-inspection',
    analyzer: {
      analyze: async () => ({
        createdBy: { model: 'a stand-in', version: '1', engine: 'none' },
        damages: [{ damageType: 'dent', partType: 'hood', confidence: 0.8, views: [] }],
      }),
    },
  });
  vi.stubGlobal('kerbside', kerbside);
  vi.stubGlobal('photo', photo);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const nth = blocksOf(gettingStarted).findIndex((code) => code.includes('inspections.createOne'));
  await run(gettingStarted, nth);
  expect(log).toHaveBeenCalledWith('dent', 0.8);
  kerbside.close();
});

it('the estimate of docs/estimate.md has the documented total', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await run(estimates, 0);
  expect(log).toHaveBeenCalledWith(192_50, { low: 144_37, high: 240_63 });
  expect(estimates).toContain('19250, { low: 14437, high: 24063 }');
});

it('the price table of docs/estimate.md is valid', async () => {
  const nth = blocksOf(estimates).findIndex((code) => code.includes('EXAMPLE_PRICING'));
  await run(estimates, nth);
});

it('the report of docs/report.md is created', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  // The worker is not built here. Vite serves its source as a module.
  const worker = new URL('/workers/report.ts?worker_file&type=module', location.href).href;
  await run(reports, 0, {
    "workers: '/kerbside/workers/'": `workers: () => new Worker('${worker}', { type: 'module' })`,
  });
  const [url] = open.mock.calls[0] ?? [];
  expect((await (await fetch(String(url))).blob()).type).toBe('application/pdf');
});
