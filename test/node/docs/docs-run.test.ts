import 'fake-indexeddb/auto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Entities,
  getAnalysisOutcome,
  type Inspection,
  type Kerbside,
  MemoryStore,
  openKerbside,
} from 'kerbside';
import { imageOfSight } from 'kerbside/elements';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { deviceModels } from '../../../src/inference/index.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import { readPages, root } from '../support/pages.ts';
import { useService } from '../support/use-service.ts';

/** A page and the number of the snippet on it, from 1. */
type Snippet = `${string} ${number}`;

/** The snippets that this file does not run: which test runs them, or why they cannot run. */
const ELSEWHERE: Record<Snippet, string> = {
  'README.md 1': 'test/browser/readme-example.test.ts',
  'docs/elements.md 1': 'defines the elements: src/elements has their tests',
  'docs/elements.md 2': 'needs the install prompt of a browser',
  'docs/compare.md 1': 'needs a worker: test/node/compare/comparisons.test.ts',
  'docs/capture.md 1': 'test/browser/docs-capture.test.ts',
  'docs/capture.md 2': 'test/browser/docs-capture.test.ts',
  'docs/command-line.md 1': 'reads a photo: test/node/tasks/node-analyzer.test.ts',
  'docs/engines.md 1': 'fetches the models: test/e2e/inference-pages.test.ts',
  'docs/engines.md 2': 'a service worker: test/e2e/inference-pages.test.ts',
  'docs/estimate.md 1': 'test/browser/docs-examples.test.ts',
  'docs/estimate.md 4': 'test/browser/docs-examples.test.ts',
  'docs/getting-started.md 1': 'a configuration of Vite: test/e2e/vite-plugin.test.ts',
  'docs/getting-started.md 2': 'an app with the plugin: test/e2e/vite-plugin.test.ts',
  'docs/getting-started.md 3': 'test/browser/docs-examples.test.ts',
  'docs/getting-started.md 4': 'needs models: src/inference/engines/engine-report.test.ts',
  'docs/getting-started.md 5': 'a service worker: test/e2e/vite-plugin.test.ts',
  'docs/bundlers.md 1': 'a built file: test/e2e/inference-pages.test.ts',
  'docs/head-office.md 1': 'needs an inspection of a device: test/node/sync/device-results.test.ts',
  'docs/live.md 2': 'test/browser/lit.test.ts',
  'docs/react.md 1': 'only types',
  'docs/react.md 2': 'needs Next, which is not installed here',
  'docs/react.md 3': 'a service worker: test/e2e/sync-background.test.ts',
  'docs/react.md 4': 'needs a page with that service worker',
  'docs/react.md 5': 'needs Next, which is not installed here',
  'docs/remote.md 1': 'needs a service that runs tasks: test/node/remote/remote-service.test.ts',
  'docs/report.md 1': 'test/browser/docs-examples.test.ts',
  'docs/testing.md 3': 'needs jsdom, which is not installed here',
  'docs/testing.md 4': 'needs jsdom, which is not installed here: src/elements has tests of the elements',
  'docs/live.md 4': 'test/browser/vue.test.ts',
  'docs/live.md 5': 'test/browser/vue.test.ts',
  'docs/guide.md 1': 'needs a camera: test/e2e/guide.test.ts',
  'docs/guide.md 2': 'needs a camera and models: test/e2e/demo-analysis.test.ts',
  'docs/guide.md 3': 'needs a camera: test/e2e/guide.test.ts',
  'docs/walk.md 1': 'needs a video: test/e2e/walk-around.test.ts',
  'docs/walk.md 2': 'needs a page: src/elements/ring/ring-element.browser.test.ts',
  'docs/walk.md 3': 'needs models: test/node/tasks/find-damages.test.ts',
  'docs/sync.md 2': 'a service worker: test/e2e/sync-background.test.ts',
};

const snippets = new Map(
  readPages().flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => ['ts', 'js'].includes(language))
      .map(({ code }, at): [string, string] => [`${path} ${at + 1}`, code]),
  ),
);
const entries = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions.paths as Record<
  string,
  [string]
>;
const createdBy = { model: 'a stand-in', version: '1', engine: 'none' };
const withNetwork = globalThis.fetch;
const service = useService();
const opened: Kerbside[] = [];
let kerbside: Kerbside;
let id: string;

