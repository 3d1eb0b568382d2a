import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { onPostgres } from '../test-support/databases.ts';
import { openPg } from './pg-database.ts';

const SENTENCE = 'The database can not be reached.';

onPostgres('a database that is not to be had', (url) => {
  const tried = async (change: (url: URL) => void) => {
    const changed = new URL(url());
    changed.password = 'hunter2';
    change(changed);
    const database = await openPg(changed.href, { waitMs: 10_000 });
    const error = await database.query('select 1').catch((reason: Error) => reason);
    await database.close();
    return { error: error as Error & { cause: Error }, at: changed.host };
  };

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'a port where nobody listens',
      closedPort,
      /^nothing listens at AT, .*"postgres".*ECONNREFUSED.*Start Postgres/,
    ],
    [
      'a host that is not known',
      unknownHost,
      /host nowhere\.invalid of database "postgres", port \d+, .*E\w+\).*Correct it/,
    ],
    ['a database that is not there', missing, /^Postgres at AT has no database "kb" \(3D000\)\. Create it/],
    [
      'a role that is not there',
      stranger,
      /AT refused the login to database "postgres" \(28000: .*\)\. Correct user/,
    ],
  ])(
    '%s is named in the cause, with what to do; the message that clients may see has nothing of it',
    async (_, change, words) => {
      const { error, at } = await tried(change);
      expect(error).toMatchObject({ code: 'storage_unavailable', retryable: true, message: SENTENCE });
      expect(error.cause.message.replace(at, 'AT')).toMatch(words);
      expect(error.cause.message).not.toContain('hunter2');
    },
  );

  it('is said to be silent when it takes the connection and then says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const database = await openPg(`postgres://ann:hunter2@127.0.0.1:${port}/kb`, { waitMs: 200 });
    const error = await database.query('select 1').catch((reason: Error) => reason);
    expect(error).toMatchObject({
      message: SENTENCE,
      cause: {
        message: expect.stringMatching(`Postgres at 127.0.0.1:${port}, database "kb", does not answer`),
      },
    });
    await database.close();
    silent.close();
  });
});

it('a URL that is none is refused without being quoted', async () => {
  const refused = openPg('postgres://ann:hunter2@@host:port/kb');
  await expect(refused).rejects.toMatchObject({
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
