import type { TaskName } from '../../domain/enums.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Entities } from '../../domain/records/entities.ts';
import { isUnpriced } from '../../domain/records/repair-estimate.ts';
import { isDamageKnown } from '../../domain/verdict/analysis-outcome.ts';
import { describeVerdict } from '../../domain/verdict/describe-verdict.ts';
import { getVerdict } from '../../domain/verdict/verdict.ts';
import { toSingleLine } from './terminal.ts';

interface Photo {
  path: string;
  imageId: string;
}

/** Returns one line with the number of damages and wheels, the time and the models. */
export function formatSummary(
  entities: Entities,
  photos: readonly Photo[],
  milliseconds: number,
  models: string,
  tasks: readonly TaskName[] = ['damage_detection'],
): string {
  const result = tasks.some((task) => DETECTION_TASKS.includes(task))
    ? formatDetections(entities, photos.length, tasks)
    : `Read ${formatCount(photos.length, 'photo')}`;
  return `${result} in ${(milliseconds / 1000).toFixed(1)} s (${models}).`;
}

const DETECTION_TASKS: readonly TaskName[] = ['damage_detection', 'wheel_analysis'];

function formatDetections(
  { damages, views, wheelAnalysis }: Entities,
  photos: number,
  tasks: readonly TaskName[],
): string {
  const wheels = Object.values(wheelAnalysis);
  const imageIds = new Set([...Object.values(views), ...wheels].map(({ imageId }) => imageId));
  const count = Object.keys(damages).length;
  const damage = count === 0 ? 'Nothing' : formatCount(count, 'damage');
  const wheel = tasks.includes('wheel_analysis') ? ` and ${formatCount(wheels.length, 'wheel')}` : '';
  return imageIds.size === 0
    ? `${damage}${wheel} found on ${formatCount(photos, 'photo')}`
    : `${damage}${wheel} on ${imageIds.size} of ${formatCount(photos, 'photo')}`;
}

/** Returns what the result rests on, as one line. */
export function formatVerdict(entities: Entities): string {
  return Object.values(entities.inspections)
    .map(
      (inspection) => `${describeVerdict(getVerdict(inspection, entities), { language: 'en' }).join(' ')}\n`,
    )
    .join('');
}

/** Returns a line for each photo that failed the quality assessment. */
export function listQualityWarnings({ images }: Entities, photos: readonly Photo[]): string[] {
  return photos.flatMap(({ path, imageId }) => {
    const quality = images[imageId]?.compliances.image_quality_assessment;
    if (quality?.is_compliant !== false) return [];
    const reasons = quality.reasons.map((reason) => reason.split('--')[1] ?? reason);
    return [`${toSingleLine(path)}: ${reasons.join('; ')}.`];
  });
}

/** Returns the repair estimate, or an empty text if there is none. */
export function formatEstimate(entities: Entities): string {
  const [vehicle] = Object.values(entities.vehicles);
  if (!vehicle?.repairEstimate) return '';
  if (!isDamageKnown(entities)) return 'Repair: unknown; no person has confirmed that there is no damage.\n';
  const { totalCost, range, currency, toReview, pricingVersion } = vehicle.repairEstimate;
  const money = (amount: number) => formatMoney(amount, currency, 'en');
  if (isUnpriced(vehicle.repairEstimate))
    return `Repair: not priced; ${formatCount(toReview.length, 'damage')} to be reviewed.\n`;
  const review =
    toReview.length > 0 ? `; ${formatCount(toReview.length, 'damage')} to be reviewed, not priced` : '';
  return `Repair: ${money(totalCost)} (${money(range.low)} to ${money(range.high)}, prices ${pricingVersion})${review}.\n`;
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