beforeEach(async () => {
  const analyzer = { analyze: async () => ({ createdBy, damages: [] }) };
  kerbside = await openKerbside({ user: { id: 'reader' }, store: new MemoryStore(), analyzer });
  opened.push(kerbside);
  id = (await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result;
  const photo = new Blob([await jpegPhoto({ seed: 1, width: 320, height: 240 })], { type: 'image/jpeg' });
  const token = async () => 'a token';
  const models = deviceModels({ workers: '/kerbside/workers/', folder: '/kerbside/models/' });
  const around = {
    ...{ openKerbside, kerbside, id, photo, checkOutId: id, checkInId: id },
    ...{ user: { id: 'reader' }, models },
    ...{ baseUrl: 'https://api.example.org/v1', getToken: token, session: { token, accessToken: token } },
  };
  for (const [name, value] of Object.entries(around)) vi.stubGlobal(name, value);
  vi.stubGlobal('location', new URL('https://app.example.org/'));
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('there is no network here');
  });
});

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each<Snippet>([
  'docs/events.md 1',
  'docs/getting-started.md 6',
  'docs/live.md 1',
  'docs/live.md 3',
  'docs/parts-and-wheels.md 1',
  'docs/parts-and-wheels.md 2',
  'docs/parts-and-wheels.md 3',
  'docs/parts-and-wheels.md 4',
  'docs/report.md 2',
  'docs/report.md 3',
  'docs/routing.md 1',
  'docs/server.md 1',
  'docs/errors.md 1',
  'docs/errors.md 2',
  'docs/errors.md 3',
  'docs/sync.md 1',
  'docs/text.md 1',
])('%s runs as written', async (snippet) => {
  await run(snippet);
});

test('docs/verdict.md 1 says on what a result rests', async () => {
  const said = vi.spyOn(console, 'log');
  await run('docs/verdict.md 1');
  expect(said.mock.calls.flat()).toContain('Not analysed');
  expect(said.mock.calls.flat()).toContain('Front left: not photographed.');
});

test('docs/verdict.md 2 confirms a side that has a photo, and a vehicle', async () => {
  const input = imageOfSight({ kind: 'viewpoint', id: 'front_left' }, ['damage_detection']);
  await kerbside.images.addOne(id, input, await jpegPhoto({ seed: 2, width: 320, height: 240 }));
  await run('docs/verdict.md 2');
  const { entities } = await kerbside.inspections.getOne(id);
  expect(getAnalysisOutcome(entities.inspections[id] as Inspection, entities)).toBe('clean');
});

test('docs/compare.md 2: compares with an inspection that only the service has', async () => {
  const token = await service.tokenFor({ id: 'colleague', organizationId: 'kerb' });
  const [baseUrl, getToken] = [service.url, () => token];
  const colleague = createRemoteClient({ baseUrl, getToken, fetch: withNetwork });
  const { result: checkOutId } = await colleague.inspections.createOne({ tasks: {} });
  await colleague.damages.createOne(checkOutId, { damageType: 'scratch', partType: 'roof' });
  await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const around = { baseUrl, getToken, checkOutId, fetch: withNetwork };
  for (const [name, value] of Object.entries(around)) vi.stubGlobal(name, value);
  const { changed } = await run('docs/compare.md 2', 'changed');
  expect(changed).toMatchObject([{ status: 'unclear', reason: 'notCovered' }]);
});

test('docs/damages.md 1: leaves both damages as they were', async () => {
  const dent = { damageType: 'dent', partType: 'hood' } as const;
  for (const damage of [dent, { ...dent, damageType: 'scratch' } as const])
    await kerbside.damages.createOne(id, damage);
  const before = (await kerbside.inspections.getOne(id)).entities.damages;
  await run('docs/damages.md 1');
  const { entities } = await kerbside.inspections.getOne(id);
  expect(entities.damages).toEqual(before);
});

test('docs/estimate.md 2: starts the estimate after the other tasks', async () => {
  const estimated = await openEstimated();
  vi.stubGlobal('kerbside', estimated);
  id = (await estimated.inspections.createOne({ tasks: ESTIMATED_TASKS })).result;
  vi.stubGlobal('id', id);
  const changes: string[] = [];
  estimated.on('task.updated', ({ taskName, status }) => changes.push(`${taskName} ${status}`));
  await run('docs/estimate.md 2');
  await estimated.tasks.whenDone(id, 'repair_estimate');
  const start = changes.findIndex((change) => change.startsWith('repair_estimate'));
  expect(changes.slice(0, start)).toEqual(
    expect.arrayContaining(['damage_detection DONE', 'wheel_analysis DONE']),
  );
});

