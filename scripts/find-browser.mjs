import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Instead of Playwright's own list, which gives way to this one: what it switches off for the sake of tests, and more. */
const withoutFeatures = [
  // Popups of an address bar that nobody sees: they cost each window a second of the processor.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // What asks the network by itself.
  'AimEnabled',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // What gets in the way of a page that is driven: https://github.com/microsoft/playwright/issues/14047, 28023, 43242, 43871.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
];

/** Tests run little of onnxruntime, and often: to optimise it costs them more than it gives (src/node/cli/tune-v8.ts). Benches measure it as it is. */
const compileLess = process.env.VITEST ? ['--js-flags=--wasm-tiering-budget=100000000'] : [];

/** For tests and benches: no sandbox (containers lack it), and nothing that talks to the network by itself. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures}`,
  ...compileLess,
];

const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];

/**
 * The path of a Chrome or Chromium that starts: `CHROME_PATH`, else an installed one, else the one that
 * Playwright has downloaded earlier. A `CHROME_PATH` that leads nowhere is an error, not a reason to look on.
 */
export async function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, which is not a browser that starts: correct it or unset it.`);
  }
  return [...usualPlaces(), await playwrightsPlace()].find(starts);
}

function usualPlaces() {
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
  return commands.flatMap(placesOnPath);
}

/** @param {string} name */
export function placesOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** Imported late: this module is also loaded where dependencies are not installed yet. */
async function playwrightsPlace() {
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

/**
 * Ubuntu has a `chromium-browser` that only says to install a snap, and Playwright's browser may lack system
 * libraries, so we ask for the version. On Windows that would open a window: there a file is enough.
 * @param {string} path
 */
function starts(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
