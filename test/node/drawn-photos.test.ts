import type { Entities } from 'kerbside';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPartViewpoint } from '../../src/domain/car-diagram/car-diagram.ts';
import type { PartType } from '../../src/domain/enums.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import type { CarSceneOptions } from '../fixtures/car-scene.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { inspectPhoto, listShownDamages, type ShownDamage } from './support/inspect-photo.ts';

/** The shipped models, with a phone's damage model and default thresholds, on drawn photos of an inspector. */

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());
const analyzer = createNodeAnalyzer(models, 'small');

const SIZE = { width: 1200, height: 900 };
const SLOW = 600_000;

interface DrawnSide {
  viewpoint: string;
  car: CarSceneOptions;
  /** A damaged part, for a close-up. */
  part: PartType;
}
const SIDES: DrawnSide[] = [
  { viewpoint: 'left', car: { view: 'side', seed: 8, damages: ['dent', 'scratch'] }, part: 'door_back_left' },
  { viewpoint: 'left', car: { view: 'side', seed: 5, damages: ['scratch'] }, part: 'door_front_left' },
  { viewpoint: 'front', car: { view: 'front', seed: 1, damages: ['broken_glass', 'dent'] }, part: 'hood' },
  {
    viewpoint: 'back',
    car: { view: 'rear', seed: 14, damages: ['broken_light', 'dent'] },
    part: 'bumper_back',
  },
];

/** The guided photos of the sides, analyzed. */
let guided: { side: DrawnSide; photo: Uint8Array<ArrayBuffer>; entities: Entities }[];
beforeAll(async () => {
  guided = [];
  for (const side of SIDES) {
    const photo = await jpegPhoto({ ...side.car, ...SIZE });
    guided.push({ side, photo, entities: await inspectGuided(side.viewpoint, photo) });
  }
}, SLOW);

function inspectGuided(viewpointName: string, photo: Uint8Array<ArrayBuffer>): Promise<Entities> {
  const task = { name: 'damage_detection' as const, imageDetails: { viewpointName } };
  return inspectPhoto(analyzer, { tasks: [task] }, photo);
}

test('every drawn damage is detected, and nothing else', () => {
  const types = guided.map(({ entities: { damages } }) =>
    Object.values(damages)
      .map(({ damageType }) => damageType)
      .sort(),
  );
  expect(types).toEqual(SIDES.map(({ car }) => car.damages));
});

test('a scratch is on the door that it is drawn on', () => {
  const damages = Object.values(guided[1]?.entities.damages ?? {});
  expect(damages.map(({ partType }) => partType)).toEqual(['door_front_left']);
});

test('nothing is detected on a drawn car without damage', async () => {
  const photo = await jpegPhoto({ view: 'side', seed: 5, ...SIZE });
  expect((await inspectGuided('left', photo)).damages).toEqual({});
});

test('at least 90 % of damages have a part without a hand edit, and each of these has a severity and a price', {
  tags: 'long',
  timeout: SLOW,
}, async () => {
  const damages: ShownDamage[] = [];
  for (const { side, photo, entities } of guided) {
    damages.push(...listShownDamages(entities), ...(await inspectCloseUp(side, photo, entities)));
  }
  const placed = damages.filter(({ hasPart }) => hasPart);
  expect(damages.length).toBeGreaterThanOrEqual(8);
  expect(placed.length / damages.length).toBeGreaterThanOrEqual(0.9);
  expect(placed.filter(({ hasSeverity, hasPrice }) => !hasSeverity || !hasPrice)).toEqual([]);
});

/** Returns the damages of a close-up of the first damage, for which the inspector chose the part. */
async function inspectCloseUp(
  { part }: DrawnSide,
  photo: Uint8Array<ArrayBuffer>,
  { damages, views }: Entities,
): Promise<ShownDamage[]> {
  const [first] = Object.values(damages).flatMap(({ id }) =>
    Object.values(views).filter(({ damageId }) => damageId === id),
  );
  if (!first) return [];
  const detailedViewpoint = { centersOn: [getPartViewpoint(part) ?? part, part] };
  const input = { tasks: ['damage_detection' as const], imageType: 'close_up' as const, detailedViewpoint };
  return listShownDamages(await inspectPhoto(analyzer, input, await cropAround(photo, first.boundingBox)));
}

/** Returns the damage with as much around it on every side, as a close-up shows it. */
async function cropAround(
  photo: Uint8Array<ArrayBuffer>,
  { xmin, ymin, width, height }: { xmin: number; ymin: number; width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const left = Math.round(Math.max(0, xmin - width));
  const top = Math.round(Math.max(0, ymin - height));
  const region = {
    left,
    top,
    width: Math.round(Math.min(SIZE.width - left, width * 3)),
    height: Math.round(Math.min(SIZE.height - top, height * 3)),
  };
  const crop = await sharp(photo).extract(region).resize({ width: 1000 }).jpeg({ quality: 92 }).toBuffer();
  return new Uint8Array(crop);
}
