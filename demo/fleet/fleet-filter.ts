import type { AnalysisOutcome } from '../common/analysis-outcome.ts';
import type { LoadedInspection } from '../common/loaded-inspection.ts';

/** Who found the damages of an inspection. */
export interface Origins {
  /** Found by a model and not changed. */
  found: number;
  /** Found by a model, corrected by a person. */
  corrected: number;
  /** Added by a person. */
  added: number;
}

/** What the list shows and filters. */
export interface FleetFacts {
  loaded: LoadedInspection;
  outcome: AnalysisOutcome;
  /** The worst severity. 0 if none is known. */
  level: 0 | 1 | 2 | 3;
  /** In minor units. Undefined if it is not known: 0 would look like good news. */
  cost: { amount: number; currency: string; isComplete: boolean } | undefined;
  origins: Origins;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** In lower case. */
  text: string;
}

export const OUTCOME_FILTERS = ['damaged', 'clean', 'open', 'failed'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];
/** Days, counted from the start of the first one. */
export const DATE_FILTERS = ['yesterday', 'week', 'month'] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

/** A filter that is undefined, or an empty text, shows all. */
export interface FleetFilter {
  outcome?: OutcomeFilter | undefined;
  /** The least severity. */
  level?: 1 | 2 | 3 | undefined;
  date?: DateFilter | undefined;
  text: string;
}

const DAYS: Record<DateFilter, number> = { yesterday: 1, week: 7, month: 30 };

/** Returns the start of the local day that a date filter begins with. */
export function startOf(filter: DateFilter, now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - DAYS[filter]);
  return day.getTime();
}

export function matchesFilter(
  facts: FleetFacts,
  { outcome, level, date, text }: FleetFilter,
  now: number,
): boolean {
  const isOpen = ['notAnalysed', 'waiting', 'running'].includes(facts.outcome);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (outcome === undefined || (outcome === 'open' ? isOpen : facts.outcome === outcome)) &&
    facts.level >= (level ?? 0) &&
    (date === undefined || facts.createdAt >= startOf(date, now)) &&
    words.every((word) => facts.text.includes(word))
  );
}

export interface FleetSummary {
  inspections: number;
  damaged: number;
  /** By currency, in minor units. */
  costs: Map<string, number>;
}

export function summarize(facts: readonly FleetFacts[]): FleetSummary {
  const costs = new Map<string, number>();
  for (const { cost } of facts)
    if (cost) costs.set(cost.currency, (costs.get(cost.currency) ?? 0) + cost.amount);
  return {
    inspections: facts.length,
    damaged: facts.filter(({ outcome }) => outcome === 'damaged').length,
    costs,
  };
}
