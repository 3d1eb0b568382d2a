import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { createRecallCurve } from './fit-recall.ts';
import type { MarkedPhoto } from './marks.ts';

type DetectorType = DetectorEntry['types'][number];

/**
 * Returns the types with the recall that was measured on these photos. Damage types with too few marks have none.
 *
 * @param data The name of the photos.
 */
export function withRecallCurves(
  types: readonly DetectorType[],
  photos: readonly MarkedPhoto[],
  data: string,
): DetectorType[] {
  return types.map(({ recall: _earlier, ...type }) => {
    const curve = type.role === 'damage' && createRecallCurve(photos, type.name, seededRandom(1));
    console.log(`${type.name}: ${curve ? `${curve.marks} marks on ${curve.photos} photos` : 'no curve'}`);
    return curve ? { ...type, recall: { ...curve, data } } : type;
  });
}
