import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { placesOnPath } from './find-browser.mjs';

/**
 * Browsers beside Chromium that are installed here, each with the command that opens an address in a profile of its own.
 * `FIREFOX_PATH` and `WEBKIT_PATH` name others. WebKit is WebKitGTK's MiniBrowser: Safari's engine, not Safari.
 */
export function otherBrowsers() {
  const firefox = process.env.FIREFOX_PATH ?? installed('firefox-esr') ?? installed('firefox');
  const webkit = process.env.WEBKIT_PATH ?? miniBrowser();
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
        "WebKitGTK's MiniBrowser (Debian: webkit2gtk-driver, and xvfb where there is no display), or WEBKIT_PATH",
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
function installed(name) {
  return placesOnPath(name).find((path) => existsSync(path));
}

function miniBrowser() {
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
