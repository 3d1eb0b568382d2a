import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exampleResult } from '../example-result.ts';
import { deviceTable } from './device-table.ts';
import { ResultFiles } from './result-files.ts';
import { createResultsHandler } from './results-endpoint.ts';

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-results-'));
  const inside = join(folder, 'results');
  const kept: string[] = [];
  const files = new ResultFiles(inside);
  const handle = createResultsHandler(files, (_result, file) => kept.push(file));
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/results`;
  const post = (body: string, type = 'application/json') =>
    fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } });
  return { url, post, kept, folder, inside, files };
}

test('a posted result is stored in its own file', async () => {
  const { post, kept, inside, files } = await start();
  const result = exampleResult({ p50: 240 });
  const response = await post(JSON.stringify(result));
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ file: '2026-11-15-pixel-8-6d3c6c0e.json' });
  expect(kept).toEqual(['2026-11-15-pixel-8-6d3c6c0e.json']);
  expect(JSON.parse(await readFile(join(inside, kept[0] ?? ''), 'utf8'))).toEqual(result);
  expect(await files.all()).toEqual([result]);
});

test('a result that is posted again replaces itself', async () => {
  const { post, files } = await start();
  await post(JSON.stringify(exampleResult({ p50: 240 })));
  await post(JSON.stringify(exampleResult({ p50: 250 })));
  expect(await files.all()).toHaveLength(1);
});

test('an invalid result is rejected with the reason, and nothing is written', async () => {
  const { post, folder, kept } = await start();
  const good = exampleResult({ p50: 240 });
  const invalid = [
    '',
    'null',
    '[]',
    '{"format":1}',
    JSON.stringify({ ...good, format: 2 }),
    JSON.stringify({ ...good, id: '../../../etc/passwd' }),
    JSON.stringify({ ...good, at: '../2026' }),
    JSON.stringify({ ...good, device: { ...good.device, name: 'x'.repeat(401) } }),
    JSON.stringify({ ...good, measurements: [{ ...good.measurements[0], runs: -1 }] }),
    JSON.stringify({ ...good, measurements: [{ ...good.measurements[0], engine: 'abacus' }] }),
  ];
  for (const body of invalid) {
    const response = await post(body);
    expect([response.status, body]).toEqual([422, body]);
    expect(((await response.json()) as { message: string }).message).not.toBe('');
  }
  expect(await readdir(folder)).toEqual([]);
  expect(kept).toEqual([]);
});

test('a result that is too large or of another type is rejected before it is read', async () => {
  const { url, post, folder } = await start();
  const good = exampleResult({ p50: 240 });
  expect((await post(JSON.stringify({ ...good, more: 'x'.repeat(300_000) }))).status).toBe(413);
  expect((await post(JSON.stringify(good), 'text/plain')).status).toBe(415);
  expect((await fetch(url, { method: 'GET' })).status).toBe(405);
  expect(await readdir(folder)).toEqual([]);
});

test('a device name cannot escape the folder, and unknown fields are dropped', async () => {
  const { post, folder, inside } = await start();
  const good = exampleResult({ p50: 240, device: '../../up\u0000/C:\\and away' });
  expect((await post(JSON.stringify({ ...good, extra: 'words' }))).status).toBe(201);
  expect(await readdir(folder)).toEqual(['results']);
  const [file = ''] = await readdir(inside);
  expect(file).toBe('2026-11-15-up-c-and-away-6d3c6c0e.json');
  expect(await readFile(join(inside, file), 'utf8')).not.toContain('extra');
});

test('other files in the folder are ignored', async () => {
  const { post, inside, files } = await start();
  await post(JSON.stringify(exampleResult({ p50: 240 })));
  await writeFile(join(inside, 'notes.json'), '{"about":"phones"}');
  await writeFile(join(inside, 'torn.json'), '{"format":');
  expect(await files.all()).toHaveLength(1);
});

test('the terminal table groups results by device', () => {
  const results = [
    exampleResult({ p50: 480, device: 'Pixel 4a', sustained: { first: 480, last: 720 } }),
    exampleResult({ p50: 240, device: 'iPhone' }),
  ];
  const [head = '', , ...lines] = deviceTable(results).split('\n');
  expect(head).toMatch(
    /^device +browser +task +engine +threads +p50 +p90 +p99 +before +model +after +memory/,
  );
  expect(lines[0]).toMatch(
    /^iPhone +Chrome 156 +damage_detection +wasm \(used\) +2 +240 +288 +360 +36 +192 +2.4 +120 MB$/,
  );
  expect(lines[1]).toMatch(/^Pixel 4a .* 1.50 ×$/);
});
