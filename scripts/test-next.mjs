// npm run test:next: packs kerbside, installs it with Next into a copy of examples/next, builds and starts that app, and uses it in
// Chromium. It needs the npm registry and takes minutes. `npm run test:next -- --webpack` builds with webpack, not Turbopack.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { browserFlags } from './find-browser.mjs';
import { root, run } from './run.mjs';

process.env.NEXT_TELEMETRY_DISABLED = '1';
const app = mkdtempSync(join(tmpdir(), 'kerbside-next-'));
const next = join(app, 'node_modules/next/dist/bin/next');
try {
  if (!ensureDependencies() || !(await ensureBrowser())) process.exit(1);
  installApp();
  runStep(process.execPath, [next, 'build', ...process.argv.slice(2)], app);
  const server = await startApp();
  try {
    await checkServerHtml(server.url);
    await checkInBrowser(server.url);
  } finally {
    const exited = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await exited;
  }
} finally {
  rmSync(app, { recursive: true, force: true });
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function runStep(program, args, cwd = root) {
  console.log(`── ${[program, ...args].join(' ')}`);
  assert(run(program, args, { cwd }), 'The command above failed.');
}

/** Installs what the app's package.json asks for, and the packed kerbside in place of the published one. */
function installApp() {
  runStep(process.execPath, ['scripts/build.mjs']);
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', app], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(output);
  cpSync(join(root, 'examples/next'), app, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|\.next)$/.test(path),
  });
  runStep('npm', ['install', '--no-audit', '--no-fund', join(app, filename)], app);
}

/** Starts the built app on a free port. */
async function startApp() {
  const args = [next, 'start', '--port', '0', '--hostname', '127.0.0.1'];
  const child = spawn(process.execPath, args, { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return { child, url };
  }
  throw new Error('next start ended without a URL.');
}

/** The server sends what hooks return before Kerbside is open, and the fallback of what suspends. */
async function checkServerHtml(/** @type {string} */ url) {
  const html = await (await fetch(url)).text();
  for (const text of ['<h1>Inspections</h1>', 'Opening…', 'Loading…']) {
    assert(html.includes(text), `The server's HTML has no "${text}":\n${html}`);
  }
  console.log('The server renders the state before Kerbside is open, and the fallback.');
}

/** Creates an inspection, and expects it after a reload. Any error in the page fails the test, also one of hydration. */
async function checkInBrowser(/** @type {string} */ url) {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '',
    args: browserFlags,
  });
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    await page.goto(url);
    await page.getByText('0 inspections').waitFor();
    await page.getByRole('button', { name: 'New inspection' }).click();
    await page.getByText('1 inspections').waitFor();
    const created = await page.getByRole('listitem').innerText();
    await page.reload();
    await page.getByText('1 inspections').waitFor();
    assert.equal(await page.getByRole('listitem').innerText(), created);
    assert.deepEqual(errors, []);
    console.log(`The browser shows the inspection ${created} after a reload, without an error.`);
  } finally {
    await browser.close();
  }
}
