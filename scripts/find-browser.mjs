import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Replaces Playwright's list: contains the features that it disables for tests, and more. */
const disabledFeatures = [
  // Popups of the invisible address bar. They cost each window 1 s of CPU time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Features that send requests on their own.
  'AimEnabled',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // Features that interfere with automated pages: https://github.com/microsoft/playwright/issues/14047, 28023, 43242, 43871.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
];

/** Delays the optimization of onnxruntime: in tests it costs more than it saves (src/node/cli/tune-v8.ts). Benches keep the default. */
const delayOptimization = process.env.VITEST ? ['--js-flags=--wasm-tiering-budget=100000000'] : [];

/** Flags for tests and benches: no sandbox (containers have none), and no requests of the browser itself. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures}`,
  ...delayOptimization,
];

const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];

/**
 * Returns the path of a Chrome or Chromium that starts: `CHROME_PATH`, an installed one, or the one that Playwright
 * downloaded. Throws if `CHROME_PATH` is set and does not start.
 */
export async function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (canStart(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, which does not start. Correct or unset it.`);
  }
  return [...listInstallPaths(), await getPlaywrightPath()].find(canStart);
}

function listInstallPaths() {
  const { env, platform } = process;
  if (platform === 'darwin') {
    const apps = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return ['Google Chrome', 'Chromium'].flatMap((name) =>
      apps.map((folder) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
    );
  }
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (base) => base !== undefined,
    );
    return ['Google/Chrome', 'Chromium'].flatMap((name) =>
      bases.map((base) => join(base, name, 'Application/chrome.exe')),
    );
  }
  return commands.flatMap(listPathCandidates);
}

/** @param {string} name */
export function listPathCandidates(name) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** Imports Playwright only here: this module is also loaded before the dependencies are installed. */
async function getPlaywrightPath() {
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

/**
 * Runs the browser with `--version`: Ubuntu's `chromium-browser` may only print that a snap must be installed, and
 * Playwright's browser may lack system libraries. On Windows that would open a window, so there the file is enough.
 * @param {string} path
 */
function canStart(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