test('docs/estimate.md 3: hides the total if nobody looked for damage', async () => {
  const estimated = await openEstimated();
  vi.stubGlobal('kerbside', estimated);
  id = (await estimated.inspections.createOne({ tasks: ESTIMATED_TASKS })).result;
  vi.stubGlobal('id', id);
  for (const name of ['damage_detection', 'wheel_analysis', 'repair_estimate'] as const) {
    await estimated.tasks.updateOne(id, name, { status: 'TODO' });
    await estimated.tasks.whenDone(id, name);
  }
  expect((await run('docs/estimate.md 3', 'text')).text).toBe('–');
});

test('docs/estimate.md 3: hides the total until the other tasks are done', async () => {
  const estimated = await openEstimated();
  vi.stubGlobal('kerbside', estimated);
  id = (await estimated.inspections.createOne({ tasks: ESTIMATED_TASKS })).result;
  vi.stubGlobal('id', id);
  await estimated.tasks.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await estimated.tasks.whenDone(id, 'repair_estimate');
  expect((await run('docs/estimate.md 3', 'text')).text).toBe('–');
  await estimated.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  for (const name of ['damage_detection', 'wheel_analysis'] as const) {
    await estimated.tasks.updateOne(id, name, { status: 'TODO' });
    await estimated.tasks.whenDone(id, name);
  }
  expect((await run('docs/estimate.md 3', 'text')).text).toBe('€192.50');
});

const ESTIMATED_TASKS = { damage_detection: {}, wheel_analysis: {}, repair_estimate: {} };

async function openEstimated(): Promise<Kerbside> {
  const analyzer = { analyze: async () => ({ createdBy, damages: [] }) };
  const estimator = repairEstimates();
  const estimated = await openKerbside({
    user: { id: 'reader' },
    store: new MemoryStore(),
    analyzer,
    estimator,
  });
  opened.push(estimated);
  return estimated;
}

test('docs/testing.md 1: creates the damage that its analyzer returns', async () => {
  const { entities } = await run('docs/testing.md 1', 'entities');
  expect(Object.values((entities as Entities).damages)).toMatchObject([{ damageType: 'dent' }]);
});

test('docs/testing.md 2: sends everything', async () => {
  vi.unstubAllGlobals(); // the service sends requests to itself
  const { status } = await run('docs/testing.md 2', 'status');
  expect(status).toMatchObject({
    paused: null,
    operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
  });
});

test('docs/models.md 1: runs a custom analyzer', async () => {
  const { kerbside: own } = await run('docs/models.md 1');
  const { result } = await own.inspections.createOne({ tasks: { damage_detection: {} } });
  await own.images.addOne(result, { tasks: ['damage_detection'] }, photoAround());
  await own.tasks.updateOne(result, 'damage_detection', { status: 'TODO' });
  await own.tasks.whenDone(result, 'damage_detection');
  const { entities } = await own.inspections.getOne(result);
  expect(Object.values(entities.damages)).toMatchObject([
    { damageType: 'dent', createdBy: { model: 'mine' } },
  ]);
});

test('every snippet is run here or listed as run elsewhere', () => {
  const here = readFileSync(new URL(import.meta.url), 'utf8');
  const missing = [...snippets.keys()].filter((name) => !here.includes(`'${name}'`));
  expect(missing).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((name) => !snippets.has(name))).toEqual([]);
});

const photoAround = () => (globalThis as unknown as { photo: Blob }).photo;

/** Runs a snippet against the sources. Returns its `kerbside`, if it declares one, and the given variables. */
async function run(
  snippet: Snippet,
  ...names: string[]
): Promise<{ kerbside: Kerbside; [name: string]: unknown }> {
  mkdirSync(join(root, '.data'), { recursive: true });
  const folder = mkdtempSync(join(root, '.data/snippet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const code = (snippets.get(snippet) ?? '').replace(/from '(kerbside[\w/-]*)'/g, (_, entry: string) => {
    return `from '${pathToFileURL(join(root, entries[entry]?.[0] ?? '')).pathname}'`;
  });
  expect(code).not.toBe('');
  const file = join(folder, 'snippet.ts');
  const shown = /^const kerbside\b/m.test(code) ? ['kerbside', ...names] : names;
  writeFileSync(file, `${code}\nexport { ${shown.join(', ')} };\n`);
  const module = await import(/* @vite-ignore */ file);
  if (module.kerbside) opened.push(module.kerbside);
  return module;
}
