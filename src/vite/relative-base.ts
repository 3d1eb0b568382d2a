import { posix } from 'node:path';
import type { Plugin } from 'vite';

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
