import type { ComparisonStatus } from '../../../analysis/compare/compare-inspections.ts';
import type { Entities } from '../../../domain/records/entities.ts';
import { isUnpriced, type SeverityLevel } from '../../../domain/records/repair-estimate.ts';
import { isDamageKnown } from '../../../domain/verdict/analysis-outcome.ts';
import type { Messages } from '../../locales/messages.ts';
import type { EarlierInspection, ReportContext } from '../report-context.ts';
import type { Block, Tile } from '../report-model.ts';

/** Builds the tiles with the main figures. */
export function buildSummary({
  messages,
  names,
  formats,
  damagedParts,
  images,
  vehicle,
  earlier,
  entities,
  verdict,
  options,
}: ReportContext): Block {
  const { summary, unknown } = messages;
  const photos: Tile = { label: summary.photos, value: String(images.length) };
  const looks: Tile[] = [
    { label: summary.sides, value: messages.ofEight(8 - verdict.sidesNotPhotographed) },
    {
      label: summary.checked,
      value: verdict.isStatedUndamaged ? messages.wholeVehicle : messages.ofEight(verdict.sidesConfirmed),
    },
  ];
  // Without an analysis, 0 damages and a price of 0 would look like a vehicle without damage.
  if (!isDamageKnown(entities)) {
    const labels = [summary.damages, ...(earlier ? [summary.added] : [])];
    const unknowns = labels.map((label): Tile => ({ label, value: messages.comparison.unknown }));
    return { kind: 'tiles', tiles: [photos, ...looks, ...unknowns] };
  }
  const count = damagedParts.reduce((sum, { damages }) => sum + damages.length, 0);
  const added = earlier
    ? [{ label: summary.added, value: countNewDamages(earlier, entities, messages) }]
    : [];
  if (count === 0)
    return {
      kind: 'tiles',
      tiles: [photos, ...looks, { label: summary.damages, value: String(count) }, ...added],
    };
  const worst = Math.max(0, ...damagedParts.map(({ level }) => level ?? 0)) as SeverityLevel | 0;
  const tiles: Tile[] = [
    photos,
    { label: summary.damages, value: String(count) },
    ...added,
    { label: summary.parts, value: String(damagedParts.filter(({ part }) => part).length) },
    worst === 0
      ? { label: summary.worst, value: unknown }
      : { label: summary.worst, value: names.severity(worst), level: worst },
  ];
  const estimate = options.pricing ? vehicle?.repairEstimate : undefined;
  if (estimate) {
    const value = isUnpriced(estimate) ? unknown : formats.money(estimate.totalCost, estimate.currency);
    tiles.push({ label: summary.estimate, value });
  }
  return { kind: 'tiles', tiles };
}

/** Returns a number, or a range if some damages are unclear. */
function countNewDamages({ comparison }: EarlierInspection, entities: Entities, messages: Messages): string {
  if (!comparison || !isDamageKnown(entities)) return messages.comparison.unknown;
  const count = (wanted: ComparisonStatus) =>
    comparison.filter(({ status, after }) => status === wanted && after).length;
  const min = count('new');
  const max = min + count('unclear');
  return min === max ? String(min) : messages.range(String(min), String(max));
}
