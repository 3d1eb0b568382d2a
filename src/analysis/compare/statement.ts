import type { Signature } from '../../domain/comparison-review.ts';
import type { Image } from '../../domain/records/image.ts';
import type { ReviewedDamage } from './review-comparison.ts';
import type { Charges } from './sum-charges.ts';

/** The statement that the customer signs. */
export interface SignedState {
  earlierImages: readonly Image[];
  images: readonly Image[];
  reviewed: readonly ReviewedDamage[];
  charges: Charges;
}

/**
 * Describes what the customer signs, as text with a fixed order: the hashes of the photos, the state of each damage, and
 * the sum. Without ids: those of the service differ from those of the device.
 *
 * Each photo is given by the first 8 bytes of its SHA-256; the report lists them in full.
 */
export function describeStatement({ earlierImages, images, reviewed, charges }: SignedState): string {
  const hashes = (list: readonly Image[]) =>
    list
      .map(({ sha256 }) => sha256.slice(0, 16))
      .sort()
      .join(' ');
  const damages = reviewed
    .map(({ status, before, after, isCharged }) => {
      const { damageType, partType } = after ?? before ?? { damageType: '', partType: '' };
      return [status, damageType, partType, ...(isCharged ? ['charged'] : [])].join(' ');
    })
    .sort();
  return [
    `then ${hashes(earlierImages)}`,
    `now ${hashes(images)}`,
    ...damages,
    `sum ${charges.total} ${charges.currency ?? ''} unpriced ${charges.unpriced}`,
  ].join('\n');
}

/** Returns the text whose SHA-256 is the seal of a signature. */
export function getSealedText({ statement, name, signedAt, path = '' }: Omit<Signature, 'seal'>): string {
  return [statement, name, signedAt, path].join('\n\n');
}
