import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';

/** A fault of a process: it begins when this share of the photos has arrived, and ends after `ms`. */
export interface Outage {
  what: string;
  share: number;
  ms: number;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** Kills every process once, freezes an API instance, and crashes Postgres. */
export function planOutages({ apis, workers, postgres, bucket }: Cluster): Outage[] {
  const killed = [...apis, ...workers].map((instance) => ({
    what: `${instance.name} killed`,
    ms: 1_000,
    begin: () => instance.kill(),
    end: () => instance.start(),
  }));
  const outages = [
    ...killed,
    {
      what: 'api 1 frozen',
      ms: 5_000,
      begin: () => apis[0]?.freeze(),
      end: () => apis[0]?.thaw(),
    },
    { what: 'bucket killed', ms: 2_000, begin: () => bucket.kill(), end: () => bucket.restart() },
    { what: 'Postgres crashed', ms: 2_000, begin: () => postgres.crash(), end: () => postgres.restart() },
  ];
  return outages.map((outage, index) => ({ ...outage, share: (index + 1) / (outages.length + 2) }));
}

/** Runs each outage when its share of the photos has arrived, one after the other. */
export async function runOutages(
  outages: readonly Outage[],
  readShare: () => number,
  log: (line: string) => void,
): Promise<void> {
  for (const { what, share, ms, begin, end } of outages) {
    while (readShare() < share) await sleep(100);
    log(`${what}, at ${Math.round(readShare() * 100)} % of the photos`);
    await begin();
    await sleep(ms);
    await end();
  }
}
