// Prints the URL of each ES module that a process and its threads load. For `node --import`.
import { writeSync } from 'node:fs';
import { register } from 'node:module';

register(import.meta.url);

/** @type {import('node:module').LoadHook} A hook of Node: https://nodejs.org/api/module.html#loadurl-context-nextload */
export const load = (url, context, nextLoad) => {
  writeSync(2, `loads ${url}\n`);
  return nextLoad(url, context);
};
