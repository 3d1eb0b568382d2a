import { invalidField } from '../domain/check.ts';
import type { Acquisition } from '../domain/image.ts';

/** What tells the service to fetch a photo; undefined where there is no address. A page's own blob it can not reach. */
export function fetchable(acquisition: Acquisition | undefined, path: string): Acquisition | undefined {
  const url = acquisition?.url;
  if (url === undefined) return undefined;
  if (url.startsWith('blob:'))
    throw invalidField(`${path}.url`, 'an http or https URL, or the photo itself', url);
  return { strategy: 'download_from_url', url };
}
