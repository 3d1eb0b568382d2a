// This file caches the page itself. `preload` caches models, workers and runtimes, and `serveKerbside` serves them.
import { serveKerbside } from './kerbside/sw.js';

const SHELL = ['./', './main.js', './kerbside/kerbside.js', './kerbside/sw.js'];
const shell = () => caches.open('shell');

addEventListener('install', (event) => {
  event.waitUntil(shell().then((cache) => cache.addAll(SHELL)));
});

addEventListener('fetch', (event) => {
  if (SHELL.some((path) => new URL(path, location.href).href === event.request.url)) {
    event.respondWith(fetch(event.request).catch(async () => (await shell()).match(event.request)));
  }
});

serveKerbside();
