import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const ACCENT = '#0b6b5d';
/** By path. Operating systems crop maskable icons: their mark has a margin. */
const ICONS = {
  'icons/icon-180.png': { side: 180, isMaskable: true },
  'icons/icon-192.png': { side: 192, isMaskable: false },
  'icons/icon-512.png': { side: 512, isMaskable: false },
  'icons/maskable-512.png': { side: 512, isMaskable: true },
} as const;
const MANIFEST = 'manifest.webmanifest';

const manifest = JSON.stringify({
  name: 'Kerbside',
  short_name: 'Kerbside',
  description: 'Vehicle inspections on this device, online or offline.',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f3f6f5',
  theme_color: ACCENT,
  icons: Object.entries(ICONS).map(([src, { side, isMaskable }]) => ({
    src,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: isMaskable ? 'maskable' : 'any',
  })),
});

/** Makes the page installable: adds a web app manifest and icons drawn from one SVG. */
export function appIcons(svg: string): Plugin {
  return {
    name: 'app-icons',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        if (path === MANIFEST) {
          response.setHeader('Content-Type', 'application/manifest+json');
          response.end(manifest);
        } else if (path in ICONS) {
          response.setHeader('Content-Type', 'image/png');
          response.end(await drawIcon(svg, ICONS[path as keyof typeof ICONS]));
        } else next();
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifest });
      for (const [fileName, icon] of Object.entries(ICONS)) {
        this.emitFile({ type: 'asset', fileName, source: await drawIcon(svg, icon) });
      }
    },
  };
}

async function drawIcon(
  svg: string,
  { side, isMaskable }: { side: number; isMaskable: boolean },
): Promise<Buffer> {
  const mark = isMaskable ? Math.round(side * 0.7) : side;
  const margin = Math.round((side - mark) / 2);
  const margins = { top: margin, left: margin, bottom: side - mark - margin, right: side - mark - margin };
  // Rendered at its final size: an enlarged bitmap would be blurry.
  const picture = sharp(await readFile(svg), { density: (72 * mark) / 32 }).resize(mark, mark);
  if (!isMaskable) return picture.png().toBuffer();
  return picture
    .flatten({ background: ACCENT })
    .extend({ ...margins, background: ACCENT })
    .png()
    .toBuffer();
}
