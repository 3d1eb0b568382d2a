/**
 * Background sync in one file, `dist/browser/sw-sync.js`, for service workers without a bundler.
 *
 * `everything.ts` does not work there: it contains custom elements, which need a page.
 */
export { isKerbsideError, KerbsideError } from '../errors.ts';
export { openKerbside } from '../kerbside.ts';
export * from '../service-worker/index.ts';
export { remoteSync } from '../sync/index.ts';
