// workbox-background-sync expects a bundler's constant and a service worker's registration. Here it runs in a page, as
// its peers do: without `sync` in its registration it replays when it is told to.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'production' } }, registration: {} });
