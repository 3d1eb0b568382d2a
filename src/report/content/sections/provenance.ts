import type { CreatedBy } from '../../../domain/damage.ts';
import type { Image } from '../../../domain/image.ts';
import type { Block, Row } from '../block-types.ts';
import type { Section } from '../section.ts';

/** What the report rests on: models with their versions, and the hash of every photo. */
export function madeBlocks(section: Section): Block[] {
  const { words, formats, images } = section;
  const { modelColumns, madeColumns } = words;
  const makers = makersIn(section);
  const photoRow = (image: Image, number: string): Row => [
    { text: `${number} · ${image.name}` },
    { text: formats.moment(image.createdAt) },
    { text: image.sha256 },
  ];
  return [
    { kind: 'heading', text: words.made },
    ...(makers.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { heading: modelColumns.what, width: 3 },
              { heading: modelColumns.version, width: 2 },
              { heading: modelColumns.engine, width: 4 },
            ],
            rows: makers.map((maker) => maker.map((text) => ({ text }))),
          },
        ]
      : []),
    ...(images.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { heading: madeColumns.photo, width: 3 },
              { heading: madeColumns.taken, width: 3.2 },
              { heading: madeColumns.sha256, width: 6.6, font: 'mono' as const },
            ],
            rows: [
              ...images.map((image, index) => photoRow(image, String(index + 1))),
              ...earlierShown(section).map(({ image, number }) =>
                photoRow(image, `${words.thenAndNow.before} · ${number}`),
              ),
            ],
          },
          { kind: 'paragraph' as const, tone: 'note' as const, text: words.hashNote },
        ]
      : []),
    { kind: 'paragraph', tone: 'note', text: words.automaticNote },
  ];
}

/** The photos of the earlier inspection that stand beside ours, in its order; they are evidence too. */
function earlierShown({ since }: Section): { image: Image; number: number }[] {
  const shown = new Set(since?.pairs.map(({ before }) => before));
  const numbered = since?.before?.images.map((image, index) => ({ image, number: index + 1 })) ?? [];
  return numbered.filter(({ image }) => shown.has(image));
}

/** Everybody who made a result, once each. */
function makersIn({ entities, words, vehicle, options }: Section): string[][] {
  const made: (CreatedBy | undefined)[] = [
    ...[entities.damages, entities.views, entities.wheelAnalysis, entities.documents].flatMap((records) =>
      Object.values(records).map(({ createdBy }) => createdBy),
    ),
    ...Object.values(entities.severityResults).map(({ createdBy }) => createdBy),
    options.pricing ? vehicle?.repairEstimate?.createdBy : undefined,
  ];
  const rows = made.flatMap((by) => {
    if (!by) return [];
    return [by === 'user' ? [words.byPerson, '', ''] : [by.model, by.version, by.engine]];
  });
  return [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
}
