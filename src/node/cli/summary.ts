import type { Entities } from '../../domain/entities.ts';
import type { TaskName } from '../../domain/enums.ts';
import { formatMoney } from '../../domain/money.ts';
import { isUnpriced } from '../../domain/repair-estimate.ts';
import { toSingleLine } from './terminal-text.ts';

interface Photo {
  path: string;
  imageId: string;
}

export function formatSummary(
  entities: Entities,
  photos: readonly Photo[],
  milliseconds: number,
  made: string,
  tasks: readonly TaskName[] = ['damage_detection'],
): string {
  const found = tasks.some((task) => LOOKING.includes(task))
    ? seenOn(entities, photos.length, tasks)
    : `Read ${counted(photos.length, 'photo')}`;
  return `${found} in ${(milliseconds / 1000).toFixed(1)} s (${made}).`;
}

/** Tasks that look for something, and do not only read. */
const LOOKING: readonly TaskName[] = ['damage_detection', 'wheel_analysis'];

function seenOn(
  { damages, views, wheelAnalysis }: Entities,
  photos: number,
  tasks: readonly TaskName[],
): string {
  const wheels = Object.values(wheelAnalysis);
  const seen = new Set([...Object.values(views), ...wheels].map(({ imageId }) => imageId));
  const count = Object.keys(damages).length;
  const damage = count === 0 ? 'No damage' : counted(count, 'damage');
  const wheel = tasks.includes('wheel_analysis') ? ` and ${counted(wheels.length, 'wheel')}` : '';
  return seen.size === 0
    ? `${damage}${wheel} found on ${counted(photos, 'photo')}`
    : `${damage}${wheel} on ${seen.size} of ${counted(photos, 'photo')}`;
}

/** A line for each photo that is not good enough to rely on. */
export function listQualityWarnings({ images }: Entities, photos: readonly Photo[]): string[] {
  return photos.flatMap(({ path, imageId }) => {
    const quality = images[imageId]?.compliances.image_quality_assessment;
    if (quality?.is_compliant !== false) return [];
    const reasons = quality.reasons.map((reason) => reason.split('--')[1] ?? reason);
    return [`${toSingleLine(path)}: ${reasons.join('; ')}.`];
  });
}

/** What the repair is estimated at, where that was asked for. */
export function formatEstimate({ vehicles }: Entities): string {
  const [vehicle] = Object.values(vehicles);
  if (!vehicle?.repairEstimate) return '';
  const { totalCost, range, currency, toReview, pricingVersion } = vehicle.repairEstimate;
  const money = (amount: number) => formatMoney(amount, currency, 'en');
  if (isUnpriced(vehicle.repairEstimate))
    return `Repair: not priced; ${counted(toReview.length, 'damage')} to be reviewed.\n`;
  const review =
    toReview.length > 0 ? `; ${counted(toReview.length, 'damage')} to be reviewed, not priced` : '';
  return `Repair: ${money(totalCost)} (${money(range.low)} to ${money(range.high)}, prices ${pricingVersion})${review}.\n`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
