import {
  CHECK_POSITION,
  requiresCheckDigit,
  VIN_CHARACTERS,
  VIN_LENGTH,
  weighVinCharacter,
} from './vin-check-digit.ts';
import { isFilledWithZ, isKnownManufacturer, isManufacturer } from './vin-manufacturers.ts';

/** One reading of a VIN: for each of the 17 positions, the probability of each of `VIN_CHARACTERS`. */
export type VinEvidence = readonly Float32Array[];

/** A reading of a VIN by one recognizer. */
interface VinVote {
  model: string;
  reading: { value: string; confidence: number; evidence?: VinEvidence };
}

interface MergedVin {
  vin: string;
  /** For each character, its probability among all characters of its position, over all readings. */
  probabilities: number[];
  /** The natural logarithm of how much more likely it is than the next best VIN. */
  margin: number;
}

/** Two texts with at most this many different characters are readings of the same VIN. */
const MAX_DIFFERENCES = 6;
/** The weight of a reading is its confidence to this power. */
const WEIGHT_EXPONENT = 8;
/** Factor for the weight of a VIN of an unknown manufacturer: it is often another line, or a part of two. */
const UNKNOWN_FACTOR = 0.3;
/** The least probability of a character: recognizers are too sure of what they exclude. */
const LEAST_PROBABILITY = 0.002;
/**
 * Log weights of what is known of VINs. Where the check digit is voluntary, 44 of 64 evaluated VINs with a digit or X in its
 * place had a right one; a random character is right in 1 of 11.
 */
const PRIOR = {
  mandatoryCheckDigit: Math.log(1000),
  voluntaryCheckDigit: Math.log(20),
  filledWithZ: Math.log(20),
  manufacturer: Math.log(50),
};
/** A VIN ends with a serial number of at least 4 digits (ISO 3779). */
const FIRST_SERIAL = VIN_LENGTH - 4;
const MANUFACTURER_LENGTH = 3;
/** The number of characters per position that are considered. */
const CANDIDATES = 4;

/**
 * Returns the VIN that all readings together make most likely. Readings err in different characters: their probabilities
 * are combined position by position, and the check digit and the manufacturer decide between what remains. The readings
 * of one model together weigh as much as those of another. Undefined if there is no reading.
 */
export function mergeVins(votes: readonly VinVote[]): MergedVin | undefined {
  const group = findHeaviestGroup(votes);
  if (group.length === 0) return undefined;
  const ofModel = (model: string) => sum(group.filter((vote) => vote.model === model).map(weigh));
  const weights = group.map((vote) => weigh(vote) / ofModel(vote.model));
  const scores = Array.from({ length: VIN_LENGTH }, (_, position) =>
    [...VIN_CHARACTERS].map((_, character) =>
      group.reduce((score, { reading: { evidence } }, index) => {
        const probability = Math.max(LEAST_PROBABILITY, evidence?.[position]?.[character] ?? 0);
        return score + (weights[index] ?? 0) * Math.log(probability);
      }, 0),
    ),
  );
  const [best, second] = searchVins(scores.map(listCandidates)).sort((a, b) => b.score - a.score);
  if (!best) return undefined;
  return {
    vin: best.text,
    probabilities: scores.map((row, position) => toProbability(row, best.text[position] ?? '')),
    margin: best.score - (second?.score ?? Number.NEGATIVE_INFINITY),
  };
}

/** Returns the votes for nearly the same text that together weigh most. */
function findHeaviestGroup(votes: readonly VinVote[]): VinVote[] {
  const groups = votes.map((vote) =>
    votes.filter((other) => countDifferences(vote.reading.value, other.reading.value) <= MAX_DIFFERENCES),
  );
  return groups.reduce((best, one) => (sum(one.map(weigh)) > sum(best.map(weigh)) ? one : best), []);
}

function weigh({ reading: { value, confidence } }: VinVote): number {
  return Math.max(1e-6, confidence) ** WEIGHT_EXPONENT * (isKnownManufacturer(value) ? 1 : UNKNOWN_FACTOR);
}

/** Returns the number of positions in which two texts of the same length differ. */
export function countDifferences(a: string, b: string): number {
  return [...a].filter((character, index) => character !== b[index]).length;
}

interface Candidate {
  text: string;
  score: number;
  /** The remainder of its part of the check sum. */
  remainder: number;
}

function listCandidates(row: readonly number[], position: number): Candidate[] {
  return row
    .map((score, index) => {
      const text = VIN_CHARACTERS[index] ?? '';
      return { text, score, remainder: weighVinCharacter(text, position) % 11 };
    })
    .filter(({ text }) => position < FIRST_SERIAL || /[0-9]/.test(text))
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES);
}

/**
 * Returns the best VIN of every manufacturer, check digit and remainder of the check sum. The remainder is all that the
 * check digit depends on, so the best VIN with a right check digit is among them.
 */
function searchVins(positions: readonly (readonly Candidate[])[]): Candidate[] {
  const nothing = [{ text: '', score: 0, remainder: 0 }];
  const heads = positions
    .slice(0, MANUFACTURER_LENGTH)
    .reduce<Candidate[]>(extend, nothing)
    .map((head) => ({ ...head, score: head.score + (isManufacturer(head.text) ? PRIOR.manufacturer : 0) }));
  const rest = positions.slice(MANUFACTURER_LENGTH);
  const at = CHECK_POSITION - MANUFACTURER_LENGTH;
  return (rest[at] ?? []).flatMap((check) => {
    const tails = rest
      .with(at, [check])
      .reduce<Candidate[]>((best, candidates) => keepBestOfRemainders(extend(best, candidates)), nothing);
    const wholes = extend(heads, tails);
    for (const whole of wholes) whole.score += scoreForm(whole, check.text);
    return wholes;
  });
}

function scoreForm({ text, remainder }: Candidate, check: string): number {
  if ('0123456789X'[remainder] === check)
    return requiresCheckDigit(text) ? PRIOR.mandatoryCheckDigit : PRIOR.voluntaryCheckDigit;
  return isFilledWithZ(text) ? PRIOR.filledWithZ : 0;
}

function extend(starts: readonly Candidate[], ends: readonly Candidate[]): Candidate[] {
  return starts.flatMap((start) =>
    ends.map((end) => ({
      text: start.text + end.text,
      score: start.score + end.score,
      remainder: (start.remainder + end.remainder) % 11,
    })),
  );
}

function keepBestOfRemainders(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const kept = best.get(candidate.remainder);
    if (!kept || candidate.score > kept.score) best.set(candidate.remainder, candidate);
  }
  return [...best.values()];
}

function toProbability(row: readonly number[], character: string): number {
  const highest = Math.max(...row);
  const score = row[VIN_CHARACTERS.indexOf(character)] ?? Number.NEGATIVE_INFINITY;
  return Math.exp(score - highest) / sum(row.map((one) => Math.exp(one - highest)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
