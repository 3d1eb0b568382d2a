import type { Damage, Part } from '../../../domain/damage.ts';
import { isUnpriced, REVIEW_REASONS, type RepairEstimate } from '../../../domain/repair-estimate.ts';
import type { Words } from '../../locales/messages.ts';
import type { Block, Cell, Column, Row } from '../block-types.ts';
import type { DamagedPart } from '../damage-list.ts';
import { type Section, sinceThen } from '../section.ts';

/** The table by part, with prices where they are asked for and there, and what is left to a person. */
export function partBlocks(section: Section): Block[] {
  const { words, damaged, vehicle, options } = section;
  const heading: Block = { kind: 'heading', text: words.byPart };
  const estimate = options.pricing ? vehicle?.repairEstimate : undefined;
  const missing: Block[] =
    options.pricing && !estimate ? [{ kind: 'paragraph', tone: 'note', text: words.noEstimate }] : [];
  if (damaged.length === 0) return [heading, { kind: 'paragraph', text: words.noDamage }, ...missing];
  const isPriced = estimate !== undefined;
  const rows = damaged.map((one) => row(one, section, isPriced));
  return [
    heading,
    {
      kind: 'table',
      columns: columns(section, isPriced),
      rows,
      ...(estimate && !isUnpriced(estimate) && { foot: foot(estimate, section) }),
    },
    {
      kind: 'legend',
      items: ([1, 2, 3] as const).map((level) => ({
        level,
        name: words.severities[level],
        meaning: words.severityMeanings[level],
      })),
    },
    ...(estimate ? estimateNotes(estimate, section) : missing),
  ];
}

function columns({ words: { columns: names } }: Section, isPriced: boolean): Column[] {
  const left: Column[] = [
    { heading: names.part, width: 3 },
    { heading: names.damage, width: isPriced ? 4 : 6 },
    { heading: names.severity, width: 1.8 },
  ];
  if (!isPriced) return left;
  return [
    ...left,
    { heading: names.operation, width: 2.2 },
    { heading: names.hours, width: 1.2, align: 'right' },
    { heading: names.price, width: 2.2, align: 'right' },
  ];
}

function row({ part, level, damages }: DamagedPart, section: Section, isPriced: boolean): Row {
  const { words, formats } = section;
  const found = damages.map(({ number, damage }) => {
    const status = sinceThen(section, damage);
    const mark = status && status !== 'kept' ? ` · ${words.since.marks[status]}` : '';
    return `${number} ${damageText(damage, words)}${mark}`;
  });
  const cells: Cell[] = [
    { text: part ? formats.part(part.partType) : words.noPart, bold: true },
    { text: found.join('\n') },
    level ? { text: words.severities[level], level } : { text: '' },
  ];
  return isPriced ? [...cells, ...priceCells(part, { words, formats })] : cells;
}

export function damageText({ damageType, confidence }: Damage, { damageTypes }: Words): string {
  return `${damageTypes[damageType]}${sureness(confidence)}`;
}

export function sureness(confidence: number | undefined): string {
  return confidence === undefined ? '' : ` (${Math.round(confidence * 100)} %)`;
}

function priceCells(part: Part | undefined, { words, formats }: Pick<Section, 'words' | 'formats'>): Cell[] {
  const operation = part?.partOperation;
  if (!operation) return [{ text: words.unknown }, { text: '' }, { text: '' }];
  const { name, labourDetails, totalCost, currency } = operation;
  return [
    { text: words.operations[name] },
    { text: formats.number(labourDetails.labourHours + labourDetails.paintHours) },
    { text: formats.money(totalCost, currency) },
  ];
}

function foot({ totalCost, range, currency }: RepairEstimate, { words, formats }: Section): Row {
  const money = (amount: number) => formats.money(amount, currency);
  const [total, low, high] = [money(totalCost), money(range.low), money(range.high)];
  return [
    { text: words.total, bold: true },
    { text: range.low === range.high ? '' : words.range(low, high) },
    { text: '' },
    { text: '' },
    { text: '' },
    { text: total, bold: true },
  ];
}

function estimateNotes(estimate: RepairEstimate, { words, formats, damaged }: Section): Block[] {
  const numbers = new Map(
    damaged.flatMap(({ damages }) => damages.map(({ damage, number }) => [damage.id, number] as const)),
  );
  const left = REVIEW_REASONS.flatMap((reason) => {
    const named = estimate.toReview
      .filter((one) => one.reason === reason)
      .map(({ damageId, partType }) => numbers.get(damageId ?? '') ?? formats.part(partType));
    return named.length > 0 ? [`${named.join(', ')}: ${words.reviewReasons[reason]}`] : [];
  });
  return [
    {
      kind: 'paragraph',
      tone: 'note',
      text: words.estimateNote(estimate.pricingVersion, estimate.vehicleClass),
    },
    ...(left.length > 0
      ? [{ kind: 'paragraph' as const, heading: words.toReview, text: left.join('\n') }]
      : []),
  ];
}
