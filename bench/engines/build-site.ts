// node --import tsx bench/engines/build-site.ts <folder> [photos.json]: builds the page of `npm run bench -- engines` as a
// folder of plain files, for a machine with a GPU and without Node. photos.json lists more photos, with their paths.
import { readFileSync } from 'node:fs';
import { drawPhotos } from './drawn-photos.ts';
import type { ListedPhoto } from './page/photos.ts';
import { buildSite, type SitePhoto } from './site.ts';

const [folder, list] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to build into.');
const listed: (ListedPhoto & { path: string })[] = list ? JSON.parse(readFileSync(list, 'utf8')) : [];
const more = listed.map(({ path, ...photo }): SitePhoto => ({ ...photo, bytes: readFileSync(path) }));
await buildSite(folder, [...more, ...(await drawPhotos())]);
