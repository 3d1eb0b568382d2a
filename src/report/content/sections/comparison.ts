import {
  COMPARISON_STATUSES,
  type ComparisonStatus,
  type UnclearReason,
} from '../../../analysis/compare/compare-inspections.ts';
import type { Damage } from '../../../domain/records/damage.ts';
import { isDamageKnown } from '../../../domain/verdict/analysis-outcome.ts';
import { EVIDENCE, getEvidence } from '../earlier-inspection.ts';
import {
  type EarlierInspection,
  findVehicle,
  getDamageStatus,
  getPhotoNumber,
  type ReportContext,
} from '../report-context.ts';
import type { Block, Row } from '../report-model.ts';
import { describeDamage } from './damage-table.ts';
import { getMileage } from './facts.ts';

type Records = NonNullable<EarlierInspection['records']>;
type Comparison = NonNullable<EarlierInspection['comparison']>;

/** Lists what is new since the earlier inspection, or says why that is unknown. */
export function buildComparison(context: ReportContext): Block[] {
  const { messages, formats, earlier } = context;
  if (!earlier) return [];
  const { records, comparison } = earlier;
  if (!records)
    return [
      { kind: 'heading', text: messages.comparison.unreadableTitle },
      { kind: 'paragraph', text: messages.comparison.unreadable(earlier.inspectionId) },
    ];
  const heading: Block = {
    kind: 'heading',
    text: messages.comparison.title(formats.dateTime(records.inspection.createdAt)),
  };
  const description: Block = { kind: 'paragraph', tone: 'note', text: describeEarlier(context, records) };
  if (!comparison) return [heading, description, { kind: 'paragraph', text: messages.comparison.empty }];
  const rows = createRows(context, comparison);
  const hasNothingNew = !comparison.some(({ status, after }) => after && status !== 'same');
  return [
    heading,
    description,
    ...(isDamageKnown(context.entities) && hasNothingNew
      ? [{ kind: 'paragraph' as const, text: messages.comparison.nothingNew }]
      : []),
    ...(rows.length > 0 ? [createTable(context, rows)] : []),
    ...listNotes(context, records, comparison).map(
      (text): Block => ({ kind: 'paragraph', tone: 'note', text }),
    ),
  ];
}

/** Returns facts by which a reader recognizes the earlier inspection, and the distance driven since. */
function describeEarlier(context: ReportContext, { inspection, entities }: Records): string {
  const { messages, formats } = context;
  const { fields, summary, labelled } = messages;
  const vehicle = findVehicle(inspection, entities);
  const [then, now] = [getMileage({ inspection, vehicle }), getMileage(context)];
  const canSubtract = then && now && then.unit === now.unit && now.value >= then.value;
  const count = (byId: object) => formats.number(Object.keys(byId).length);
  const facts = [
    ...(vehicle?.plate ? [labelled(fields.plate, vehicle.plate)] : []),
    labelled(messages.photos, count(entities.images)),
    labelled(summary.damages, count(entities.damages)),
    ...(then ? [labelled(fields.mileage, formats.quantity(then))] : []),
    ...(canSubtract
      ? [labelled(messages.comparison.driven, formats.quantity({ ...now, value: now.value - then.value }))]
      : []),
  ];
  return `${facts.join(' · ')}\n${messages.inspection} ${inspection.id}`;
}

function createTable({ messages }: ReportContext, rows: Row[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: messages.comparison.status, width: 2.4 },
      { heading: messages.columns.part, width: 3.4 },
      { heading: messages.columns.damage, width: 4 },
      { heading: messages.photos, width: 1.6, align: 'right' },
    ],
    rows,
  };
}

/** Order: new, worse, unclear, same; then, of the earlier inspection, unclear and gone. */
function createRows(context: ReportContext, comparison: Comparison): Row[] {
  const { messages, names, damagedParts } = context;
  const { statuses } = messages.comparison;
  const current = damagedParts.flatMap(({ part, damages }) =>
    damages.map(({ number, damage }) => ({
      status: getDamageStatus(context, damage),
      cells: [
        { text: names.part(part?.partType ?? 'ignore') },
        { text: `${number} ${describeDamage(damage, names)}` },
        { text: listPhotoNumbers(context, damage) },
      ],
    })),
  );
  const statusCell = (status: keyof typeof statuses) => ({ text: statuses[status], bold: true });
  const earlierRows = (wanted: ComparisonStatus, label: keyof typeof statuses) =>
    comparison.flatMap(({ status, before, after }) =>
      before && !after && status === wanted
        ? [
            [
              statusCell(label),
              { text: names.part(before.partType) },
              { text: describeDamage(before, names) },
              { text: '' },
            ],
          ]
        : [],
    );
  return [
    ...COMPARISON_STATUSES.flatMap((status) =>
      current.filter((row) => row.status === status).map(({ cells }) => [statusCell(status), ...cells]),
    ),
    ...earlierRows('unclear', 'unclearEarlier'),
    ...earlierRows('gone', 'gone'),
  ];
}

function listPhotoNumbers(context: ReportContext, { id }: Damage): string {
  const views = Object.values(context.entities.views).filter(({ damageId }) => damageId === id);
  const numbers = new Set(views.map(({ imageId }) => getPhotoNumber(context, imageId)));
  return [...numbers].sort((a, b) => Number(a) - Number(b)).join(', ');
}

function listNotes(context: ReportContext, records: Records, comparison: Comparison): string[] {
  const { messages, entities } = context;
  const { addedNote, worseNote, mayBeSameNote, unseenNote, goneNote, earlierNotAnalysed, notAnalysed } =
    messages.comparison;
  const has = (wanted: ComparisonStatus) => comparison.some(({ status }) => status === wanted);
  const isUnclear = (isWanted: (reason: UnclearReason) => boolean) =>
    comparison.some(({ reason }) => reason !== undefined && isWanted(reason));
  return [
    ...(has('new') ? [[addedNote, ...listEvidence(context)].join('\n')] : []),
    ...(has('worse') ? [worseNote] : []),
    ...(isUnclear((reason) => reason === 'mayBeSame') ? [mayBeSameNote] : []),
    ...(isUnclear((reason) => reason !== 'mayBeSame') ? [unseenNote] : []),
    ...(has('gone') ? [goneNote] : []),
    ...(isDamageKnown(records.entities) ? [] : [earlierNotAnalysed]),
    ...(isDamageKnown(entities) ? [] : [notAnalysed]),
  ];
}

/** Returns one line per kind of evidence, with the numbers of the new damages it holds for. */
function listEvidence(context: ReportContext): string[] {
  const { messages, damagedParts } = context;
  const added = damagedParts
    .flatMap(({ damages }) => damages)
    .filter(({ damage }) => getDamageStatus(context, damage) === 'new')
    .map(({ number, damage }) => ({ number, evidence: getEvidence(damage, context) }));
  return EVIDENCE.flatMap((evidence) => {
    const numbers = added.filter((damage) => damage.evidence === evidence).map(({ number }) => number);
    return numbers.length > 0 ? [messages.comparison.evidence[evidence](numbers.join(', '))] : [];
  });
}
