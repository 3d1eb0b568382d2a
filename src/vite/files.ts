/**
 * The addresses of Kerbside's files in an app that uses the Vite plugin, which provides the content of this module.
 *
 * @packageDocumentation
 */
import type { LicenceKind } from '../analysis/licence.ts';
import { KerbsideError } from '../errors.ts';

/** Options of `openKerbside` that the Vite plugin knows. */
export interface KerbsideFiles {
  /** The folder of the workers. */
  workers: string;
  /** The folder of the models. Absent with `models: false`. */
  models?: string;
  /** The `modelLicence` of the plugin. Absent with `models: false`. */
  modelLicence?: LicenceKind;
}

/** The files that a service worker caches so that the app opens offline. `preload` caches models and runtimes. */
export interface Precache {
  /** Changes with the content of the files. */
  version: string;
  /** Paths relative to the app. */
  files: readonly string[];
}

/**
 * Where the plugin serves workers and models.
 *
 * @example
 * ```ts
 * import { openKerbside } from 'kerbside';
 * import { files } from 'kerbside/files';
 *
 * const kerbside = await openKerbside({ user: { id: 'inspector' }, ...files });
 * ```
 */
export const files: KerbsideFiles = {
  get workers() {
    return throwMissing();
  },
};

/** The files of the built app. In development the list is empty. */
export const precache: Precache = {
  get version() {
    return throwMissing();
  },
  get files() {
    return throwMissing();
  },
};

function throwMissing(): never {
  throw new KerbsideError(
    'unsupported',
    'kerbside/files has no content. Add kerbside() of kerbside/vite to the plugins of vite.config.ts.',
  );
}
