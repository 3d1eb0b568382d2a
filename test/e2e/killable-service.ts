import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../fixtures/node-flags.ts';

export interface KillableService {
  url: string;
  /** A token of the user. */
  token: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

interface ServiceArguments {
  databaseUrl: string;
  data: string;
  /** 0 selects a free port. */
  port: number;
  userId: string;
}

const script = fileURLToPath(new URL('./chaos-service.ts', import.meta.url));

/** Starts the reference service as a process of its own. */
export async function startKillableService({
  databaseUrl,
  data,
  port,
  userId,
}: ServiceArguments): Promise<KillableService> {
  const child = spawn(
    process.execPath,
    [...nodeFlags, '--import', 'tsx', script, databaseUrl, data, String(port), userId],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`The service ended with ${code}: ${errors.join('')}`);
    }),
  ]);
  return { ...(JSON.parse(line) as { url: string; token: string }), kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
