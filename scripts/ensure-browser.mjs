import { findBrowser } from './find-browser.mjs';
import { run, runTool } from './run.mjs';

const minutes = 60_000;

/**
 * Finds or installs a browser and sets `CHROME_PATH` for every program started from here. If that fails, prints what to do
 * and returns false.
 */
export async function ensureBrowser() {
  try {
    const path = (await findBrowser()) ?? (await downloadBrowser()) ?? (await installPackage());
    if (path) {
      process.env.CHROME_PATH = path;
      return true;
    }
    console.error(
      'No browser found, and the installation failed. Install Chrome or Chromium, or set CHROME_PATH.',
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return false;
}

async function downloadBrowser() {
  console.log('No Chrome or Chromium found. Downloading Chromium with Playwright…');
  const args = ['install', '--no-shell', 'chromium'];
  const done = runTool('playwright', args, { stdio: 'ignore', timeout: 5 * minutes });
  return done ? findBrowser() : undefined;
}

/** For Debian and its derivatives, as root or if sudo needs no password. */
async function installPackage() {
  const quiet = /** @type {const} */ ({ stdio: 'ignore', timeout: 5 * minutes });
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  /** @param {string[]} args */
  const aptGet = (...args) => {
    const [program = '', ...rest] = [...asRoot, 'apt-get', ...args];
    return run(program, rest, quiet);
  };
  if (!aptGet('--version')) return undefined;
  console.log("The download failed. Installing the distribution's chromium package…");
  return aptGet('update') && aptGet('install', '-y', 'chromium') ? findBrowser() : undefined;
}
