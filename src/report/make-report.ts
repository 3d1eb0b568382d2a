import { isKerbsideError } from '../errors.ts';
import type { Entities } from '../spec/entities.ts';
import type { ReportPhotos } from './build-pdf.ts';
import { photoLimits, type ReportMaker } from './report-maker.ts';
import { reportModel } from './report-model.ts';
import type { ReportRecord } from './report-store.ts';

/** Where a report's inspection is read from. */
export interface ReportSource {
  entities(): Promise<Entities>;
  photo(imageId: string): Promise<ArrayBuffer>;
}

/**
 * Reads an inspection and its photos, and makes the PDF. Two photos at a time, so that one is read while another is
 * scaled; a phone holds no twenty.
 */
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
  const model = reportModel(inspectionId, entities, { ...request, createdAt, timeZone });
  const imageIds = Object.keys(entities.images);
  const limits = photoLimits(imageIds.length);
  const photos: ReportPhotos = {};
  for (let from = 0; from < imageIds.length; from += 2) {
    const both = imageIds.slice(from, from + 2).map(async (imageId) => {
      const scaled = await scaledPhoto(imageId);
      if (scaled) photos[imageId] = scaled;
    });
    await Promise.all(both);
  }
  return new Uint8Array(await maker.build(model, photos)).buffer;

  /** A photo that is gone, damaged, or in a form that can't be decoded here is shown as missing. */
  async function scaledPhoto(imageId: string): Promise<Uint8Array | undefined> {
    try {
      return await maker.scale(await source.photo(imageId), limits);
    } catch (error) {
      const isAboutPhoto = (['photo_invalid', 'photo_damaged', 'not_found'] as const).some((code) =>
        isKerbsideError(error, code),
      );
      if (!isAboutPhoto) throw error;
      return undefined;
    }
  }
}
