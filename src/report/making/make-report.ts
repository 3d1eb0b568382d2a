import type { Entities } from '../../domain/entities.ts';
import { isKerbsideError } from '../../errors.ts';
import type { ReportRecord } from '../report-store.ts';
import type { ReportPhotos } from './build-pdf.ts';
import { photoLimits, type ReportMaker } from './report-maker.ts';

/** Where a report's inspection is read from. */
export interface ReportSource {
  entities(): Promise<Entities>;
  /** Another inspection, which this one names; undefined where it can not be read. */
  related(inspectionId: string): Promise<Entities | undefined>;
  photo(imageId: string): Promise<ArrayBuffer>;
}

/** Photos on their way at once: while some are scaled, as many are read. A phone holds no twenty. */
const ABREAST = 2;

/** Reads an inspection and the photos that its report shows, and makes the PDF. */
export async function makeReport(
  {
    inspectionId,
    request,
    createdAt,
    timeZone,
  }: Pick<ReportRecord, 'inspectionId' | 'request' | 'createdAt' | 'timeZone'>,
  source: ReportSource,
  maker: ReportMaker,
): Promise<ArrayBuffer> {
  const entities = await source.entities();
  const { relatedInspectionId } = entities.inspections[inspectionId] ?? {};
  const earlier = relatedInspectionId === undefined ? undefined : await source.related(relatedInspectionId);
  const options = { ...request, createdAt, timeZone };
  const subject = { inspectionId, entities, ...(earlier && { earlier }), options };
  const imageIds = await maker.photosOf(subject);
  const limits = photoLimits(imageIds.length);
  const read = (from: number) =>
    Promise.all(imageIds.slice(from, from + ABREAST).map((imageId) => readPhoto(imageId, source)));
  const photos: ReportPhotos = {};
  let reading = read(0);
  for (let from = 0; from < imageIds.length; from += ABREAST) {
    const here = (await reading).filter((one) => one !== undefined);
    reading = read(from + ABREAST);
    reading.catch(() => {}); // told of in its turn
    const scaled = await maker.scale(
      here.map(({ bytes }) => bytes),
      limits,
    );
    for (const [at, { imageId }] of here.entries()) {
      const jpeg = scaled[at];
      if (jpeg) photos[imageId] = jpeg;
    }
  }
  return new Uint8Array(await maker.build(subject, photos)).buffer;
}

/** Nothing of a photo that is gone, let go of or damaged: it is shown as missing, as is one that can't be decoded here. */
async function readPhoto(imageId: string, source: ReportSource) {
  try {
    return { imageId, bytes: await source.photo(imageId) };
  } catch (error) {
    if (isKerbsideError(error, 'photo_damaged', 'photo_unavailable', 'not_found')) return undefined;
    throw error;
  }
}
