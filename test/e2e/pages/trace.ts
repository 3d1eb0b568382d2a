import type { Browser, Page } from 'playwright';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: by the clock, and of processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * How long each task on a page's main thread kept the processor during `work`, in milliseconds. Processor time, not
 * the clock's: on a busy machine a page is held up by others, and that says nothing of it.
 */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
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
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
}

const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
