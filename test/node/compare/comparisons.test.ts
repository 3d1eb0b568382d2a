import { expect, test } from 'vitest';
import { createComparisonsWith } from '../../../src/compare/create-comparisons.ts';
import { readComparisonReview } from '../../../src/domain/comparison-review.ts';
import { COMPARISON_KEY } from '../../../src/domain/records/inspection.ts';
import { nodePhotoAligner } from '../../../src/node/report/report-maker.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import type { RentalInspection } from '../../fixtures/rental.ts';
import { BACK, OUT, openOffice } from '../support/rental-office.ts';

/** A car leaves with a dent, and returns with the dent and a scratch, photographed in another street. */
async function rentTwice(back: RentalInspection = {}, out: RentalInspection = {}) {
  const car = { seed: 4, view: 'side', width: 320, height: 240 } as const;
  const { kerbside, inspectAt } = await openOffice([await jpegPhoto(car)]);
  const follows = await inspectAt(OUT, { damages: [['dent', 'ignore']], isConfirmed: true, ...out });
  const id = await inspectAt(BACK, {
    photos: [await jpegPhoto({ ...car, street: 5 })],
    damages: [
      ['dent', 'ignore'],
      ['scratch', 'ignore'],
    ],
    follows,
    ...back,
  });
  let reads = 0;
  const aligner = {
    ...nodePhotoAligner,
    findFeatures: (photo: ArrayBuffer) => {
      reads += 1;
      return nodePhotoAligner.findFeatures(photo);
    },
    preload: async () => {},
    close: () => {},
  };
  const comparisons = createComparisonsWith({ api: kerbside, aligner, now: () => BACK });
  const statuses = async () => {
    const { damages = [] } = (await comparisons.getOne(id)) ?? {};
    return damages.map(({ status, after, before }) => [status, (after ?? before)?.damageType]);
  };
  const damageOf = async (type: string) => {
    const { damages = [] } = (await comparisons.getOne(id)) ?? {};
    return damages.find(({ after }) => after?.damageType === type);
  };
  /** The user confirms that the scratch is new. */
  const confirmScratch = async () => {
    const damageId = (await damageOf('scratch'))?.after?.id ?? '';
    await comparisons.decide(id, { damageId, status: 'new' });
  };
  return { kerbside, comparisons, id, follows, confirmScratch, statuses, damageOf, countReads: () => reads };
}

test('compares by place on photos of the same side, and aligns them once', async () => {
  const { statuses, countReads } = await rentTwice();
  expect(await statuses()).toEqual([
    ['new', 'scratch'],
    ['same', 'dent'],
  ]);
  await statuses();
  expect(countReads()).toBe(2);
});

