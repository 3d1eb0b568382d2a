import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import type { Damage } from '../../domain/records/damage.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { BoundingBox } from '../../domain/records/view.ts';
import type { WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import { KerbsideError } from '../../errors.ts';
import { createOverlay, type Mark } from '../annotate/overlay.ts';
import { listDamageViews } from './tables.ts';

/**
 * Creates the folder and returns the file that each photo will be drawn into.
 *
 * A later run replaces the files of an earlier one, but never a photo. Called before the models run, so that an unusable
 * folder is reported at once.
 *
 * @throws `invalid_input` if the folder cannot be created, or if a file would replace one of the photos.
 */
export async function planAnnotatedPhotos(folder: string, photos: readonly string[]): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw annotatedError(`cannot create ${folder}: ${reason}`);
  }
  const inputs = new Set(await Promise.all(photos.map(readFileIdentity)));
  const targets = createFileNames(photos).map((name) => join(folder, name));
  for (const target of targets) {
    const existing = await readFileIdentity(target);
    if (existing !== undefined && inputs.has(existing))
      throw annotatedError(`${target} is one of the photos. Choose another folder.`);
  }
  return targets;
}

/** Writes a photo with its damages and wheels drawn on it. */
export async function writeAnnotatedPhoto(
  photo: { path: string; imageId: string },
  entities: Entities,
  target: string,
): Promise<void> {
  const bytes = new Uint8Array(await readFile(photo.path)).buffer;
  await writeFile(target, await drawMarks(bytes, createMarks(entities, photo.imageId)));
}

/** Returns a unique file name for each photo. Names that differ in case only count as equal: some file systems ignore case. */
export function createFileNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = basename(path, extname(path));
    for (let count = 1; ; count += 1) {
      const candidate = `${name}${count === 1 ? '' : `-${count}`}.annotated.jpg`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}

/** Returns which file a path refers to after links are resolved, or undefined if it does not exist. */
async function readFileIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function annotatedError(reason: string): KerbsideError {
  return new KerbsideError('invalid_input', `--annotated: ${reason}`);
}

/** The longer side of the result, in pixels: sharp on any screen, and a tenth of the size of a phone's photo. */
const MAX_SIDE = 2000;

/** Returns the upright photo as JPEG with the marks drawn on it. Marks are in pixels of the upright photo. */
export async function drawMarks(photo: ArrayBuffer, marks: readonly Mark[]): Promise<Buffer> {
  const image = sharp(photo).autoOrient();
  const { autoOrient } = await image.metadata();
  const scale = Math.min(1, MAX_SIDE / Math.max(autoOrient.width, autoOrient.height));
  const size = {
    width: Math.max(1, Math.round(autoOrient.width * scale)),
    height: Math.max(1, Math.round(autoOrient.height * scale)),
  };
  const svg = createOverlay(
    marks.map((mark) => scaleMark(mark, scale)),
    size,
  );
  return await image
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#727272' })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function scaleMark({ box, polygons, ...mark }: Mark, scale: number): Mark {
  return {
    ...mark,
    box: {
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    },
    polygons: polygons.map((ring) => ring.map(([x, y]): [number, number] => [x * scale, y * scale])),
  };
}

/** Returns the marks to draw on an image: its damages, labelled with their parts, and its analyzed wheels. */
export function createMarks(entities: Entities, imageId: string): Mark[] {
  const damages = listDamageViews(entities, imageId).map(
    ({ damageId, confidence, boundingBox, polygons }): Mark => {
      const damage = entities.damages[damageId];
      return {
        type: damage?.damageType ?? 'damage',
        ...(damage && { label: formatDamageLabel(damage) }),
        ...(confidence !== undefined && { confidence }),
        box: toRectangle(boundingBox),
        polygons,
      };
    },
  );
  const wheels = Object.values(entities.wheelAnalysis).flatMap((wheel): Mark[] =>
    wheel.imageId === imageId && wheel.boundingBox
      ? [{ type: 'wheel', label: formatWheelLabel(wheel), box: toRectangle(wheel.boundingBox), polygons: [] }]
      : [],
  );
  return [...damages, ...wheels];
}

function formatDamageLabel({ damageType, partType }: Damage): string {
  return toLabel(partType === 'ignore' ? damageType : `${damageType} on ${partType}`);
}

/** Returns the wheel's name, with its hubcap or rim material if they are known. */
function formatWheelLabel({ wheelName, hubcapOverRim, rimMaterial }: WheelAnalysis): string {
  const name = wheelName ?? 'wheel';
  if (hubcapOverRim.prediction === 'HUBCAP_OVER_RIM') return toLabel(`${name} with hubcap`);
  const isKnown = rimMaterial.prediction === 'ALU' || rimMaterial.prediction === 'STEEL';
  return toLabel(isKnown ? `${name} of ${rimMaterial.prediction.toLowerCase()}` : name);
}

function toLabel(text: string): string {
  return text.replaceAll('_', ' ');
}

function toRectangle({ xmin, ymin, width, height }: BoundingBox): Mark['box'] {
  return { x: xmin, y: ymin, width, height };
}
