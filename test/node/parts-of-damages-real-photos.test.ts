import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateImageInput } from 'kerbside';
import { afterAll, expect, test } from 'vitest';
import { getPartViewpoint } from '../../src/domain/car-diagram/car-diagram.ts';
import type { PartType } from '../../src/domain/enums.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { inspectPhoto, listShownDamages, type ShownDamage } from './support/inspect-photo.ts';

/**
 * The photos of an inspector, from those never trained on: wide ones as they are, and close-ups with the place that the app
 * asks for. Whether the place is right cannot be seen here: it is what the user taps.
 */
const DATA = fileURLToPath(new URL('../../../shared/data/damage/', import.meta.url));
const PHOTOS = Number(process.env.PHOTOS ?? 40);
const PLACE: PartType = 'door_front_left';

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
const analyzer = createNodeAnalyzer(models, 'small');
afterAll(() => models.dispose());

test('at least 90 % of damages on real photos have a part without a hand edit, with a severity and a price', async () => {
  const tasks: CreateImageInput['tasks'] = ['damage_detection'];
  const wide: ShownDamage[] = [];
  const withoutPlace: ShownDamage[] = [];
  const closeUps: ShownDamage[] = [];
  for (const path of [...samplePaths('s5'), ...samplePaths('s1')]) {
    const photo = new Uint8Array(readFileSync(path));
    const { images, ...entities } = await inspectPhoto(analyzer, { tasks }, photo);
    const damages = listShownDamages({ images, ...entities });
    // The app asks for the place of a photo whose side it does not recognize, if a damage on it has no part.
    const needsPlace = damages.some(({ hasPart }) => !hasPart) && !Object.values(images)[0]?.viewpoint;
    if (!needsPlace) wide.push(...damages);
    else {
      withoutPlace.push(...damages);
      const detailedViewpoint = { centersOn: [getPartViewpoint(PLACE) ?? PLACE, PLACE] };
      const placed = { tasks, imageType: 'close_up' as const, detailedViewpoint };
      closeUps.push(...listShownDamages(await inspectPhoto(analyzer, placed, photo)));
    }
  }
  const all = [...wide, ...closeUps];
  console.log(
    [
      `Real photos, ${PHOTOS} of inspections and ${PHOTOS} close to the damage. Damages with a part without a hand edit:`,
      `  without a stated place: ${describe(wide)}`,
      `  with the place that the app asks for: ${describe(closeUps)} (before: ${describe(withoutPlace)})`,
      `  all: ${describe(all)}`,
    ].join('\n'),
  );
  const placed = all.filter(({ hasPart }) => hasPart);
  expect(placed.length / all.length).toBeGreaterThanOrEqual(0.9);
  expect(placed.filter(({ hasSeverity, hasPrice }) => !hasSeverity || !hasPrice)).toEqual([]);
}, 3_600_000);

function describe(damages: readonly ShownDamage[]): string {
  const placed = damages.filter(({ hasPart }) => hasPart).length;
  return `${placed} of ${damages.length}, ${((100 * placed) / damages.length).toFixed(1)} %`;
}

/** Returns photos of the validation split, spread over it. */
function samplePaths(shard: string): string[] {
  const index = join(DATA, shard, 'index.json');
  const records = JSON.parse(readFileSync(index, 'utf8')) as { file: string; split: string; boxes: [] }[];
  const known = records.filter(({ split, boxes }) => split === 'val' && boxes.length > 0);
  const step = Math.max(1, Math.floor(known.length / PHOTOS));
  return known
    .filter((_record, position) => position % step === 0)
    .slice(0, PHOTOS)
    .map(({ file }) => join(dirname(index), file));
}
