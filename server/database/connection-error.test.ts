import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { onPostgres } from '../test-support/databases.ts';
import { openPg } from './pg-database.ts';

const MESSAGE = 'The database cannot be reached.';

onPostgres('a database that cannot be reached', (url) => {
  const tryConnect = async (change: (url: URL) => void) => {
    const changed = new URL(url());
    changed.password = 'hunter2';
    change(changed);
    const database = await openPg(changed.href, { connectTimeoutMs: 10_000 });
    const error = await database.query('select 1').catch((reason: Error) => reason);
    await database.close();
    return { error: error as Error & { cause: Error }, at: changed.host };
  };

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'a port without a server',
      closedPort,
      /^no server listens at AT .*"postgres".*ECONNREFUSED.*Start Postgres/,
    ],
    [
      'an unknown host',
      unknownHost,
      /host nowhere\.invalid of database "postgres", port \d+, .*E\w+\).*Correct it/,
    ],
    ['a missing database', missing, /^Postgres at AT has no database "kb" \(3D000\)\. Create it/],
    [
      'an unknown role',
      stranger,
      /AT rejected the login to database "postgres" \(28000: .*\)\. Correct user/,
    ],
  ])(
    'describes %s and the remedy in the cause, not in the message that clients may see',
    async (_, change, expected) => {
      const { error, at } = await tryConnect(change);
      expect(error).toMatchObject({ code: 'storage_unavailable', retryable: true, message: MESSAGE });
      expect(error.cause.message.replace(at, 'AT')).toMatch(expected);
      expect(error.cause.message).not.toContain('hunter2');
    },
  );

  it('is reported as not responding if it accepts the connection and sends nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const database = await openPg(`postgres://ann:hunter2@127.0.0.1:${port}/kb`, { connectTimeoutMs: 200 });
    const error = await database.query('select 1').catch((reason: Error) => reason);
    expect(error).toMatchObject({
      message: MESSAGE,
      cause: {
        message: expect.stringMatching(`Postgres at 127.0.0.1:${port}, database "kb", does not respond`),
      },
    });
    await database.close();
    server.close();
  });
});

it('rejects an invalid URL without quoting it', async () => {
  const opening = openPg('postgres://ann:hunter2@@host:port/kb');
  await expect(opening).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.not.stringContaining('hunter2'),
  });
});

function closedPort(url: URL) {
  url.port = '1';
}

function unknownHost(url: URL) {
  url.hostname = 'nowhere.invalid';
}

function missing(url: URL) {
  url.pathname = '/kb';
}

function stranger(url: URL) {
  url.username = 'stranger';
}
