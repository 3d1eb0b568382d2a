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
  modelLicence?: LicenceKind;
  precache?: Precache;
}

/** Returns the code of `kerbside/files`. Addresses are absolute, so that a page of any folder can use them. */
export function createFilesModule({ base, modelLicence, precache }: FilesModuleOptions): string {
  const folder = (name: string) => `new URL(${JSON.stringify(FOLDER + name)}, base).href`;
  return `
const page = globalThis.document?.baseURI ?? globalThis.location?.href ?? 'http://localhost/';
const base = new URL(${JSON.stringify(base === '' ? './' : base)}, page);
export const files = {
  workers: ${folder('workers/')},
  ${modelLicence ? `models: ${folder('models/')},\n  modelLicence: ${JSON.stringify(modelLicence)},` : ''}
};
export const precache = ${JSON.stringify(precache ?? { version: 'development', files: [] })};
`;
}
