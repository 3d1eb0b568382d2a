import type { AnalysisOutcome } from '../analysis-outcome.ts';

/** The sentences of a verdict in one language. Lengths are in whole centimetres. */
export interface VerdictTexts {
  outcomes: Record<AnalysisOutcome, string>;
  /** Of `nothingFound`: the photos that the model searched. */
  nothingFound(photos: number, limitCm: number | undefined): string;
  /** Of `damaged`: which further marks the model would have found. */
  foundFrom(photos: number, limitCm: number | undefined): string;
  stillLooking: string;
  notPhotographed(sides: number): string;
  unknownSide(photos: number): string;
  nobodyLooked: string;
  looked(users: string, sides: number): string;
  lookedAtAll(users: string, when: string): string;
  statedUndamaged(user: string, when: string): string;
  /** Short, for a row of a list. */
  sidesPhotographed(sides: number): string;
  sidesChecked(sides: number, users: string): string;
  notChecked: string;
  /** Of one side. */
  side: {
    /** The name of the side, and what is known of it. */
    named(viewpoint: string, known: string): string;
    notPhotographed: string;
    photographed(limitCm: number | undefined): string;
    nothingFound(limitCm: number): string;
    damaged(damages: number): string;
    lookedBy(user: string, when: string): string;
  };
  /** Joins names of persons. */
  and(names: readonly string[]): string;
}
