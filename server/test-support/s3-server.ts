import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Options } from '../store/s3-client.ts';
import { findFreePort } from './free-port.ts';

/** An S3 server (s3rver, which checks signatures) in a process of its own, on a temporary folder. */
export interface S3Server {
  /** The options of a service that uses its bucket. */
  options: S3Options;
  /** The folder with the stored objects. */
  folder: string;
  pid(): number;
  /** Kills the process. Stored objects stay. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  /** Stops the process without closing its connections, as an overloaded or unreachable server does. */
  freeze(): void;
  thaw(): void;
  /** Ends the process and deletes the objects. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('run-s3-server.mjs', import.meta.url));
const BUCKET = 'photos';
/** The only key that s3rver knows. */
const KEY = 'S3RVER';

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-s3-'));
  const port = await findFreePort();
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [PROGRAM, folder, `${port}`, BUCKET], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`s3rver ended with ${first}.`);
    child.stdout?.resume();
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    folder: join(folder, BUCKET),
    pid: () => child.pid ?? 0,
    kill,
    restart: start,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
