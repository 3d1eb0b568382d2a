import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { pageConfig } from '../lib/page-config.ts';
import type { ListedPhoto } from './page/photos.ts';

/** A photo of the site and its content. */
export interface SitePhoto extends ListedPhoto {
  bytes: Uint8Array;
}

/** How the page is built and served. It is a folder of plain files, so that any server with isolation headers serves it. */
export function siteConfig(outDir: string): InlineConfig {
  const root = fileURLToPath(new URL('.', import.meta.url));
  return { ...pageConfig, root, build: { ...pageConfig.build, outDir } };
}

/** Builds the page with models, runtimes and photos into a folder. */
export async function buildSite(outDir: string, photos: readonly SitePhoto[]): Promise<void> {
  await build(siteConfig(outDir));
  const folder = join(outDir, 'photos');
  mkdirSync(folder, { recursive: true });
  for (const { file, bytes } of photos) writeFileSync(join(folder, file), bytes);
  const listed = photos.map(({ bytes: _bytes, ...photo }) => photo);
  writeFileSync(join(folder, 'index.json'), JSON.stringify(listed));
}
