import type { Entities } from '../../domain/entities.ts';
import { type ReportLanguage, wordsOf } from '../locales/messages.ts';
import type { ReportModel } from './block-types.ts';
import { damagedParts } from './damage-list.ts';
import { formatsOf } from './formats.ts';
import { imagesOf, type Section, vehicleOf } from './section.ts';
import { factsBlock, remarkBlocks, titleBlock } from './sections/facts.ts';
import { partBlocks } from './sections/parts.ts';
import { photoBlocks } from './sections/photos.ts';
import { madeBlocks } from './sections/provenance.ts';
import { textBlocks, wheelBlocks } from './sections/readings.ts';
import { sinceBlocks } from './sections/since-earlier.ts';
import { summaryBlock } from './sections/summary.ts';
import { thenAndNowBlocks } from './sections/then-and-now.ts';
import { sinceEarlier } from './since.ts';

export interface ReportModelOptions {
  language: ReportLanguage;
  /** Whether prices are shown. */
  pricing: boolean;
  clientName?: string;
  customer?: string;
  /** Where the vehicle's own is not to be shown. */
  vin?: string;
  /** When the report was asked for; ISO 8601. */
  createdAt: string;
  timeZone: string;
}

/** What a report is of: plain data, which a worker can be given. */
export interface ReportSubject {
  inspectionId: string;
  /** The inspection as `inspections.getOne` answers it. */
  entities: Entities;
  /** The inspection that it names as related, where that can be read. */
  earlier?: Entities;
  options: ReportModelOptions;
}

/** What a report says. */
export function reportModel({ inspectionId, entities, earlier, options }: ReportSubject): ReportModel {
  const inspection = entities.inspections[inspectionId];
  if (!inspection) throw new RangeError(`The answer does not hold inspection ${inspectionId}`);
  const words = wordsOf(options.language);
  const formats = formatsOf(options.language, words, options.timeZone);
  const section: Section = {
    words,
    formats,
    entities,
    inspection,
    options,
    vehicle: vehicleOf(inspection, entities),
    damaged: damagedParts(entities),
    images: imagesOf(inspection, entities),
    since: sinceEarlier(inspection, entities, earlier),
  };
  return {
    language: options.language,
    title: words.title,
    createdAt: options.createdAt,
    footer: `${words.inspection} ${inspectionId} · ${formats.moment(options.createdAt)}`,
    pageLabel: words.page,
    blocks: [
      titleBlock(section),
      factsBlock(section),
      summaryBlock(section),
      ...remarkBlocks(section),
      ...partBlocks(section),
      ...sinceBlocks(section),
      ...thenAndNowBlocks(section),
      ...photoBlocks(section),
      ...wheelBlocks(section),
      ...textBlocks(section),
      ...madeBlocks(section),
    ],
  };
}

/** The ids of all photos that a report shows, those of the earlier inspection included, once each. */
export function photosIn({ blocks }: ReportModel): string[] {
  const photos = blocks.flatMap((block) => (block.kind === 'photos' ? block.photos : []));
  return [...new Set(photos.map(({ imageId }) => imageId))];
}
