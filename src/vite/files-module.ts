import { posix } from 'node:path';
import type { Plugin } from 'vite';
import type { LicenceKind } from '../analysis/licence.ts';
import type { Precache } from './files.ts';

/** The module whose content the plugin provides. */
export const FILES_MODULE = 'kerbside/files';

/** The folder of the app in which everything is served. */
export const FOLDER = 'kerbside/';

interface FilesModuleOptions {
  /** `base` of the Vite config. */
  base: string;
  /** The licence of the served models. Undefined if none are served. */
  licence?: LicenceKind;
  precache?: Precache;
}

/** Returns the code of `kerbside/files`. Addresses are absolute, so that a page of any folder can use them. */
export function createFilesModule({ base, licence, precache }: FilesModuleOptions): string {
  const folder = (name: string) => `new URL(${JSON.stringify(FOLDER + name)}, base).href`;
  return `
const page = globalThis.document?.baseURI ?? globalThis.location?.href ?? 'http://localhost/';
const base = new URL(${JSON.stringify(base === '' ? './' : base)}, page);
export const files = {
  workers: ${folder('workers/')},
  ${licence ? `models: { workers: ${folder('workers/')}, folder: ${folder('models/')}, licence: ${JSON.stringify(licence)} },` : ''}
};
export const precache = ${JSON.stringify(precache ?? { version: 'development', files: [] })};
`;
}

/** Stands in a script for the folder of the app. */
const APP = '__KERBSIDE_APP__';

/**
 * Returns the base for the scripts of an environment. Those of a page under a relative base find the app from their own
 * address: the page can be in any folder.
 */
export function findBase({ base, consumer }: { base: string; consumer: 'client' | 'server' }): string {
  const isRelative = base === '' || base === './';
  return isRelative && consumer === 'client' ? APP : base;
}

/** Writes the way to the app into scripts, whose folder is known only when they are rendered. */
export function resolveRelativeBase(): Plugin {
  return {
    name: 'kerbside-relative-base',
    renderChunk(code, { fileName }, { format }) {
      if (!code.includes(APP)) return undefined;
      const path = posix.join(posix.relative(posix.dirname(fileName), '.'), './');
      // A script of another format has no address. The page counts as in the folder of the app.
      const app = format === 'es' ? `new URL(${JSON.stringify(path)}, import.meta.url)` : '"./"';
      return { code: code.replaceAll(new RegExp(`(["'\`])${APP}\\1`, 'g'), app), map: null };
    },
  };
}
