/**
 * For service workers without a bundler that send in the background: built into one file (dist/browser/sw-sync.js).
 * `everything.ts` has elements, which need a page.
 */
export { isKerbsideError, KerbsideError } from './errors.ts';
export { openKerbside } from './kerbside.ts';
export * from './sw.ts';
export { remoteSync } from './sync/index.ts';
