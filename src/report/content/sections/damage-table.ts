import type { Names } from '../../../domain/names/names.ts';
import type { Damage, Part } from '../../../domain/records/damage.ts';
import { isUnpriced, REVIEW_REASONS, type RepairEstimate } from '../../../domain/records/repair-estimate.ts';
import { isDamageKnown } from '../../../domain/verdict/analysis-outcome.ts';
import type { DamagedPart } from '../damaged-parts.ts';
import { getDamageStatus, type ReportContext } from '../report-context.ts';
import type { Block, Cell, Column, Row } from '../report-model.ts';

/** Builds the table of damages by part, with prices if they are requested and known, and what a user must review. */
export function buildDamageTable(context: ReportContext): Block[] {
  const { messages, names, damagedParts, vehicle, options, entities } = context;
  const heading: Block = { kind: 'heading', text: messages.byPart };
  if (!isDamageKnown(entities))
    return [heading, { kind: 'paragraph', text: messages.comparison.notAnalysed }];
  const estimate = options.pricing ? vehicle?.repairEstimate : undefined;
  const noEstimate: Block[] =
    options.pricing && !estimate ? [{ kind: 'paragraph', tone: 'note', text: messages.noEstimate }] : [];
  if (damagedParts.length === 0)
    return [heading, { kind: 'paragraph', text: messages.noDamage }, ...noEstimate];
  const isPriced = estimate !== undefined;
  return [
    heading,
    {
      kind: 'table',
      columns: createColumns(context, isPriced),
      rows: damagedParts.map((damagedPart) => createRow(damagedPart, context, isPriced)),
      ...(estimate && !isUnpriced(estimate) && { foot: createTotalRow(estimate, context) }),
    },
    {
      kind: 'legend',
      items: ([1, 2, 3] as const).map((level) => ({
        level,
        name: names.severity(level),
        meaning: messages.severityMeanings[level],
      })),
    },
    ...(estimate ? createEstimateNotes(estimate, context) : noEstimate),
  ];
}

/** Returns the type of a damage and its confidence: `Scratch (62 %)`. */
export function describeDamage({ damageType, partType, confidence }: Damage, names: Names): string {
  return `${names.damage(damageType, partType)}${describeConfidence(confidence)}`;
}

export function describeConfidence(confidence: number | undefined): string {
  return confidence === undefined ? '' : ` (${Math.round(confidence * 100)} %)`;
}

function createColumns({ messages: { columns } }: ReportContext, isPriced: boolean): Column[] {
  const left: Column[] = [
    { heading: columns.part, width: 3 },
    { heading: columns.damage, width: isPriced ? 4 : 6 },
    { heading: columns.severity, width: 1.8 },
  ];
  if (!isPriced) return left;
  return [
    ...left,
    { heading: columns.operation, width: 2.2 },
    { heading: columns.hours, width: 1.2, align: 'right' },
    { heading: columns.price, width: 2.2, align: 'right' },
  ];
}

/** A part with a user's severity may have no damage. */
function namePart(part: Part | undefined, damages: DamagedPart['damages'], names: Names): string {
  return damages.length > 0
    ? names.damagedPart(damages.map(({ damage }) => damage))
    : names.part(part?.partType ?? 'ignore');
}

function createRow({ part, level, damages }: DamagedPart, context: ReportContext, isPriced: boolean): Row {
  const { messages, names } = context;
  const descriptions = damages.map(({ number, damage }) => {
    const status = getDamageStatus(context, damage);
    const mark =
      status && status !== 'same' && status !== 'gone' ? ` · ${messages.comparison.marks[status]}` : '';
    return `${number} ${describeDamage(damage, names)}${describeOrigin(damage, context)}${mark}`;
  });
  const cells: Cell[] = [
    { text: namePart(part, damages, names), bold: true },
    { text: descriptions.join('\n') },
    level ? { text: names.severity(level), level } : { text: '' },
  ];
  return isPriced ? [...cells, ...createPriceCells(part, context)] : cells;
}

/**
 * Returns what the model detected, if a user corrected it: ` · corrected, detected: Dent (62 %)`; or that no user has confirmed
 * what the model detected.
 */
function describeOrigin(
  { correctedFrom, createdBy, confirmedAt }: Damage,
  { messages, names }: ReportContext,
): string {
  if (createdBy !== 'user' && confirmedAt === undefined) return ` · ${messages.notConfirmed}`;
  if (!correctedFrom) return '';
  const { damageType, partType, confidence } = correctedFrom;
  return ` · ${messages.correctedFrom(`${names.damage(damageType, partType)}${describeConfidence(confidence)}`)}`;
}

function createPriceCells(part: Part | undefined, { messages, names, formats }: ReportContext): Cell[] {
  const operation = part?.partOperation;
  if (!operation) return [{ text: messages.unknown }, { text: '' }, { text: '' }];
  const { name, labourDetails, totalCost, currency } = operation;
  return [
    { text: names.operation(name) },
    { text: formats.number(labourDetails.labourHours + labourDetails.paintHours) },
    { text: formats.money(totalCost, currency) },
  ];
}

function createTotalRow(
  { totalCost, range, currency }: RepairEstimate,
  { messages, formats }: ReportContext,
): Row {
  const money = (amount: number) => formats.money(amount, currency);
  const [total, low, high] = [money(totalCost), money(range.low), money(range.high)];
  return [
    { text: messages.total, bold: true },
    { text: range.low === range.high ? '' : messages.range(low, high) },
    { text: '' },
    { text: '' },
    { text: '' },
    { text: total, bold: true },
  ];
}

function createEstimateNotes(
  estimate: RepairEstimate,
  { messages, names, damagedParts }: ReportContext,
): Block[] {
  const numbers = new Map(
    damagedParts.flatMap(({ damages }) => damages.map(({ damage, number }) => [damage.id, number] as const)),
  );
  const toReview = REVIEW_REASONS.flatMap((reason) => {
    const items = estimate.toReview
      .filter((item) => item.reason === reason)
      .map(({ damageId, partType }) => numbers.get(damageId ?? '') ?? names.part(partType));
    return items.length > 0 ? [`${items.join(', ')}: ${names.reviewReason(reason)}`] : [];
  });
  return [
    {
      kind: 'paragraph',
      tone: 'note',
      text: messages.estimateNote(estimate.pricingVersion, estimate.vehicleClass),
    },
    ...(toReview.length > 0
      ? [{ kind: 'paragraph' as const, heading: messages.toReview, text: toReview.join('\n') }]
      : []),
  ];
}
