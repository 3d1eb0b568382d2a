import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UsageRecorder } from './process-usage.ts';

const COMMAND = fileURLToPath(new URL('../../../server/dist/src/node/cli.js', import.meta.url));
/** The same port is bound again at once after a kill; another process may hold it for a moment. */
const START_ATTEMPTS = 5;
const KEPT_LINES = 100;
/** As in server/compose.yaml. */
const API_NODE_OPTIONS = '--max-old-space-size=128';

export type Role = 'api' | 'worker';

/** One process of the built service, `kerbside serve`, that can be killed, frozen and started again. */
export interface Instance {
  name: string;
  role: Role;
  /** For example `http://127.0.0.1:4000`. */
  origin: string;
  usage: UsageRecorder;
  pid(): number;
  /** The last lines that it wrote to standard error. */
  log(): string;
  kill(): Promise<void>;
  /** Resolves when it serves. */
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Stops it as an operator does, with SIGTERM. */
  stop(): Promise<void>;
}

export interface InstanceOptions {
  name: string;
  role: Role;
  port: number;
  env: Record<string, string>;
  args: readonly string[];
}

/** Creates an instance, which is not started yet. */
export function createInstance({ name, role, port, env, args }: InstanceOptions): Instance {
  let child: ChildProcess | undefined;
  const lines: string[] = [];
  const startOnce = async () => {
    const spawned = spawn(
      process.execPath,
      [COMMAND, 'serve', '--port', `${port}`, '--role', role, ...args],
      {
        env: { ...process.env, ...(role === 'api' && { NODE_OPTIONS: API_NODE_OPTIONS }), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child = spawned;
    spawned.stderr.setEncoding('utf8').on('data', (line: string) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    });
    const ended = once(spawned, 'exit').then(() => {
      throw new Error(`${name} ended at its start: ${lines.join('')}`);
    });
    await Promise.race([once(spawned.stdout, 'data'), ended]);
    ended.catch(() => {}); // a later kill
    spawned.stdout.resume();
  };
  const start = async (attempt = 1): Promise<void> => {
    try {
      await startOnce();
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(500 * attempt); // Postgres may be restarting, too
      await start(attempt + 1);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    child.kill('SIGCONT'); // it may be frozen
    await ended;
  };
  return {
    name,
    role,
    origin: `http://127.0.0.1:${port}`,
    usage: new UsageRecorder(() => child?.pid ?? 0),
    pid: () => child?.pid ?? 0,
    log: () => lines.join(''),
    kill: () => end('SIGKILL'),
    start: () => start(),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}
