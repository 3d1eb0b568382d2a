import type { Browser, Page } from 'playwright';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of wall-clock time and of processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** A task of a page's main thread, in milliseconds. */
export interface MainThreadTask {
  byTheClock: number;
  /** Processor time. Unlike wall-clock time, it does not depend on other load of the machine. */
  processor: number;
}

/** Returns the tasks of a page's main thread during `work`. */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThreadTask[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mains = new Set(
    traceEvents.filter(({ ph, args }) => ph === 'M' && args?.name === 'CrRendererMain').map(thread),
  );
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(thread(event)))
    .map(({ dur = 0, tdur = dur }) => ({ byTheClock: dur / 1000, processor: tdur / 1000 }));
}

const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
