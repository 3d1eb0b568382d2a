import type { PhotoAlignment } from '../analysis/compare/photo-alignment.ts';
import type { ReviewedDamage } from '../analysis/compare/review-comparison.ts';
import type { Charges } from '../analysis/compare/sum-charges.ts';
import type { CallOptions, InspectionApi } from '../domain/api/inspection-api.ts';
import type { DamageDecision, Signature } from '../domain/comparison-review.ts';
import type { Entities } from '../domain/records/entities.ts';
import type { Inspection } from '../domain/records/inspection.ts';

/** An inspection compared with the earlier one of the same vehicle. */
export interface Comparison {
  inspection: Inspection;
  earlierInspection: Inspection;
  /** The records of both inspections. */
  entities: Entities;
  earlierEntities: Entities;
  /** Each damage of both inspections once: new, worse, unclear, same, gone. */
  damages: ReviewedDamage[];
  /** Where earlier photos lie on later ones. Identical files are not listed: they need none. */
  alignments: PhotoAlignment[];
  /**
   * Whether it is known what is new: the damage of both inspections is known (`getAnalysisOutcome` is `clean` or `damaged`:
   * the damage detection succeeded, or a user added a damage), or a user decided on every damage, of which there is one at
   * least. Otherwise the comparison cannot be signed.
   */
  isKnown: boolean;
  /** The sum of what a user decided to charge. */
  charges: Charges;
  /** The customer's signature, if there is one. */
  signature?: Signature & {
    /** False if photos, damages, decisions or the sum changed since, or if the signature itself was altered. */
    isValid: boolean;
  };
}

/** The input of a signature. */
export interface SignatureInput {
  /** The customer's name. */
  name: string;
  /** The strokes as an SVG path in a box of 600 × 200: the `path` of `<kerbside-signature>`. */
  path?: string | undefined;
}

/** Compares inspections, and records what people decide. */
export interface Comparisons {
  /**
   * Compares an inspection with its related one (`relatedInspectionId`). Photos are aligned in a worker, once. To compare
   * without a network, call {@link Comparisons.preload} before.
   *
   * @returns Undefined if the inspection follows no earlier one.
   * @throws `not_found` if one of the two cannot be read here; `worker_lost` if the worker's script cannot be loaded.
   */
  getOne(inspectionId: string, options?: CallOptions): Promise<Comparison | undefined>;
  /**
   * Records what a person decided about a damage. It replaces earlier decisions about it, and a signature of the earlier
   * state stays, as invalid.
   *
   * @throws `invalid_input` if the decision is invalid, or one too many.
   */
  decide(inspectionId: string, decision: DamageDecision, options?: CallOptions): Promise<void>;
  /**
   * Records the customer's signature of the current comparison, sealed with the hashes of all photos.
   *
   * @throws `invalid_input` if the name is empty, if name or strokes are too long, if the inspection follows no earlier one,
   *   if it is not known what is new ({@link Comparison.isKnown}), or if no user decided on a damage that the model proposes to
   *   charge (`isChargeProposed`).
   */
  sign(inspectionId: string, input: SignatureInput, options?: CallOptions): Promise<Signature>;
  /**
   * Caches the worker for offline use. It is the one that makes reports: `preload` of `createReports` does the same.
   *
   * @throws `model_unavailable` or `worker_lost` if the script cannot be loaded and is not cached
   */
  preload(): Promise<void>;
  /** Terminates the worker. */
  close(): void;
}

/** The part of `Kerbside` that comparisons use. */
export type ComparisonSource = Pick<InspectionApi, 'inspections' | 'images'>;
