import { seededRandom } from '../../../test/fixtures/random.ts';
import { table } from '../../lib/table.ts';
import { percentWithin } from '../format.ts';
import { resampleFigure } from '../resample.ts';
import type { Assignment, Verdict } from './assign.ts';

const VERDICTS: readonly Verdict[] = ['right', 'side', 'wrong', 'none'];
const SHOWN_CONFUSIONS = 12;

export interface AssignFigures {
  damages: number;
  /** The share of each verdict, and its 95 % confidence interval over the photos. */
  shares: Record<Verdict, { share: number; interval: readonly [number, number] }>;
  /** The most frequent errors: what the labels tell, what the library gives, how often. */
  confusions: [truth: string, given: string, count: number][];
}

/** @param photos The assignments of each photo: those of one photo are right or wrong together. */
export function assignFigures(photos: readonly (readonly Assignment[])[]): AssignFigures {
  const some = photos.filter(({ length }) => length > 0);
  const shareOf = (verdict: Verdict) => (drawn: readonly (readonly Assignment[])[]) => {
    const all = drawn.flat();
    return all.filter((one) => one.verdict === verdict).length / all.length;
  };
  const shares = VERDICTS.map((verdict) => [
    verdict,
    {
      share: shareOf(verdict)(some),
      interval: resampleFigure(some, shareOf(verdict), seededRandom(1)),
    },
  ]);
  const errors = new Map<string, number>();
  for (const { truth, given, verdict } of some.flat())
    if (verdict !== 'right') errors.set(`${truth} ${given}`, (errors.get(`${truth} ${given}`) ?? 0) + 1);
  const confusions = [...errors]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN_CONFUSIONS)
    .map(([pair, count]): [string, string, number] => [...(pair.split(' ') as [string, string]), count]);
  return { damages: some.flat().length, shares: Object.fromEntries(shares), confusions };
}

export function describeAssignment(figures: Readonly<Record<string, AssignFigures>>): string {
  const rows = Object.entries(figures).map(([name, { damages, shares }]) => [
    name,
    String(damages),
    ...VERDICTS.map((verdict) => {
      const { share, interval } = shares[verdict];
      return percentWithin(share, interval);
    }),
  ]);
  const errors = Object.entries(figures).flatMap(([name, { confusions }]) =>
    confusions.map(([truth, given, count]) => [name, truth, given, String(count)]),
  );
  return [
    table(['on', 'damages', 'right', 'left for right', 'wrong', 'none'], rows),
    '',
    table(['on', 'labels', 'given', 'times'], errors, { left: 3 }),
  ].join('\n');
}
