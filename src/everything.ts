/**
 * For pages without a bundler: all that runs in a page, built into one file (dist/browser/everything.js), so that its
 * parts share their modules, the one error class among them.
 */
export * from './elements/index.ts';
export * from './estimate/index.ts';
export * from './index.ts';
export * from './remote/index.ts';
export * from './report/index.ts';
export * from './sync/index.ts';
