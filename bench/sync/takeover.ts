import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import type { PlainService } from '../../test/e2e/plain-service.ts';
import { type Summary, summary } from '../lib/samples.ts';

export type Takeover = Record<'closed' | 'killed', Summary>;

export interface TakeoverDeps {
  context: BrowserContext;
  pagesUrl: string;
  service: PlainService;
  rounds: number;
}

/** More than the requests in flight: operations that are not in doubt are sent without a wait. */
const INSPECTIONS = 50;

/** Milliseconds from the crash of the leader tab to the first request of the next. */
export async function measureTakeover(deps: TakeoverDeps): Promise<Takeover> {
  const samples = { closed: [] as number[], killed: [] as number[] };
  for (let round = 0; round < deps.rounds; round += 1) {
    samples.closed.push(await takeover(deps, `closed-${round}`, (page) => page.close()));
    samples.killed.push(await takeover(deps, `killed-${round}`, crash));
  }
  return { closed: summary(samples.closed), killed: summary(samples.killed) };
}

async function takeover(
  { context, pagesUrl, service }: TakeoverDeps,
  database: string,
  end: (page: Page) => Promise<void>,
): Promise<number> {
  const callsBy = (token: string) => service.calls.filter((call) => call.token === token);
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await sleep(5);
  };
  const open = async (token: string, seed: number) => {
    const page = await context.newPage();
    await page.goto(`${pagesUrl}/page?module=/bench/sync/takeover-page.ts`);
    await page.waitForFunction(() => 'takeoverTab' in window);
    const options = { database, baseUrl: service.url, token, seed };
    await page.evaluate((given) => window.takeoverTab.open(given), options);
    return page;
  };
  const [first, second] = [`${database}-first`, `${database}-second`];
  const sending = await open(first, INSPECTIONS);
  const waiting = await open(second, 0);
  await until(() => waiting.evaluate(() => window.takeoverTab.isNext()));
  await until(() => callsBy(first).length > 0);
  const ended = Date.now();
  await end(sending);
  await until(() => callsBy(second).length > 0);
  await waiting.close();
  return (callsBy(second)[0]?.at ?? Number.NaN) - ended;
}

/** Crashes a tab as if it were out of memory. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await Promise.race([devtools.send('Page.crash'), page.waitForEvent('crash')]).catch(() => {});
}
