import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A Postgres server in a temporary folder, for one test file. */
export interface PrivatePostgres {
  url: string;
  /** Ends all server processes without a shutdown. Committed transactions are in the log, and `restart` replays it. */
  crash(): void;
  restart(): void;
  stop(): void;
}

/** Returns the folder of `initdb` and `pg_ctl`, or undefined if no Postgres server is installed. */
export function findPostgresBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const packaged = existsSync(versions)
    ? readdirSync(versions).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...packaged.map((version) => join(versions, version, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))));
}

export async function startPostgres(binaries: string): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-postgres-'));
  const owner = findServerUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(binaries, name), args, { stdio: 'pipe', cwd: folder, ...owner });
  const data = join(folder, 'data');
  const port = await findFreePort();
  let isRunning = false;
  const start = () => {
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
    run('pg_ctl', '-D', data, '-w', '-t', '120', '-l', join(folder, 'log'), '-o', settings, 'start');
    isRunning = true;
  };
  const crash = () => {
    if (isRunning) run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    isRunning = false;
  };
  try {
    run('initdb', '-D', data, '-U', 'kerbside', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
    start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgres://kerbside@127.0.0.1:${port}/postgres`,
    crash,
    restart: start,
    stop() {
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Postgres does not run as root. */
function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim());
    if (id('-u') > 0) return { uid: id('-u'), gid: id('-g') };
  }
  throw new Error('Postgres does not run as root, and there is no user "postgres" or "nobody".');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
