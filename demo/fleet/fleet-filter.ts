export const OUTCOME_FILTERS = ['damaged', 'nothingFound', 'clean', 'open', 'failed'] as const;
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

/** As the service accepts. */
export const MAX_TEXT = 100;
const MAX_WORDS = 8;

const DAYS: Record<DateFilter, number> = { yesterday: 1, week: 7, month: 30 };

/** Returns the start of the local day that a date filter begins with. */
export function startOf(filter: DateFilter, now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - DAYS[filter]);
  return day.getTime();
}

/** Returns the query parameters of a filter. */
export function toQuery({ outcome, level, date, text }: FleetFilter, now: number): Record<string, string> {
  const search = text.slice(0, MAX_TEXT).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).join(' ');
  return {
    ...(outcome && { outcome }),
    ...(level && { min_severity: String(level) }),
    ...(date && { created_from: new Date(startOf(date, now)).toISOString() }),
    ...(search && { search }),
  };
}

export function isFiltered(filter: FleetFilter): boolean {
  return Object.keys(toQuery(filter, 0)).length > 0;
}

/** Returns the id of the inspection that the page shows. Empty: the list. */
export function readRoute(hash: string): string {
  const [, name, id] = hash.split('/');
  if (name !== 'inspections' || !id) return '';
  try {
    return decodeURIComponent(id);
  } catch {
    return id; // the service says that there is no such inspection
  }
}
