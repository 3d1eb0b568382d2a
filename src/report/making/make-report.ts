import { alignPairs } from '../../compare/align-pairs.ts';
import type { Entities } from '../../domain/records/entities.ts';
import { isKerbsideError } from '../../errors.ts';
import type { PdfRequest } from '../../wire/pdf.ts';
import type { ReportPhotos } from '../layout/build-pdf.ts';
import { getPhotoLimits, type ReportMaker } from './report-maker.ts';

/** A report to make. */
export interface ReportJob {
  inspectionId: string;
  request: PdfRequest;
  /** When the report was requested; ISO 8601. */
  createdAt: string;
  /** IANA name of the time zone for the dates of the report. */
  timeZone: string;
  /** The company's logo. */
  logo?: Uint8Array | undefined;
}

/** Port: reads the inspection of a report. */
export interface ReportSource {
  getEntities(): Promise<Entities>;
  /** Returns the related inspection; undefined if it cannot be read. */
  getRelated(inspectionId: string): Promise<Entities | undefined>;
  getPhoto(imageId: string): Promise<ArrayBuffer>;
}

/** Photos in memory at once: 2 are scaled while the next 2 are read. The photos of a whole report do not fit in a phone. */
const BATCH_SIZE = 2;

/**
 * Reads an inspection and its photos and makes the PDF.
 *
 * @throws `report_failed`, and every error of `source` and `maker`
 */
export async function makeReport(
  { inspectionId, request, createdAt, timeZone, logo }: ReportJob,
  source: ReportSource,
  maker: ReportMaker,
): Promise<ArrayBuffer> {
  const entities = await source.getEntities();
  const { relatedInspectionId } = entities.inspections[inspectionId] ?? {};
  const earlier =
    relatedInspectionId === undefined ? undefined : await source.getRelated(relatedInspectionId);
  const options = { ...request, createdAt, timeZone, ...(logo && { logo }) };
  const described = { inspectionId, entities, ...(earlier && { earlier }), options };
  const pairs = await maker.listPhotoPairs(described);
  const alignments = await alignPairs(pairs, (imageId) => source.getPhoto(imageId), maker);
  const subject = { ...described, alignments };
  const photos = await scalePhotos(await maker.listPhotos(subject), source, maker);
  return new Uint8Array(await maker.build(subject, photos)).buffer;
}

async function scalePhotos(
  imageIds: readonly string[],
  source: ReportSource,
  maker: ReportMaker,
): Promise<ReportPhotos> {
  const limits = getPhotoLimits(imageIds.length);
  const readBatch = (from: number) =>
    Promise.all(imageIds.slice(from, from + BATCH_SIZE).map((imageId) => readPhoto(imageId, source)));
  const photos: ReportPhotos = {};
  let reading = readBatch(0);
  for (let from = 0; from < imageIds.length; from += BATCH_SIZE) {
    const batch = (await reading).filter((photo) => photo !== undefined);
    reading = readBatch(from + BATCH_SIZE);
    reading.catch(() => {}); // handled when the next iteration awaits it
    const scaled = await maker.scalePhotos(
      batch.map(({ bytes }) => bytes),
      limits,
    );
    for (const [index, { imageId }] of batch.entries()) {
      const jpeg = scaled[index];
      if (jpeg) photos[imageId] = jpeg;
    }
  }
  return photos;
}

/** Returns undefined for a photo that is deleted, evicted or corrupt: the report says that it is missing. */
async function readPhoto(imageId: string, source: ReportSource) {
  try {
    return { imageId, bytes: await source.getPhoto(imageId) };
  } catch (error) {
    if (isKerbsideError(error, 'photo_damaged', 'photo_unavailable', 'not_found')) return undefined;
    throw error;
  }
}
