/** A reading of a value, for example of a plate. */
export interface Reading {
  /** Empty if nothing was found. Readings with the same value agree. */
  value: string;
  /** 0 if nothing was found. */
  confidence: number;
  /** The lowest confidence of its characters. */
  weakest: number;
  /**
   * Whether models often agree on such a value by mistake: a VIN of an unknown manufacturer, a plate of no pattern, a short
   * mileage. They then have to look again.
   */
  isUnusual?: boolean;
  /** Whether its check digit is right and nothing is unusual. One of 11 wrong readings has a right check digit. */
  isChecked?: boolean;
}

export interface Vote<T> {
  model: string;
  view: number;
  reading: T;
}

/** How readings of one kind vote. */
export interface VotingRules<T extends Reading> {
  /** Values that differ only by look-alikes count as one. */
  fold?(value: string): string;
  /** Whether a value may be another one of which characters were lost. Votes for it then count for a certain reading of the other. */
  isPartOf?(value: string, other: string): boolean;
  /** Makes one reading of all, in place of choosing between them. */
  merge?<R extends T>(votes: readonly Vote<R>[]): { reading: R; probability: number } | undefined;
}

/** The outcome of a vote. */
export interface Decision<T> {
  reading: T;
  /** The number of models that read this value. Different models err differently, so they confirm each other. */
  models: number;
  /** The weight of this value, of the weight of all votes. */
  share: number;
  /** The lowest confidence of a character, in the best reading of the less certain model. 0 if one model read it. */
  weakest: number;
  /** How likely a merged reading is. */
  probability?: number;
}

/** The weight of a vote is its confidence to this power: two of 0.8 weigh less than one of 0.99. */
const WEIGHT_EXPONENT = 4;
/** A checked reading needs no second model if its model is this certain of every character. */
const MIN_PROVEN = 0.8;
/** Models agree if each is at least this certain of every character. */
const MIN_AGREEING = 0.5;
/** A model that is this certain of every character has not made up one that others lost. */
const MIN_COMPLETE = 0.85;

/**
 * Collects readings of the same picture. Each model has one vote per view, its most confident reading: readings of one model
 * with other margins repeat its errors. Values that differ only by look-alikes (`fold`) add up, and those of which characters
 * were lost (`isPartOf`) count for the whole one; then the heaviest is chosen, or all are merged.
 */
export class ReadingVotes<T extends Reading> {
  readonly #rules: VotingRules<T>;
  readonly #votes = new Map<string, Vote<T>>();
  /** The outcome of these votes, if it is known: to merge VINs takes milliseconds. */
  #decision: Decision<T> | undefined;

  constructor(rules: VotingRules<T> = {}) {
    this.#rules = rules;
  }

  add(model: string, view: number, reading: T): void {
    const key = `${view} ${model}`;
    const earlier = this.#votes.get(key);
    if (reading.value === '' || (earlier && reading.confidence <= earlier.reading.confidence)) return;
    this.#votes.set(key, { model, view, reading });
    this.#decision = undefined;
  }

  /**
   * Returns whether `count` models agree, each certain of every character, or a reading is proven. More readings would
   * hardly change the result.
   */
  isAgreed(count: number): boolean {
    const decision = this.decide();
    if (decision === undefined || decision.reading.isUnusual) return false;
    if (isProven(decision.reading)) return true;
    return decision.models >= count && decision.weakest >= MIN_AGREEING;
  }

  /** Returns the reading with the most weight. Undefined if no reading has a value. */
  decide(): Decision<T> | undefined {
    this.#decision ??= this.#count();
    return this.#decision;
  }

  #count(): Decision<T> | undefined {
    const votes = [...this.#votes.values()];
    const merged = this.#rules.merge?.(votes);
    const reading = merged?.reading ?? this.#chooseHeaviest(votes);
    if (!reading) return undefined;
    const same = votes.filter((vote) => vote.reading.value === reading.value);
    const certainties = new Map<string, number>();
    for (const { model, reading: one } of same)
      certainties.set(model, Math.max(certainties.get(model) ?? 0, one.weakest));
    return {
      reading,
      models: certainties.size,
      share: weigh(same) / Math.max(1e-9, weigh(votes)),
      weakest: certainties.size > 1 ? Math.min(...certainties.values()) : 0,
      ...(merged && { probability: merged.probability }),
    };
  }

  #chooseHeaviest(votes: readonly Vote<T>[]): T | undefined {
    const fold = (value: string) => this.#rules.fold?.(value) ?? value;
    const supports = (value: string, reading: T) =>
      fold(value) === fold(reading.value) ||
      (reading.weakest >= MIN_COMPLETE && this.#rules.isPartOf?.(value, reading.value) === true);
    const [best] = votes
      .map(({ reading }) => ({
        reading,
        alike: weigh(votes.filter((vote) => supports(vote.reading.value, reading))),
        equal: weigh(votes.filter((vote) => vote.reading.value === reading.value)),
      }))
      .sort((a, b) => b.alike - a.alike || b.equal - a.equal || b.reading.confidence - a.reading.confidence);
    return best?.reading;
  }
}

/** Returns whether a reading is as sure as one on which models agree. */
export function isProven({ isChecked = false, weakest }: Reading): boolean {
  return isChecked && weakest >= MIN_PROVEN;
}

function weigh(votes: readonly Vote<Reading>[]): number {
  return votes.reduce((sum, { reading }) => sum + reading.confidence ** WEIGHT_EXPONENT, 0);
}
