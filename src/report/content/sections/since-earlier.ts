import type { Damage } from '../../../domain/damage.ts';
import type { Block, Row } from '../block-types.ts';
import { photoNumber, type Section, sinceThen, vehicleOf } from '../section.ts';
import { isSearched, type Since } from '../since.ts';
import { EVIDENCE, evidenceOn } from '../then-and-now.ts';
import { mileageOf } from './facts.ts';
import { damageText } from './parts.ts';

/** What is new since the inspection that this one follows, or why nobody can tell. */
export function sinceBlocks(section: Section): Block[] {
  const { words, formats, since } = section;
  if (!since) return [];
  const { before, comparison } = since;
  if (!before)
    return [
      { kind: 'heading', text: words.since.unreadTitle },
      { kind: 'paragraph', text: words.since.unread(since.inspectionId) },
    ];
  const heading: Block = {
    kind: 'heading',
    text: words.since.title(formats.moment(before.inspection.createdAt)),
  };
  const then: Block = { kind: 'paragraph', tone: 'note', text: saidThen(section, before) };
  if (!comparison) return [heading, then, { kind: 'paragraph', text: words.since.bare }];
  const rows = rowsOf(section, comparison);
  return [
    heading,
    then,
    ...(isSearched(section.entities) && comparison.added.length + comparison.unclear.after.length === 0
      ? [{ kind: 'paragraph' as const, text: words.since.nothingNew }]
      : []),
    ...(rows.length > 0 ? [tableOf(section, rows)] : []),
    ...notesOn(section, before, comparison).map((text): Block => ({ kind: 'paragraph', tone: 'note', text })),
  ];
}

type Before = NonNullable<Since['before']>;
type Comparison = NonNullable<Since['comparison']>;

/** Which inspection it was, so that a reader can tell whether it is the right one, and how far the vehicle went since. */
function saidThen(section: Section, { inspection, entities }: Before): string {
  const { words, formats } = section;
  const { fields, summary, labelled } = words;
  const vehicle = vehicleOf(inspection, entities);
  const [then, now] = [mileageOf({ inspection, vehicle }), mileageOf(section)];
  const isFurther = then && now && then.unit === now.unit && now.value >= then.value;
  const count = (records: object) => formats.number(Object.keys(records).length);
  const facts = [
    ...(vehicle?.plate ? [labelled(fields.plate, vehicle.plate)] : []),
    labelled(words.photos, count(entities.images)),
    labelled(summary.damages, count(entities.damages)),
    ...(then ? [labelled(fields.mileage, formats.quantity(then))] : []),
    ...(isFurther
      ? [labelled(words.since.driven, formats.quantity({ ...now, value: now.value - then.value }))]
      : []),
  ];
  return `${facts.join(' · ')}\n${words.inspection} ${inspection.id}`;
}

function tableOf({ words }: Section, rows: Row[]): Block {
  return {
    kind: 'table',
    columns: [
      { heading: words.since.status, width: 2.4 },
      { heading: words.columns.part, width: 3.4 },
      { heading: words.columns.damage, width: 4 },
      { heading: words.photos, width: 1.6, align: 'right' },
    ],
    rows,
  };
}

/** What is new comes first, then what may be, what was known, and what was not, or perhaps not, seen again. */
function rowsOf(section: Section, { gone, unclear }: Comparison): Row[] {
  const { words, formats, damaged } = section;
  const { statuses } = words.since;
  const here = damaged.flatMap(({ part, damages }) =>
    damages.map(({ number, damage }) => ({
      said: sinceThen(section, damage),
      cells: [
        { text: part ? formats.part(part.partType) : words.noPart },
        { text: `${number} ${damageText(damage, words)}` },
        { text: photosOf(section, damage) },
      ],
    })),
  );
  const status = (of: keyof typeof statuses) => ({ text: statuses[of], bold: true });
  const then = (damages: readonly Damage[], of: keyof typeof statuses) =>
    damages.map((damage) => [
      status(of),
      { text: formats.part(damage.partType) },
      { text: damageText(damage, words) },
      { text: '' },
    ]);
  return [
    ...(['added', 'unclear', 'kept'] as const).flatMap((of) =>
      here.filter(({ said }) => said === of).map(({ cells }) => [status(of), ...cells]),
    ),
    ...then(unclear.before, 'unclearThen'),
    ...then(gone, 'gone'),
  ];
}

/** The numbers of the photos that show a damage. */
function photosOf(section: Section, { id }: Damage): string {
  const views = Object.values(section.entities.views).filter(({ damageId }) => damageId === id);
  const numbers = new Set(views.map(({ imageId }) => photoNumber(section, imageId)));
  return [...numbers].sort((a, b) => Number(a) - Number(b)).join(', ');
}

function notesOn(section: Section, before: Before, { added, gone, unclear }: Comparison): string[] {
  const { words, entities } = section;
  const { addedNote, unclearNote, goneNote, unsearchedThen, unsearchedNow } = words.since;
  return [
    ...(added.length > 0 ? [[addedNote, ...evidenceIn(section)].join('\n')] : []),
    ...(unclear.after.length > 0 ? [unclearNote] : []),
    ...(gone.length > 0 ? [goneNote] : []),
    ...(isSearched(before.entities) ? [] : [unsearchedThen]),
    ...(isSearched(entities) ? [] : [unsearchedNow]),
  ];
}

/** What the earlier photos say of the new damages: a line for those of which it is the same. */
function evidenceIn(section: Section): string[] {
  const { words, damaged } = section;
  const added = damaged
    .flatMap(({ damages }) => damages)
    .filter(({ damage }) => sinceThen(section, damage) === 'added');
  const said = added.map(({ number, damage }) => ({ number, evidence: evidenceOn(damage, section) }));
  return EVIDENCE.flatMap((evidence) => {
    const numbers = said.filter((one) => one.evidence === evidence).map(({ number }) => number);
    return numbers.length > 0 ? [words.since.evidence[evidence](numbers.join(', '))] : [];
  });
}
