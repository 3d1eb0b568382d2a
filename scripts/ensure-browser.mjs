import { findBrowser } from './find-browser.mjs';
import { run, runTool } from './run.mjs';

const minutes = 60_000;

/**
 * Finds a browser or installs one, and leaves its path in `CHROME_PATH` for every program started from here.
 * Where that is impossible it says what to do and answers false.
 */
export async function ensureBrowser() {
  try {
    const path = (await findBrowser()) ?? (await afterDownload()) ?? (await afterPackageInstall());
    if (path) {
      process.env.CHROME_PATH = path;
      return true;
    }
    console.error(
      'No browser was found and none could be installed: install Chrome or Chromium, or set CHROME_PATH.',
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return false;
}

async function afterDownload() {
  console.log('No Chrome or Chromium found: downloading one with Playwright…');
  const args = ['install', '--no-shell', 'chromium'];
  const done = runTool('playwright', args, { stdio: 'ignore', timeout: 5 * minutes });
  return done ? findBrowser() : undefined;
}

/** Debian and its kin, as root or where sudo asks no password. */
async function afterPackageInstall() {
  const quiet = /** @type {const} */ ({ stdio: 'ignore', timeout: 5 * minutes });
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  /** @param {string[]} args */
  const aptGet = (...args) => {
    const [program = '', ...rest] = [...asRoot, 'apt-get', ...args];
    return run(program, rest, quiet);
  };
  if (!aptGet('--version')) return undefined;
  console.log("That failed: installing the distribution's chromium package…");
  return aptGet('update') && aptGet('install', '-y', 'chromium') ? findBrowser() : undefined;
}
