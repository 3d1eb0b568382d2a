/** `kerbside/sw`: what an app's own service worker calls. */
export { type BackgroundSyncOptions, sendInBackground } from './background-sync.ts';
export { serveKerbside } from './serve-files.ts';
export { type ServePageOptions, servePage } from './serve-page.ts';
