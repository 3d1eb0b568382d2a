import sharp from 'sharp';
import { VIEWPOINTS } from '../../../src/domain/enums.ts';
import type { ChosenPhoto } from './walk-figures.ts';

const TILE = { width: 240, height: 180 };
const BORDER = 5;
/** Of a photo that shows its side, one that is poor or marked, one of another side. */
const COLORS = { right: '#2a9d6f', doubtful: '#e0a020', wrong: '#d03030' };

/** Saves a picture of the chosen photos: one row per walk, one column per side. */
export async function saveChoiceSheet(
  walks: readonly (readonly (ChosenPhoto & { photo: Uint8Array })[])[],
  path: string,
): Promise<void> {
  const tiles = walks.flatMap((walk, row) =>
    walk.map(async (chosen) => ({
      input: await createTile(chosen),
      left: VIEWPOINTS.indexOf(chosen.side) * TILE.width,
      top: row * TILE.height,
    })),
  );
  const size = { width: VIEWPOINTS.length * TILE.width, height: walks.length * TILE.height };
  await sharp({ create: { ...size, channels: 3, background: '#888888' } })
    .composite(await Promise.all(tiles))
    .toFile(path);
}

function createTile({ side, labelled, isPoor, isMarked, photo }: ChosenPhoto & { photo: Uint8Array }) {
  const background = side !== labelled ? COLORS.wrong : isPoor || isMarked ? COLORS.doubtful : COLORS.right;
  return sharp(photo)
    .resize(TILE.width - 2 * BORDER, TILE.height - 2 * BORDER, { fit: 'fill' })
    .extend({ top: BORDER, bottom: BORDER, left: BORDER, right: BORDER, background })
    .png()
    .toBuffer();
}
