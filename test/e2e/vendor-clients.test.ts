import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import { smallPhoto } from '../node/support/photos.ts';
import { bundleClient, COREJS_3, NETWORK_5, runInNode, type VendorClient } from '../vendor-clients/bundle.ts';
import type { CallInput, CallResult } from '../vendor-clients/calls.ts';
import { startRecorder } from '../vendor-clients/record.ts';
import { sharedChromium } from './shared-chromium.ts';
import { temporaryFolder } from './temporary-folder.ts';

const results = new Map<string, Map<string, CallResult[]>>();
let service: RunningService;
let photos: Awaited<ReturnType<typeof servePhoto>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  photos = await servePhoto();
  service = await startService({
    allowPrivateUrls: true,
    renderReport: async () => new TextEncoder().encode('%PDF-1.7\n%%EOF').buffer,
    pollMs: 50,
  });
});
afterAll(async () => {
  console.log(formatTable());
  await service.close();
  photos.close();
  await folder.remove();
});

describe('the vendor’s clients, unchanged', () => {
  // Without the client that has to be installed first, npm test is 20 s shorter.
  it(`can make every call from Node: ${COREJS_3.title}`, () => expectCallsFromNode(COREJS_3));
  it(`can make every call from Node: ${NETWORK_5.title}`, { tags: 'long' }, () =>
    expectCallsFromNode(NETWORK_5),
  );

  it.each([NETWORK_5, COREJS_3])(
    'can make every call from a page in Chromium: $title',
    { tags: 'long' },
    expectCallsFromPage,
  );

  // COREJS=<package> RECORD=1: replaces the recorded requests by those of the client itself.
  it.runIf(process.env.COREJS && process.env.RECORD)('records the requests of version 3.8.17', async () => {
    const bundle = await bundleClient(COREJS_3, 'node', folder.path);
    const input = await createInput('recorder');
    const recorder = await startRecorder(service.url, input.photoUrl);
    const made = await runInNode(bundle, { ...input, url: recorder.url, onCall: recorder.onCall });
    recorder.close();
    expect(made.filter(({ failure }) => failure)).toEqual([]);
    const file = new URL('../vendor-clients/corejs-3-requests.json', import.meta.url);
    await writeFile(file, `${JSON.stringify(recorder.requests, null, 2)}\n`);
  });
});

async function expectCallsFromNode(client: VendorClient) {
  const bundle = await bundleClient(client, 'node', folder.path);
  expectSuccess(client, 'Node', await runInNode(bundle, await createInput(`node ${client.title}`)));
}

/** Calls from another origin than the service’s: every call needs its preflight, for all headers that the client sets. */
async function expectCallsFromPage(client: VendorClient) {
  const app = await serveApp(await readFile(await bundleClient(client, 'page', folder.path)));
  const page = await (await sharedChromium()).newPage();
  try {
    await page.goto(app.url);
    await page.waitForFunction(() => 'runCalls' in globalThis);
    const { photo, ...input } = await createInput(`page ${client.title}`);
    const made = await page.evaluate(
      ({ bytes, ...same }) =>
        (globalThis as unknown as Bundle).runCalls({ ...same, photo: new Uint8Array(bytes) }),
      { ...input, bytes: [...photo] },
    );
    expectSuccess(client, 'Chromium', made);
  } finally {
    await page.close();
    app.close();
  }
}

interface Bundle {
  runCalls(input: CallInput): Promise<CallResult[]>;
}

async function createInput(user: string): Promise<CallInput> {
  const token = await service.tokenFor({ id: user });
  return { url: service.url, token, photo: await smallPhoto(1, 64, 48), photoUrl: photos.url };
}

function expectSuccess({ title }: VendorClient, place: string, made: CallResult[]): void {
  const byPlace = results.get(title) ?? new Map<string, CallResult[]>();
  results.set(title, byPlace.set(place, made));
  expect(made.filter(({ failure }) => failure)).toEqual([]);
  expect(made.length).toBeGreaterThan(10);
}

/** One row per call, one column per place. */
function formatTable(): string {
  const rows = [...results].flatMap(([title, byPlace]) => {
    const places = [...byPlace.values()];
    const calls = places[0]?.map(({ call }) => call) ?? [];
    const mark = (made: CallResult[], call: string) =>
      made.some((one) => one.call === call && one.failure === undefined) ? '✓' : '✗';
    const header = `\n${title} (${[...byPlace.keys()].join(', ')})`;
    return [header, ...calls.map((call) => `  ${places.map((made) => mark(made, call)).join(' ')}  ${call}`)];
  });
  return rows.join('\n');
}

/** Not a route of Playwright: with one, Chromium does not send preflights. */
function serveApp(script: Buffer) {
  const html =
    '<!doctype html><title>App</title><script type="module">import * as bundle from "/client.mjs"; Object.assign(globalThis, bundle);</script>';
  return serve(({ url }, response) =>
    url === '/client.mjs'
      ? response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script)
      : response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
}

async function servePhoto() {
  const bytes = await smallPhoto(2, 64, 48);
  return serve((_, response) => response.writeHead(200).end(bytes));
}

async function serve(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
