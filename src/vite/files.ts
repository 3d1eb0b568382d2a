/**
 * The addresses of Kerbside's files in an app that uses the Vite plugin, which provides the content of this module.
 *
 * @packageDocumentation
 */
import { KerbsideError } from '../errors.ts';
import type { DeviceModelsOptions } from '../inference/index.ts';

/** Addresses that the Vite plugin knows. */
export interface KerbsideFiles {
  /** The folder of the workers. */
  workers: string;
  /** Options of `deviceModels`. Absent with `models: false` of the plugin. */
  models: Pick<DeviceModelsOptions, 'folder' | 'licence'> & { workers: string };
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
 * import { deviceModels } from 'kerbside/models';
 *
 * const kerbside = await openKerbside({ user: { id: 'inspector' }, models: deviceModels(files.models) });
 * ```
 */
export const files: KerbsideFiles = {
  get workers() {
    return throwMissing();
  },
  get models() {
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
