import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from './free-port.ts';

/** A Postgres server in a temporary folder, for one test file. */
export interface PrivatePostgres {
  url: string;
  /** Everything that it stores. */
  folder: string;
  /** The process that all others are children of. */
  pid(): number;
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

/**
 * Starts a Postgres server.
 *
 * @param settings - Server settings. By default, nothing is flushed to disk: tests crash processes, not the machine.
 */
export async function startPostgres(
  binaries: string,
  settings: Record<string, string> = { fsync: 'off' },
): Promise<PrivatePostgres> {
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
    const all = { listen_addresses: '127.0.0.1', ...settings };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
    const flags = `-p ${port} -k ${folder} ${options.join(' ')}`;
    run('pg_ctl', '-D', data, '-w', '-t', '120', '-l', join(folder, 'log'), '-o', flags, 'start');
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
    folder,
    url: `postgres://kerbside@127.0.0.1:${port}/postgres`,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
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
