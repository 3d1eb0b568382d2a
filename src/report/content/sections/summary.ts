import type { Entities } from '../../../domain/entities.ts';
import { isUnpriced, type SeverityLevel } from '../../../domain/repair-estimate.ts';
import type { Words } from '../../locales/messages.ts';
import type { Block, Tile } from '../block-types.ts';
import type { Section } from '../section.ts';
import { isSearched, type Since } from '../since.ts';

/** What a reader wants to know first. */
export function summaryBlock({
  words,
  formats,
  damaged,
  images,
  vehicle,
  since,
  entities,
  options,
}: Section): Block {
  const { summary, severities, none, unknown } = words;
  const count = damaged.reduce((sum, { damages }) => sum + damages.length, 0);
  const worst = Math.max(0, ...damaged.map(({ level }) => level ?? 0)) as SeverityLevel | 0;
  const tiles: Tile[] = [
    { label: summary.photos, value: String(images.length) },
    { label: summary.damages, value: String(count) },
    ...(since ? [{ label: summary.added, value: newDamages(since, entities, words) }] : []),
    { label: summary.parts, value: String(damaged.filter(({ part }) => part).length) },
    worst === 0
      ? { label: summary.worst, value: count === 0 ? none : unknown }
      : { label: summary.worst, value: severities[worst], level: worst },
  ];
  const estimate = options.pricing ? vehicle?.repairEstimate : undefined;
  if (estimate) {
    const value = isUnpriced(estimate) ? unknown : formats.money(estimate.totalCost, estimate.currency);
    tiles.push({ label: summary.estimate, value });
  }
  return { kind: 'tiles', tiles };
}

/** From those that are sure to be new to those that may be. */
function newDamages(
  { comparison }: Since,
  entities: Entities,
  { range, since: { notKnown } }: Words,
): string {
  if (!comparison || !isSearched(entities)) return notKnown;
  const { added, unclear } = comparison;
  const [least, most] = [added.length, added.length + unclear.after.length];
  return least === most ? String(least) : range(String(least), String(most));
}
