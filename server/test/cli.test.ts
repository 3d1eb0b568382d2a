import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { built } from '../../test/fixtures/built.ts';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { onPostgres } from '../test-support/databases.ts';
import { startNetworkPartition } from '../test-support/network-partition.ts';
import { createClient, createForm } from '../test-support/plain-client.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 240_000 });

const cli = built('server/dist/src/node/cli.js');
/** Prints the URL of each module that the process and its threads load. */
const REPORT_MODULES = fileURLToPath(new URL('../test-support/report-modules.mjs', import.meta.url));
const children: ChildProcess[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-serve-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs the built command in a process. */
function runProcess(args: string[], env: Record<string, string> = {}) {
  const { KERBSIDE_SECRET: _secret, DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...inherited, ...env },
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, output, ended: once(child, 'close').then(([code]) => ({ code, ...output })) };
}

async function startServe(args: string[], env: Record<string, string> = {}) {
  const running = runProcess(['serve', '--port', '0', ...args], env);
  await waitUntil(async () => expect(running.output).toMatchObject({ out: expect.stringContaining('\n') }));
  return { ...running, url: running.output.out.trim() };
}

describe('kerbside serve', () => {
  it('prints its address, accepts tokens of its folder, and keeps all data after a stop and a kill', async () => {
    const data = join(folder, 'data');
    const first = await startServe(['--data', data]);
    expect(first.output.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
    const token = await runProcess(['token', '--user', 'u1', '--org', 'o1', '--data', data]).ended;
    expect(token).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/),
      err: '',
    });
    const authorization = `Bearer ${token.out.trim()}`;
    const photo = await smallPhoto();
    const created = await createClient(first.url, authorization).post(
      '/inspections',
      createForm({ tasks: {}, images: [{ acquisition: { file_key: 'a' } }] }, { a: photo }),
    );
    expect(created.status).toBe(200);

    const rejected = await runProcess(['serve', '--port', '0', '--data', data]).ended;
    expect(rejected).toMatchObject({ code: 1, err: expect.stringMatching(/is in use by another process/) });
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });

    const second = await startServe(['--data', data]);
    const later = await createClient(second.url, authorization).post('/inspections', { tasks: {} });
    second.child.kill('SIGKILL');
    await second.ended;

    const third = await startServe(['--data', data]);
    const client = createClient(third.url, authorization);
    expect((await client.get(`/inspections/${later.json.id}`)).status).toBe(200);
    const { json } = await client.get(`/inspections/${created.json.id}`);
    const bytes = await client.get(`/images/${json.images[0].id}/photo`);
    expect(new Uint8Array(bytes.bytes)).toEqual(photo);
    third.child.kill('SIGINT');
    expect(await third.ended).toMatchObject({ code: 0 });
  });

  it('accepts tokens of the same KERBSIDE_SECRET and no others', { tags: 'long' }, async () => {
    const env = { KERBSIDE_SECRET: 'the same secret on both sides of the wire' };
    const { url, child, ended } = await startServe([], env);
    const token = (await runProcess(['token', '--user', 'u1'], env).ended).out.trim();
    const other = (
      await runProcess(['token', '--user', 'u1'], { KERBSIDE_SECRET: 'another' }).ended
    ).out.trim();
    expect((await createClient(url, `Bearer ${token}`).get('/inspections')).status).toBe(200);
    expect((await createClient(url, `Bearer ${other}`).get('/inspections')).status).toBe(401);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('creates no token and no folder if the folder has no secret', async () => {
    const mistyped = join(folder, 'dta');
    const { code, out, err } = await runProcess(['token', '--user', 'u1', '--data', mistyped]).ended;
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/dta contains no secret of a service\. Pass the data folder of the service/);
    expect(existsSync(mistyped)).toBe(false);
  });

  it.each([
    [['token', '--user', 'u1'], {}, /Set KERBSIDE_SECRET, or pass the data folder/],
    [['serve'], { DATABASE_URL: 'postgres://nowhere' }, /Set a data folder or an S3 bucket/],
    [['serve'], { KERBSIDE_JWKS_URL: 'https://idp.example/jwks' }, /KERBSIDE_ISSUER is missing/],
    [['serve', '--role', 'api'], {}, /role api needs a Postgres server/],
    [['serve'], { KERBSIDE_RATE: 'often' }, /KERBSIDE_RATE must be a number greater than 0/],
  ])('rejects %j with %j in one line', async (args, env, reason) => {
    const { code, out, err } = await runProcess(args, env).ended;
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n').at(-1)).toMatch(reason);
  });
});

onPostgres('kerbside serve', (url) => {
  const at = (change: (url: URL) => void) => {
    const changed = new URL(url());
    changed.password = 'hunter2';
    change(changed);
    return changed.href;
  };

  it('reports why the database cannot be reached and the remedy, without the password', async () => {
    const data = join(folder, 'beside-postgres');
    const rejected = await runProcess(['serve', '--port', '0', '--data', data], {
      DATABASE_URL: at((changed) => {
        changed.pathname = '/kb';
      }),
    }).ended;
    const { host } = new URL(url());
    expect([rejected.code, rejected.out]).toEqual([1, '']);
    expect(rejected.err.trim().split('\n').at(-1)).toBe(
      `kerbside: The database cannot be reached: Postgres at ${host} has no database "kb" (3D000). Create it, or correct its name in DATABASE_URL.`,
    );
    expect(rejected.err).not.toContain('hunter2');
  });

  it.each([
    ['api', false],
    ['worker', true],
  ])('--role %s loads the model runtime: %s', { tags: 'long' }, async (role, isLoaded) => {
    const { child, output, ended } = await startServe(
      ['--role', role, '--tasks', '1', '--data', join(folder, 'roles')],
      { DATABASE_URL: url(), NODE_OPTIONS: `--import ${REPORT_MODULES}` },
    );
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(output.err).toContain('loads file:'); // the report works
    expect(/loads .*onnxruntime/.test(output.err)).toBe(isLoaded);
  });

  it('exits on SIGTERM if the database does not respond', { tags: 'long' }, async () => {
    const network = await startNetworkPartition(url());
    const {
      child,
      ended,
      url: service,
    } = await startServe(['--data', join(folder, 'cut'), '--drain', '1s'], {
      DATABASE_URL: network.url,
    });
    network.cut();
    const pending = fetch(new URL('/v1/inspections', service)).catch(() => 'cut off');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await pending;
    network.close();
  });
});
