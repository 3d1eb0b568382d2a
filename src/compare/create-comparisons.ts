import { compareInspections } from '../analysis/compare/compare-inspections.ts';
import type { PhotoAlignment } from '../analysis/compare/photo-alignment.ts';
import { listPhotoPairs, type PhotoPair } from '../analysis/compare/photo-pairs.ts';
import { reviewComparison } from '../analysis/compare/review-comparison.ts';
import { describeStatement, getSealedText } from '../analysis/compare/statement.ts';
import { sumCharges } from '../analysis/compare/sum-charges.ts';
import { invalidField } from '../domain/check.ts';
import {
  type ComparisonReview,
  type DamageDecision,
  readComparisonReview,
  type Signature,
  type SignedComparison,
  toAdditionalData,
} from '../domain/comparison-review.ts';
import type { Entities } from '../domain/records/entities.ts';
import type { Inspection } from '../domain/records/inspection.ts';
import { isDamageKnown } from '../domain/verdict/analysis-outcome.ts';
import { KerbsideError } from '../errors.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import { sha256 } from '../platform/sha256.ts';
import { alignPairs } from './align-pairs.ts';
import type { Comparison, ComparisonSource, Comparisons } from './comparison.ts';
import type { PhotoAligner } from './photo-aligner.ts';

export interface ComparisonsDeps {
  api: ComparisonSource;
  aligner: PhotoAligner & { preload(): Promise<void>; close(): void };
  now(): number;
}

/** Creates the comparisons from their parts: an aligner in a worker or in the process, and a clock. */
export function createComparisonsWith({ api, aligner, now }: ComparisonsDeps): Comparisons {
  /** By the hashes of both photos; undefined if they do not show the same. */
  const aligned = new Map<string, PhotoAlignment | undefined>();
  const queue = createKeyedQueue();

  const align = async (pairs: readonly PhotoPair[]): Promise<PhotoAlignment[]> => {
    const readPhoto = async (imageId: string) => (await api.images.photo(imageId)).bytes;
    const fresh = pairs.filter((pair) => !aligned.has(keyOf(pair)));
    const found = await alignPairs(fresh, readPhoto, aligner);
    for (const pair of fresh)
      aligned.set(
        keyOf(pair),
        found.find((one) => isOf(one, pair)),
      );
    return pairs.flatMap((pair) => {
      const one = aligned.get(keyOf(pair));
      return one ? [{ ...one, beforeImageId: pair.before.id, afterImageId: pair.after.id }] : [];
    });
  };

  const getOne: Comparisons['getOne'] = async (inspectionId, options) => {
    const { inspection, entities } = await read(inspectionId, options);
    if (inspection.relatedInspectionId === undefined) return undefined;
    const earlier = await read(inspection.relatedInspectionId, options);
    const alignments = await align(listPhotoPairs(earlier.entities, entities));
    const review = readComparisonReview(inspection);
    const compared = compareInspections(earlier.entities, entities, alignments);
    const damages = reviewComparison(compared, review);
    const comparison: Comparison = {
      inspection,
      earlierInspection: earlier.inspection,
      entities,
      earlierEntities: earlier.entities,
      damages,
      alignments,
      isKnown:
        (isDamageKnown(earlier.entities) && isDamageKnown(entities)) ||
        (damages.length > 0 && damages.every(({ decidedBy }) => decidedBy === 'user')),
      charges: sumCharges(damages, earlier.entities, entities),
    };
    const { signature } = review;
    if (!signature) return comparison;
    const isValid =
      signature.statement === getStatement(comparison) &&
      signature.seal === (await hashText(getSealedText(signature)));
    return { ...comparison, signature: { ...signature, isValid } };
  };

  const read = async (id: string, options: Parameters<Comparisons['getOne']>[1]) => {
    const { entities, result } = await api.inspections.getOne(id, options);
    return { entities, inspection: entities.inspections[result] as Inspection }; // every response has it
  };

  /** Reads the review, changes and stores it, one change at a time: two taps must not overwrite each other. */
  const changeReview = (
    inspectionId: string,
    change: (review: ComparisonReview) => ComparisonReview,
    options: Parameters<Comparisons['decide']>[2],
  ) =>
    queue.run(inspectionId, async () => {
      const { inspection } = await read(inspectionId, options);
      const additionalData = toReadableData(change(readComparisonReview(inspection)));
      await api.inspections.updateOne(inspectionId, { additionalData }, options);
    });

  return {
    getOne,
    decide: (inspectionId, decision, options) =>
      changeReview(inspectionId, (review) => withDecision(review, decision), options),
    async sign(inspectionId, { name, path }, options) {
      if (name.trim() === '') throw invalidField('signature.name', 'the name of the customer', name);
      const comparison = await getOne(inspectionId, options);
      if (!comparison)
        throw invalidField('inspectionId', 'an inspection that follows another one', inspectionId);
      if (!comparison.isKnown) throw createUnknownError(comparison);
      const proposed = comparison.damages.filter(({ isChargeProposed }) => isChargeProposed);
      if (proposed.length > 0) throw createUnconfirmedError(proposed);
      const unsealed = {
        name: name.trim(),
        ...(path && { path }),
        signedAt: new Date(now()).toISOString(),
        statement: getStatement(comparison),
      };
      const signature: Signature = { ...unsealed, seal: await hashText(getSealedText(unsealed)) };
      const signed = describeSigned(comparison);
      await changeReview(inspectionId, (review) => ({ ...review, signature, signed }), options);
      return signature;
    },
    preload: () => aligner.preload(),
    close: () => aligner.close(),
  };
}

