import { compareInspections } from '../../../src/analysis/compare/compare-inspections.ts';
import { listPhotoPairs } from '../../../src/analysis/compare/photo-pairs.ts';
import { alignPairs } from '../../../src/compare/align-pairs.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { nodePhotoAligner } from '../../../src/node/report/report-maker.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { type CarView, carScene, type DrawnDamage } from '../../../test/fixtures/car-scene.ts';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { createProgress } from '../progress.ts';
import { chooseChange, readPixels, takeAgain } from './changed-photo.ts';
import { addFigures, type ComparisonFigures } from './comparison-figures.ts';

/** Drawings on which the shipped models detect every damage (test/node/drawn-photos.test.ts). */
const CARS = [
  { view: 'side', seed: 8, damages: ['dent', 'scratch'] },
  { view: 'front', seed: 1, damages: ['broken_glass', 'dent'] },
  { view: 'rear', seed: 14, damages: ['broken_light', 'dent'] },
] as const satisfies { view: CarView; seed: number; damages: readonly DrawnDamage[] }[];

/**
 * Runs the shipped models on rendered pairs, and compares what they detect. Damages are told apart by their types, which
 * differ on each car. One that is detected on one photo only is not counted.
 */
export async function compareDetected(pairs: number, folder: string): Promise<ComparisonFigures> {
  const models = new NodeModels({ folder, threads: 1, onFallback: () => {} });
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models),
  });
  const progress = createProgress(pairs);
  const all: ComparisonFigures[] = [];
  for (let index = 0; index < pairs; index++) {
    const car = CARS[index % CARS.length] ?? CARS[0];
    const hasNew = index % 2 === 1;
    const size = { width: 800, height: 600 };
    const old = hasNew ? car.damages.slice(1) : car.damages;
    const before = await inspect(kerbside, await jpegPhoto({ ...car, ...size, damages: old }));
    const later = await readPixels(Buffer.from(carScene({ ...car, ...size, street: car.seed + 100 })));
    const change = chooseChange(later, 0.06, seededRandom(index + 1));
    const after = await inspect(kerbside, new Uint8Array(await takeAgain(later, change)));
    const [then, now] = [await getEntities(kerbside, before), await getEntities(kerbside, after)];
    const readPhoto = async (imageId: string) => (await kerbside.images.photo(imageId)).bytes;
    const alignments = await alignPairs(listPhotoPairs(then, now), readPhoto, nodePhotoAligner);
    const figures = { unchanged: 0, same: 0, added: 0, missed: 0, unclear: 0 };
    for (const { status, after: damage } of compareInspections(then, now, alignments)) {
      const type = damage?.damageType;
      if (type === undefined || !car.damages.some((drawn) => drawn === type)) continue;
      const wasDetected = Object.values(then.damages).some(({ damageType }) => damageType === type);
      const wasDrawn = old.some((drawn) => drawn === type);
      if (wasDrawn && wasDetected) {
        figures.unchanged += 1;
        figures.same += Number(status === 'same');
      } else if (!wasDrawn && !wasDetected) {
        figures.added += 1;
        figures.missed += Number(status === 'same' || status === 'worse');
        figures.unclear += Number(status === 'unclear');
      }
    }
    all.push(figures);
    progress(index + 1);
  }
  kerbside.close();
  await models.dispose();
  return addFigures(all);
}

async function inspect(kerbside: Kerbside, photo: Uint8Array<ArrayBuffer>): Promise<string> {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  return id;
}

async function getEntities(kerbside: Kerbside, id: string) {
  return (await kerbside.inspections.getOne(id)).entities;
}
