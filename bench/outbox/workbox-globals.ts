// workbox-background-sync expects a constant of its bundler and the registration of a service worker. Here it runs in a
// page like the other queues. Without `sync` in the registration it replays only on request.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'production' } }, registration: {} });