function createUnknownError({ inspection, earlierInspection }: Comparison): KerbsideError {
  return new KerbsideError(
    'invalid_input',
    'The comparison cannot be signed: it is not known what is new. Wait until the damage detection of both inspections has succeeded, or decide on every damage (`decide`).',
    { details: { inspectionId: inspection.id, earlierInspectionId: earlierInspection.id } },
  );
}

function createUnconfirmedError(proposed: Comparison['damages']): KerbsideError {
  return new KerbsideError(
    'invalid_input',
    'The comparison cannot be signed: no person has confirmed what the model proposes to charge. Decide on these damages (`decide`).',
    { details: { damageIds: proposed.flatMap(({ after }) => after?.id ?? []) } },
  );
}

/**
 * Returns the review as additional data. One that does not match its schema is not stored: it could not be read again, and
 * all decisions would be lost.
 *
 * @throws `invalid_input`
 */
function toReadableData(review: ComparisonReview): ReturnType<typeof toAdditionalData> {
  const additionalData = toAdditionalData(review);
  const { decisions, signature } = readComparisonReview({ additionalData });
  if (decisions.length !== review.decisions.length || Boolean(signature) !== Boolean(review.signature))
    throw invalidField('review', 'decisions and a signature within their limits', 'others');
  return additionalData;
}

function keyOf({ before, after }: PhotoPair): string {
  return `${before.sha256} ${after.sha256}`;
}

function isOf({ beforeImageId, afterImageId }: PhotoAlignment, { before, after }: PhotoPair): boolean {
  return beforeImageId === before.id && afterImageId === after.id;
}

function withDecision(review: ComparisonReview, decision: DamageDecision): ComparisonReview {
  const { damageId, earlierDamageId } = decision;
  const isAboutSame = (one: DamageDecision) =>
    (damageId !== undefined && one.damageId === damageId) ||
    (earlierDamageId !== undefined && one.earlierDamageId === earlierDamageId);
  return { ...review, decisions: [...review.decisions.filter((one) => !isAboutSame(one)), decision] };
}

function getStatement({ damages, charges, entities, earlierEntities }: Comparison): string {
  const listImages = ({ images }: Entities) => Object.values(images);
  return describeStatement({
    reviewed: damages,
    charges,
    images: listImages(entities),
    earlierImages: listImages(earlierEntities),
  });
}

function describeSigned({ damages, charges }: Comparison): SignedComparison {
  const { total: amount, currency, unpriced, unpricedDamageIds } = charges;
  return {
    charges: { amount, ...(currency !== undefined && { currency }), unpriced },
    damages: damages.map(({ status, before, after, isCharged }) => ({
      ...(after && { damageId: after.id }),
      ...(before && { earlierDamageId: before.id }),
      status,
      charged: isCharged,
      ...(after && unpricedDamageIds.includes(after.id) && { unpriced: true }),
    })),
  };
}

function hashText(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text).buffer);
}
