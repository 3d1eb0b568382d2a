import * as v from 'valibot';
import { id, type JsonObject, list, notNegative, object, text } from './fields.ts';
import { LIMITS } from './limits.ts';
import { COMPARISON_KEY, type Inspection } from './records/inspection.ts';

/** The states that a user gives to a compared damage. */
export const DECIDED_STATUSES = ['new', 'worse', 'same', 'gone'] as const;
/** One of {@link DECIDED_STATUSES}. */
export type DecidedStatus = (typeof DECIDED_STATUSES)[number];

/** A user's decision about one damage of a comparison. */
export interface DamageDecision {
  /** Of this inspection. Absent if the damage is gone. */
  damageId?: string;
  /** Of the earlier inspection. Absent if the damage is new. */
  earlierDamageId?: string;
  /** The state that the user confirmed or chose. */
  status: DecidedStatus;
  /**
   * Whether the customer pays for it.
   *
   * @default true for new and worse damages
   */
  charged?: boolean;
}

/** The customer's signature of a comparison. */
export interface Signature {
  /** The name that the customer typed. */
  name: string;
  /** The strokes as an SVG path in a box of 600 × 200. Absent if the customer only typed the name. */
  path?: string;
  /** ISO 8601. */
  signedAt: string;
  /** The signed statement: `describeStatement` creates it. */
  statement: string;
  /** SHA-256 of the statement, name, time and strokes, in lower-case hex. */
  seal: string;
}

/** A damage of a signed comparison. */
export interface SignedDamage {
  /** Of this inspection. Absent if only the earlier one has it. */
  damageId?: string;
  /** Of the earlier inspection. Absent if only this one has it. */
  earlierDamageId?: string;
  status: DecidedStatus | 'unclear';
  /** Whether the customer pays for it. */
  charged: boolean;
  /** True if the customer pays for it and it has no price: a person has to assess it. */
  unpriced?: true;
}

/** The content of the signed statement, as data. The statement of the signature says the same as text, and is what is sealed. */
export interface SignedComparison {
  /** The sum of the charges. */
  charges: {
    /** In minor units. */
    amount: number;
    /** ISO 4217 code. Absent if nothing has a price. */
    currency?: string;
    /** The number of charged damages without a price. */
    unpriced: number;
  };
  damages: SignedDamage[];
}

/** The users' decisions about a comparison, and the customer's signature. */
export interface ComparisonReview {
  decisions: DamageDecision[];
  signature?: Signature;
  /** The signed content. Absent in signatures of earlier versions. */
  signed?: SignedComparison;
}

const decision = object({
  damageId: v.optional(id),
  earlierDamageId: v.optional(id),
  status: v.picklist(DECIDED_STATUSES),
  charged: v.optional(v.boolean()),
});

const SVG_PATH = /^[MLml0-9 .,-]*$/;

const signature = object({
  name: text(),
  path: v.optional(v.pipe(text(20_000), v.regex(SVG_PATH, 'an SVG path of lines'))),
  signedAt: text(),
  statement: text(40_000),
  seal: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex')),
});

const signedDamage = object({
  damageId: v.optional(id),
  earlierDamageId: v.optional(id),
  status: v.picklist([...DECIDED_STATUSES, 'unclear']),
  charged: v.boolean(),
  unpriced: v.optional(v.literal(true)),
});

const signed = object({
  charges: object({ amount: notNegative, currency: v.optional(text()), unpriced: notNegative }),
  damages: list(signedDamage, LIMITS.signedDamages, 'damages'),
});

const comparisonReview = object({
  decisions: list(decision, LIMITS.decisions, 'decisions'),
  signature: v.optional(signature),
  signed: v.optional(signed),
});

/** Reads the review of an inspection. An app may put anything under the key: what does not match is left out. */
export function readComparisonReview({
  additionalData,
}: Pick<Inspection, 'additionalData'>): ComparisonReview {
  const { success, output } = v.safeParse(comparisonReview, additionalData?.[COMPARISON_KEY]);
  return success ? (output as ComparisonReview) : { decisions: [] };
}

/** Returns the review as additional data, for `inspections.updateOne`. */
export function toAdditionalData(review: ComparisonReview): JsonObject {
  return { [COMPARISON_KEY]: review };
}

/** The damages that a review names. */
export const comparisonReviewIds = {
  key: COMPARISON_KEY,
  replaceIds(additionalData: JsonObject, replace: (id: string) => string): JsonObject {
    const { decisions, signed, ...review } = readComparisonReview({ additionalData });
    const replaceIn = <Pair extends Pick<SignedDamage, 'damageId' | 'earlierDamageId'>>({
      damageId,
      earlierDamageId,
      ...pair
    }: Pair) => ({
      ...pair,
      ...(damageId !== undefined && { damageId: replace(damageId) }),
      ...(earlierDamageId !== undefined && { earlierDamageId: replace(earlierDamageId) }),
    });
    return {
      ...review,
      decisions: decisions.map(replaceIn),
      ...(signed && { signed: { ...signed, damages: signed.damages.map(replaceIn) } }),
    };
  },
};
