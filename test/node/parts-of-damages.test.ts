import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { getPartViewpoint } from '../../src/domain/car-diagram/car-diagram.ts';
import type { PartType } from '../../src/domain/enums.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import type { CarSceneOptions } from '../fixtures/car-scene.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { inspectPhoto, listShownDamages, type ShownDamage } from './support/inspect-photo.ts';

/** The photos of an inspector: guided photos of the sides, then close-ups of damages with their part. */

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());
const analyzer = createNodeAnalyzer(models, 'small');

const SIZE = { width: 1200, height: 900 };

const sides = [
  { viewpoint: 'left', car: { view: 'side', seed: 8, damages: ['dent', 'scratch'] }, part: 'door_back_left' },
  { viewpoint: 'left', car: { view: 'side', seed: 5, damages: ['scratch'] }, part: 'door_front_left' },
  { viewpoint: 'front', car: { view: 'front', seed: 1, damages: ['broken_glass', 'dent'] }, part: 'hood' },
  {
    viewpoint: 'back',
    car: { view: 'rear', seed: 14, damages: ['broken_light', 'dent'] },
    part: 'bumper_back',
  },
] satisfies { viewpoint: string; car: CarSceneOptions; part: PartType }[];

test('at least 90 % of damages have a part without a hand edit, and each of these has a severity and a price', async () => {
  const damages: ShownDamage[] = [];
  for (const { viewpoint, car, part } of sides) {
    const wide = await jpegPhoto({ ...car, ...SIZE });
    const imageDetails = { viewpointName: viewpoint };
    const onWide = await inspectPhoto(
      analyzer,
      { tasks: [{ name: 'damage_detection', imageDetails }] },
      wide,
    );
    damages.push(...listShownDamages(onWide));
    const place = { centersOn: [getPartViewpoint(part) ?? part, part] };
    const [first] = Object.values(onWide.damages).flatMap(({ id }) =>
      Object.values(onWide.views).filter(({ damageId }) => damageId === id),
    );
    if (first) {
      const { boundingBox } = first;
      const closeUp = await cropAround(wide, boundingBox);
      const onCloseUp = await inspectPhoto(
        analyzer,
        { tasks: ['damage_detection'], imageType: 'close_up', detailedViewpoint: place },
        closeUp,
      );
      damages.push(...listShownDamages(onCloseUp));
    }
  }
  const placed = damages.filter(({ hasPart }) => hasPart);
  expect(damages.length).toBeGreaterThanOrEqual(8);
  expect(placed.length / damages.length).toBeGreaterThanOrEqual(0.9);
  expect(placed.filter(({ hasSeverity, hasPrice }) => !hasSeverity || !hasPrice)).toEqual([]);
}, 600_000);

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
