/** A reading of a value, for example of a plate. */
export interface Reading {
  /** Empty if nothing was found. */
  value: string;
  confidence: number;
  /** The lowest confidence of its characters. */
  weakest: number;
}

interface Vote<T> {
  model: string;
  view: number;
  reading: T;
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
}

/** The weight of a vote is its confidence to this power: two of 0.8 weigh less than one of 0.99. */
const WEIGHT_EXPONENT = 4;
/** Models agree if each is at least this certain of every character. */
const MIN_AGREEING = 0.5;

/**
 * Collects readings of the same picture. Each model has one vote per view, its most confident reading: readings of one model
 * with other margins repeat its errors. Values that differ only by look-alikes (`fold`) add up; then the heaviest of them
 * is chosen.
 */
export class ReadingVotes<T extends Reading> {
  readonly #fold: (value: string) => string;
  readonly #votes = new Map<string, Vote<T>>();

  constructor(fold: (value: string) => string = (value) => value) {
    this.#fold = fold;
  }

  add(model: string, view: number, reading: T): void {
    const key = `${view} ${model}`;
    const earlier = this.#votes.get(key);
    if (reading.value !== '' && (!earlier || reading.confidence > earlier.reading.confidence))
      this.#votes.set(key, { model, view, reading });
  }

  /** Returns whether `count` models agree, each certain of every character. More readings would hardly change the result. */
  isAgreed(count: number): boolean {
    const decision = this.decide();
    return decision !== undefined && decision.models >= count && decision.weakest >= MIN_AGREEING;
  }

  /** Returns the reading with the most weight. Undefined if no reading has a value. */
  decide(): Decision<T> | undefined {
    const votes = [...this.#votes.values()];
    const weightOf = (isSame: (value: string) => boolean) =>
      votes
        .filter(({ reading }) => isSame(reading.value))
        .reduce((sum, { reading }) => sum + reading.confidence ** WEIGHT_EXPONENT, 0);
    const ranked = votes
      .map(({ reading }) => ({
        reading,
        alike: weightOf((value) => this.#fold(value) === this.#fold(reading.value)),
        equal: weightOf((value) => value === reading.value),
      }))
      .sort((a, b) => b.alike - a.alike || b.equal - a.equal || b.reading.confidence - a.reading.confidence);
    const [best] = ranked;
    if (!best) return undefined;
    const certainties = new Map<string, number>();
    for (const { model, reading } of votes)
      if (reading.value === best.reading.value)
        certainties.set(model, Math.max(certainties.get(model) ?? 0, reading.weakest));
    return {
      reading: best.reading,
      models: certainties.size,
      share:
        best.equal /
        Math.max(
          1e-9,
          weightOf(() => true),
        ),
      weakest: certainties.size > 1 ? Math.min(...certainties.values()) : 0,
    };
  }
}
