/**
 * All entry points of a page in one file, `dist/browser/everything.js`, for pages without a bundler.
 *
 * One file, so that all parts share their modules: `instanceof KerbsideError` works across them.
 */
export * from '../compare/index.ts';
export * from '../elements/index.ts';
export * from '../estimate/index.ts';
export * from '../guide/index.ts';
export * from '../index.ts';
export * from '../inference/index.ts';
export * from '../live/index.ts';
export * from '../remote/index.ts';
export * from '../report/index.ts';
export * from '../sync/index.ts';
export * from '../walk/index.ts';
