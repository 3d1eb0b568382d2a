/**
 * `openKerbside` and `deviceModels` in one file, `dist/browser/kerbside.js`, for pages without a bundler.
 *
 * One file, so that both share `KerbsideError`: a task's error keeps its code.
 */
export * from '../index.ts';
export * from '../inference/index.ts';
