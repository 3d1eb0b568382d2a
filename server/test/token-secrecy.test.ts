import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ENDPOINT_ROUTES } from '../http/routes.ts';
import { startService } from '../index.ts';
import { createFullInspection, createValidBody, fillPath } from '../test-support/full-inspection.ts';
import { createClient } from '../test-support/plain-client.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-tokens-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('stores no token in the database, a file or the log, also after errors; the log has no personal data and no query', async () => {
  const logged: string[] = [];
  const service = await startService({
    data: folder,
    log: (line) => void logged.push(line),
    logLevel: 'debug',
  });
  const token = await service.tokenFor({ id: 'grace', organizationId: 'fleet' });
  const client = createClient(service.url, `Bearer ${token}`);
  const ids = await createFullInspection(client);
  await client.post('/inspections', { tasks: {} }, { 'Idempotency-Key': 'once' });
  // Causes internal errors.
  await rm(join(folder, 'photos'), { recursive: true });
  await writeFile(join(folder, 'photos'), 'no folder');
  for (const { route } of ENDPOINT_ROUTES.toSorted((a, b) => rank(a.route) - rank(b.route))) {
    const body = await createValidBody(`${route.method} ${route.path}`, ids);
    const path = route.path.includes('{') ? fillPath(route.path, ids) : route.path;
    if (route.method === 'GET') await client.get(path);
    else await client[route.method.toLowerCase() as 'post' | 'patch' | 'delete'](path, body);
  }
  await client.get('/inspections?limit=7&search=Lovelace');
  await client.get('/people/Grace%20Lovelace');
  const expired = await service.tokenFor({ id: 'grace' }, { expiresIn: -60 });
  expect((await createClient(service.url, `Bearer ${expired}`).get('/inspections')).status).toBe(401);
  await service.close();

  expect(logged.join('\n')).toContain('/photo');
  expect(logged.length).toBeGreaterThan(ENDPOINT_ROUTES.length);
  for (const text of ['grace', 'fleet"', 'lovelace', 'MINE', '?', '127.0.0.1'])
    expect(logged.join('\n').toLowerCase()).not.toContain(text.toLowerCase());
  const kept = [logged.join('\n'), ...(await textsIn(folder))].join('\n');
  expect(kept).toContain('"ownerId":"grace"'); // what is kept can be read here
  for (const one of [token, expired]) {
    const [, claims = '', signature = ''] = one.split('.');
    expect(kept.includes(claims)).toBe(false);
    expect(kept.includes(signature)).toBe(false);
  }
});

/** Deletes come last. */
function rank({ method }: { method: string }): number {
  return method === 'DELETE' ? 1 : 0;
}

async function textsIn(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return Promise.all(texts);
}
