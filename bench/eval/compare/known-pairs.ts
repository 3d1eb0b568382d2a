import { mapBox } from '../../../src/analysis/compare/photo-alignment.ts';
import { type Box, boxArea, clampBox } from '../../../src/analysis/geometry/box.ts';
import { DAMAGE_TYPES } from '../../../src/domain/enums.ts';
import {
  type CarView,
  carScene,
  type DrawnDamage,
  findDrawnDamage,
} from '../../../test/fixtures/car-scene.ts';
import { type Random, seededRandom } from '../../../test/fixtures/random.ts';
import type { PhotoRecord } from '../records.ts';
import { chooseChange, type Pixels, readPixels, takeAgain } from './changed-photo.ts';
import type { TrueDamage, TruePhoto } from './comparison-figures.ts';

/** One photo of each inspection. The later photo may have a damage that the earlier one has not. */
export interface KnownPair {
  before: TruePhoto;
  after: TruePhoto;
}

/** Boxes of one damage on two photos differ by this much of their size. */
const BOX_NOISE = 0.08;
/** A damage that the second photo cuts by more is not compared. */
const MIN_VISIBLE = 0.7;

/** Takes a labelled photo again, with small changes. If `hasNew`, the earlier inspection lacks the first damage. */
export async function pairOfPhoto(
  { path, boxes }: PhotoRecord,
  { seed, hasNew }: { seed: number; hasNew: boolean },
): Promise<KnownPair> {
  const random = seededRandom(seed);
  const pixels = await readPixels(path);
  const damages = boxes.flatMap(({ label, box }, index): TrueDamage[] => {
    const damageType = DAMAGE_TYPES.find((type) => type === label);
    return damageType ? [{ id: `${path} ${index}`, damageType, box }] : [];
  });
  const before = { id: path, pixels, damages: hasNew ? damages.slice(1) : damages };
  return { before, after: await takePhotoAgain({ id: path, pixels, damages }, 0.12, random) };
}

/** Renders a car twice: in another street, from another angle, in another light, with a new damage if `hasNew`. */
export async function pairOfCar(
  view: CarView,
  { seed, hasNew }: { seed: number; hasNew: boolean },
): Promise<KnownPair> {
  const random = seededRandom(seed * 31);
  const all = (['scratch', 'dent', 'broken_light', 'broken_glass'] as const).slice();
  const damages = all.filter((_, index) => index === seed % 4 || random.next() < 0.5);
  const old = hasNew ? damages.slice(1) : damages;
  const id = `${view} ${seed}`;
  const before = await renderCar(id, { view, seed, street: seed, damages: old });
  const later = await renderCar(id, { view, seed, street: seed + 1000, damages });
  return { before, after: await takePhotoAgain(later, 0.16, random) };
}

/** The drawings of front and rear have one outline: without the viewpoint, they align. */
const VIEWPOINTS_OF = { side: 'left', front: 'front', rear: 'back' } as const;

interface CarPhoto {
  view: CarView;
  seed: number;
  street: number;
  damages: readonly DrawnDamage[];
}

async function renderCar(id: string, car: CarPhoto): Promise<TruePhoto> {
  const size = { width: 800, height: 600 };
  const pixels = await readPixels(Buffer.from(carScene({ ...car, ...size })));
  const damages = car.damages.map((damageType): TrueDamage => {
    const { x, y, size: reach } = findDrawnDamage(damageType, car);
    const box = { x0: x - reach, y0: y - reach * 0.7, x1: x + reach, y1: y + reach * 0.7 };
    return { id: `${id} ${damageType}`, damageType, box: scaleBox(box, size.width / 1600) };
  });
  return { id, pixels, damages, viewpoint: VIEWPOINTS_OF[car.view] };
}

function scaleBox({ x0, y0, x1, y1 }: Box, scale: number): Box {
  return { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale };
}

async function takePhotoAgain(
  { id, pixels, damages, viewpoint }: TruePhoto,
  reach: number,
  random: Random,
): Promise<TruePhoto> {
  const change = chooseChange(pixels, reach, random);
  const again: Pixels = await readPixels(await takeAgain(pixels, change));
  const [from, to] = [Math.max(pixels.width, pixels.height), Math.max(again.width, again.height)];
  return {
    id,
    pixels: again,
    ...(viewpoint && { viewpoint }),
    damages: damages.flatMap((damage): TrueDamage[] => {
      const whole = scaleBox(mapBox(change.mapping, scaleBox(damage.box, 1 / from)), to);
      const box = clampBox(addNoise(whole, random), again.width, again.height);
      return boxArea(box) < MIN_VISIBLE * boxArea(whole) ? [] : [{ ...damage, box }];
    }),
  };
}

function addNoise({ x0, y0, x1, y1 }: Box, random: Random): Box {
  const [w, h] = [x1 - x0, y1 - y0];
  const noise = (size: number) => size * random.between(-BOX_NOISE, BOX_NOISE);
  return { x0: x0 + noise(w), y0: y0 + noise(h), x1: x1 + noise(w), y1: y1 + noise(h) };
}
