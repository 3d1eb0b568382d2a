import type { CreatedBy } from '../../../domain/records/created-by.ts';
import type { Image } from '../../../domain/records/image.ts';
import { MODEL_LICENCES } from '../model-licences.ts';
import { getPhotoTitle } from '../photo-title.ts';
import type { ReportContext } from '../report-context.ts';
import type { Block, Row } from '../report-model.ts';

/** Lists the models with their versions and the damages that they detected, and the hash of every photo. */
export function buildProvenance(context: ReportContext): Block[] {
  const { messages, formats, images } = context;
  const { creatorColumns, photoColumns } = messages;
  const creators = listCreators(context);
  const createPhotoRow = (image: Image, number: string): Row => [
    { text: `${number} · ${getPhotoTitle(context, image)}` },
    { text: formats.dateTime(image.createdAt) },
    { text: image.sha256 },
  ];
  return [
    { kind: 'heading', text: messages.provenance },
    ...(creators.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { heading: creatorColumns.createdBy, width: 2.4 },
              { heading: creatorColumns.version, width: 1.4 },
              { heading: creatorColumns.engine, width: 3.4 },
              { heading: creatorColumns.licence, width: 2.6 },
              { heading: creatorColumns.damages, width: 1.6 },
            ],
            rows: creators.map((creator) => creator.map((text) => ({ text }))),
          },
        ]
      : []),
    ...(images.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { heading: photoColumns.photo, width: 3 },
              { heading: photoColumns.added, width: 3.2 },
              { heading: photoColumns.sha256, width: 6.6, font: 'small' as const },
            ],
            rows: [
              ...images.map((image, index) => createPhotoRow(image, String(index + 1))),
              ...listEarlierPhotos(context).map(({ image, number }) =>
                createPhotoRow(image, `${messages.photoPairs.before} · ${number}`),
              ),
            ],
          },
          { kind: 'paragraph' as const, tone: 'note' as const, text: messages.hashNote },
        ]
      : []),
    { kind: 'paragraph', tone: 'note', text: messages.automaticNote },
  ];
}

/** Returns the photos of the earlier inspection that the report shows, in the order of that inspection. */
function listEarlierPhotos({ earlier }: ReportContext): { image: Image; number: number }[] {
  const shown = new Set(earlier?.photoPairs.map(({ before }) => before));
  const numbered = earlier?.records?.images.map((image, index) => ({ image, number: index + 1 })) ?? [];
  return numbered.filter(({ image }) => shown.has(image));
}

/** Returns the models and users that created a result, each once, with the numbers of their damages, as table rows. */
function listCreators(context: ReportContext): string[][] {
  const { entities, messages, vehicle, options, damagedParts } = context;
  const creators: (CreatedBy | undefined)[] = [
    ...[entities.damages, entities.parts, entities.views, entities.wheelAnalysis, entities.documents].flatMap(
      (byId) => Object.values(byId).map(({ createdBy }) => createdBy),
    ),
    ...Object.values(entities.damages).map(({ correctedFrom }) => correctedFrom?.createdBy),
    ...Object.values(entities.severityResults).map(({ createdBy }) => createdBy),
    options.pricing ? vehicle?.repairEstimate?.createdBy : undefined,
  ];
  const describe = (creator: CreatedBy) =>
    creator === 'user'
      ? [messages.user, '', '', '']
      : [creator.model, creator.version, creator.engine, nameLicence(creator, messages)];
  const keyOf = (creator: CreatedBy) => describe(creator).join('\n');
  const numbered = damagedParts.flatMap(({ damages }) => damages);
  const unique = new Map(creators.flatMap((creator) => (creator ? [[keyOf(creator), creator]] : [])));
  return [...unique, ...listSilentModels(context, unique)].map(([key, creator]) => {
    const numbers = numbered
      .filter(({ damage: { createdBy, correctedFrom } }) => {
        const origin = correctedFrom?.createdBy ?? createdBy;
        return origin !== undefined && keyOf(origin) === key;
      })
      .map(({ number }) => number);
    return [...describe(creator), numbers.join(', ')];
  });
}

type Model = Exclude<CreatedBy, 'user'>;

/** Returns the models that searched photos for damage and created nothing. Which engine ran them is not recorded. */
function listSilentModels(
  { images }: ReportContext,
  creators: ReadonlyMap<string, CreatedBy>,
): [string, Model][] {
  const known = new Set(
    [...creators.values()].map((one) => (one === 'user' ? '' : `${one.model} ${one.version}`)),
  );
  const searched = new Set(images.flatMap(({ detectionLimit }) => detectionLimit?.model ?? []));
  return [...searched]
    .filter((model) => !known.has(model))
    .map((name) => {
      const [model = '', version = ''] = name.split(' ');
      return [name, { model, version, engine: '' }];
    });
}

/** Returns whether the weights may be used commercially; empty for rules and for models of others. */
function nameLicence({ model }: Model, { licences }: ReportContext['messages']): string {
  const licence = MODEL_LICENCES[model];
  return licence ? licences[licence] : '';
}