test('an inspection that follows no other has no comparison, and cannot be signed', async () => {
  const { comparisons, follows } = await rentTwice();
  expect(await comparisons.getOne(follows)).toBeUndefined();
  await expect(comparisons.sign(follows, { name: 'Ada' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('keeps decisions of quick taps, each once, and replays them to the service', async () => {
  const { kerbside, comparisons, id, damageOf } = await rentTwice();
  const [scratch, dent] = [await damageOf('scratch'), await damageOf('dent')];
  const damageId = scratch?.after?.id ?? '';
  const both = { damageId: dent?.after?.id ?? '', earlierDamageId: dent?.before?.id ?? '' };
  await Promise.all([
    comparisons.decide(id, { damageId, status: 'same' }),
    comparisons.decide(id, { ...both, status: 'worse' }),
    comparisons.decide(id, { damageId, status: 'new', charged: false }),
  ]);
  const { entities } = await kerbside.inspections.getOne(id);
  const inspection = entities.inspections[id];
  expect(inspection && readComparisonReview(inspection).decisions).toEqual([
    { ...both, status: 'worse' },
    { damageId, status: 'new', charged: false },
  ]);
  expect(await damageOf('scratch')).toMatchObject({ status: 'new', decidedBy: 'user', isCharged: false });
});

test('a signature is valid until something that was signed changes', async () => {
  const { kerbside, comparisons, id, damageOf, confirmScratch } = await rentTwice();
  await confirmScratch();
  const { seal } = await comparisons.sign(id, { name: ' Ada Lovelace ', path: 'M0 0L10 10' });
  expect(seal).toMatch(/^[0-9a-f]{64}$/);
  expect((await comparisons.getOne(id))?.signature).toMatchObject({ name: 'Ada Lovelace', isValid: true });
  const damageId = (await damageOf('scratch'))?.after?.id ?? '';
  await comparisons.decide(id, { damageId, status: 'new' });
  expect((await comparisons.getOne(id))?.signature?.isValid).toBe(true);
  await comparisons.decide(id, { damageId, status: 'new', charged: false });
  expect((await comparisons.getOne(id))?.signature?.isValid).toBe(false);
  await comparisons.sign(id, { name: 'Ada Lovelace' });
  await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'roof' });
  expect((await comparisons.getOne(id))?.signature?.isValid).toBe(false);
});

test('what was signed is stored as data: the state of each damage, the sum, and what has no price', async () => {
  const { kerbside, comparisons, id, damageOf, confirmScratch } = await rentTwice();
  await confirmScratch();
  const [scratch, dent] = [await damageOf('scratch'), await damageOf('dent')];
  await comparisons.sign(id, { name: 'Ada Lovelace' });
  const { entities } = await kerbside.inspections.getOne(id);
  const inspection = entities.inspections[id];
  expect(inspection && readComparisonReview(inspection).signed).toEqual({
    charges: { amount: 0, unpriced: 1 },
    damages: [
      { damageId: scratch?.after?.id, status: 'new', charged: true, unpriced: true },
      { damageId: dent?.after?.id, earlierDamageId: dent?.before?.id, status: 'same', charged: false },
    ],
  });
});

test('nothing is charged, and nothing can be signed, until a user confirms what is charged', async () => {
  const { comparisons, id, confirmScratch, damageOf } = await rentTwice();
  const scratch = await damageOf('scratch');
  expect(scratch).toMatchObject({ status: 'new', isCharged: false, isChargeProposed: true });
  expect((await comparisons.getOne(id))?.charges).toMatchObject({ total: 0, unpriced: 0 });
  await expect(comparisons.sign(id, { name: 'Ada' })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { damageIds: [scratch?.after?.id] },
  });
  await confirmScratch();
  expect((await comparisons.getOne(id))?.charges).toMatchObject({ unpriced: 1 });
  await comparisons.sign(id, { name: 'Ada' });
});

test('a damage that the check-out may have missed is unclear, not charged, and does not hinder the signature', async () => {
  const { comparisons, id, damageOf } = await rentTwice({}, { isConfirmed: false });
  expect(await damageOf('scratch')).toMatchObject({
    status: 'unclear',
    reason: 'notAnalysed',
    isCharged: false,
    isChargeProposed: false,
  });
  await comparisons.sign(id, { name: 'Ada' });
  expect(await comparisons.getOne(id)).toMatchObject({ signature: { isValid: true }, charges: { total: 0 } });
});

test('an altered signature is not valid', async () => {
  const { kerbside, comparisons, id, confirmScratch } = await rentTwice();
  await confirmScratch();
  const signature = await comparisons.sign(id, { name: 'Ada Lovelace' });
  const altered = { decisions: [], signature: { ...signature, name: 'Somebody else' } };
  await kerbside.inspections.updateOne(id, { additionalData: { [COMPARISON_KEY]: altered } });
  expect((await comparisons.getOne(id))?.signature?.isValid).toBe(false);
});

test('a signature needs a name', async () => {
  const { comparisons, id } = await rentTwice();
  await expect(comparisons.sign(id, { name: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
});

/** A car leaves with a dent, and returns; nobody looks for damage. */
async function returnUnanalysed() {
  const rental = await rentTwice({ damages: [] });
  const [dent] = (await rental.comparisons.getOne(rental.id))?.damages ?? [];
  return { ...rental, earlierDamageId: dent?.before?.id ?? '' };
}

test('a damage is not gone if nobody looked for it, and the comparison cannot be signed', async () => {
  const { comparisons, statuses, id } = await returnUnanalysed();
  expect(await statuses()).toEqual([['unclear', 'dent']]);
  expect(await comparisons.getOne(id)).toMatchObject({ isKnown: false });
  await expect(comparisons.sign(id, { name: 'Ada' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('decide on every damage'),
  });
  expect((await comparisons.getOne(id))?.signature).toBeUndefined();
});

test('a comparison without an analysis can be signed if a user decided on every damage', async () => {
  const { comparisons, statuses, id, earlierDamageId } = await returnUnanalysed();
  await comparisons.decide(id, { earlierDamageId, status: 'gone' });
  expect(await statuses()).toEqual([['gone', 'dent']]);
  await comparisons.sign(id, { name: 'Ada' });
  expect(await comparisons.getOne(id)).toMatchObject({ isKnown: true, signature: { isValid: true } });
});
