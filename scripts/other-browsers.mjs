import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listPathCandidates } from './find-browser.mjs';

/**
 * Returns Firefox and WebKit: their path if they are installed, and the command that opens a URL in a new profile.
 * `FIREFOX_PATH` and `WEBKIT_PATH` override the path. WebKit is WebKitGTK's MiniBrowser: Safari's engine, not Safari.
 */
export function otherBrowsers() {
  const firefox = process.env.FIREFOX_PATH ?? findInstalled('firefox-esr') ?? findInstalled('firefox');
  const webkit = process.env.WEBKIT_PATH ?? findMiniBrowser();
  return [
    {
      name: /** @type {const} */ ('firefox'),
      needs: 'Firefox (Debian: firefox-esr), or FIREFOX_PATH',
      path: firefox,
      open: openFirefox,
    },
    {
      name: /** @type {const} */ ('webkit'),
      needs:
        "WebKitGTK's MiniBrowser (Debian: webkit2gtk-driver, and xvfb if there is no display), or WEBKIT_PATH",
      path: webkit,
      open: openMiniBrowser,
    },
  ];
}

/** @type {(path: string, url: string, profile: string) => string[]} */
const openFirefox = (path, url, profile) => [path, '--headless', '--no-remote', '--profile', profile, url];

/** @type {(path: string, url: string) => string[]} */
const openMiniBrowser = (path, url) => {
  const browser = [path, '--private', url];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? browser : ['xvfb-run', '-a', ...browser];
};

/** @param {string} name */
function findInstalled(name) {
  return listPathCandidates(name).find((path) => existsSync(path));
}

function findMiniBrowser() {
  const folders = ['/usr/lib', '/usr/libexec'].filter((folder) => existsSync(folder));
  const below = folders.flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]);
  return below
    .flatMap((folder) =>
      ['4.1', '4.0', '6.0'].map((version) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
}
