import { type Analyzer, type CreateImageInput, type Entities, openKerbside } from 'kerbside';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';

/** What the app shows of a damage. */
export interface ShownDamage {
  hasPart: boolean;
  hasSeverity: boolean;
  /** Also if it counts only once a user confirms the damage. */
  hasPrice: boolean;
}

/** Inspects one photo with damage detection and estimate, and returns all records. */
export async function inspectPhoto(
  analyzer: Analyzer,
  input: CreateImageInput,
  photo: Uint8Array<ArrayBuffer>,
): Promise<Entities> {
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer,
    estimator: repairEstimates(),
  });
  const tasks = { damage_detection: {}, repair_estimate: {} };
  const { result: id } = await kerbside.inspections.createOne({ tasks });
  await kerbside.images.addOne(id, input, photo);
  for (const name of ['damage_detection', 'repair_estimate'] as const) {
    await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, name);
  }
  const { entities } = await kerbside.inspections.getOne(id);
  kerbside.close();
  return entities;
}

export function listShownDamages({ damages, parts, severityResults, vehicles }: Entities): ShownDamage[] {
  const { toReview = [] } = Object.values(vehicles)[0]?.repairEstimate ?? {};
  const priced = new Set([
    ...Object.values(parts).flatMap(({ partOperation }) => partOperation?.damageIds ?? []),
    ...toReview.flatMap(({ damageId, ifConfirmed }) => (damageId && ifConfirmed ? [damageId] : [])),
  ]);
  const assessed = new Set(Object.values(severityResults).map(({ label }) => label));
  return Object.values(damages).map(({ id, partType }) => ({
    hasPart: partType !== 'ignore',
    hasSeverity: assessed.has(partType),
    hasPrice: priced.has(id),
  }));
}
