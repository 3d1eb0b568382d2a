import { LONGEST_TIMER_MS } from './longest-timer.ts';

/** Ends work that takes too long, or that its caller no longer wants; whichever is first. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly passed: boolean;
  /** How long it is, in milliseconds, as it was set last. */
  readonly after: number;
  /** Something moved, or takes longer: the time starts again. */
  restart(milliseconds?: number): void;
  clear(): void;
}

export function startDeadline(milliseconds: number, caller: AbortSignal | undefined): Deadline {
  const late = new AbortController();
  const start = () => setTimeout(() => late.abort(), Math.min(after, LONGEST_TIMER_MS));
  let after = milliseconds;
  let timer = start();
  return {
    signal: caller ? AbortSignal.any([caller, late.signal]) : late.signal,
    get passed() {
      return late.signal.aborted;
    },
    get after() {
      return after;
    },
    restart(again = milliseconds) {
      clearTimeout(timer);
      after = again;
      timer = start();
    },
    clear() {
      clearTimeout(timer);
    },
  };
}
