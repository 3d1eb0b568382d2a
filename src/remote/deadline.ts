import { LONGEST_TIMER_MS } from '../longest-timer.ts';

/** Ends work that takes too long, or that its caller no longer wants; whichever is first. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly passed: boolean;
  /** Something moved: the time starts again. */
  restart(): void;
  clear(): void;
}

export function startDeadline(milliseconds: number, caller: AbortSignal | undefined): Deadline {
  const late = new AbortController();
  const start = () => setTimeout(() => late.abort(), Math.min(milliseconds, LONGEST_TIMER_MS));
  let timer = start();
  return {
    signal: caller ? AbortSignal.any([caller, late.signal]) : late.signal,
    get passed() {
      return late.signal.aborted;
    },
    restart() {
      clearTimeout(timer);
      timer = start();
    },
    clear() {
      clearTimeout(timer);
    },
  };
}
