// npm run test:image: runs the steps of server/Dockerfile in plain folders, one per stage, and starts the service as the image
// does: as a user without rights, who cannot write there. Docker itself is not needed. It takes minutes: npm installs twice.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseDockerfile } from './dockerfile-steps.mjs';
import { root } from './run.mjs';

const NOBODY = 65_534;
const folder = mkdtempSync(join(tmpdir(), 'kerbside-image-'));
chmodSync(folder, 0o755);
/** @type {{ stage: string, path: string, env: Record<string, string>, entrypoint: string[], command: string[] }} */
const state = { stage: '', path: '/', env: {}, entrypoint: [], command: [] };
const resolvePath = (/** @type {string} */ path, stage = state.stage) =>
  join(folder, stage, path.startsWith('/') ? path : join(state.path, path));

/** @type {Record<string, (text: string) => void>} */
const RUN = {
  FROM(text) {
    state.stage = / AS (\w+)$/.exec(text)?.[1] ?? 'final';
    state.env = {};
  },
  WORKDIR(text) {
    state.path = text;
    mkdirSync(resolvePath('.'), { recursive: true });
  },
  ENV(text) {
    const [name = '', value = ''] = text.split('=');
    state.env[name] = value;
  },
  COPY(text) {
    const [, stage, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? [];
    if (stage) cpSync(resolvePath(source, stage), resolvePath(target), { recursive: true });
    else copyContext(resolvePath(target));
  },
  RUN(text) {
    console.log(`── ${text}`);
    const env = { ...process.env, ...state.env };
    execFileSync('sh', ['-c', text], { cwd: resolvePath('.'), env, stdio: 'inherit' });
  },
  ENTRYPOINT(text) {
    state.entrypoint = JSON.parse(text);
  },
  CMD(text) {
    state.command = JSON.parse(text);
  },
};

try {
  const steps = parseDockerfile(readFileSync(join(root, 'server/Dockerfile'), 'utf8'));
  for (const { instruction, text } of steps) RUN[instruction]?.(text);
  await startService();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies what git tracks, without what the image leaves out. */
function copyContext(/** @type {string} */ target) {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  const ignored = /^(bench|test|training|docs\/screenshots)\//;
  for (const file of files.toString().split('\0')) {
    if (file === '' || ignored.test(file)) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

/** Starts the service on a free port and expects it to be ready. */
async function startService() {
  const [program = '', ...args] = [...state.entrypoint, ...state.command, '--port', '0'];
  console.log(`── ${[program, ...args].join(' ')}`);
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: resolvePath('.'),
    env: {
      ...process.env,
      ...state.env,
      HOME: '/nonexistent',
      KERBSIDE_SECRET: 'a secret of the test of the image',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])]);
  const { port } = new URL(String(line).trim());
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exited;
  if (status !== 200 || code !== 0)
    throw new Error(`The service responded ${status} and ended with ${code}.`);
  console.log(`The service is ready (${status}) and stops on SIGTERM (${code}).`);
}
