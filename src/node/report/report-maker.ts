import sharp from 'sharp';
import { alignPhotos } from '../../analysis/align/align-photos.ts';
import { FEATURE_SIDE, findFeatures } from '../../analysis/align/photo-features.ts';
import { toGray } from '../../analysis/quality/gray.ts';
import type { PhotoAligner } from '../../compare/photo-aligner.ts';
import { buildReport, listReportPhotoPairs, listReportPhotos } from '../../report/making/build-report.ts';
import {
  encodeWithin,
  type PhotoLimits,
  type ReportMaker,
  scaleAll,
} from '../../report/making/report-maker.ts';
import { decodeUpright } from '../photo/decode-upright.ts';
import { paintText } from './paint-text.ts';

/** Creates a report maker that runs in this process and scales photos with sharp. */
export function createNodeReportMaker(): ReportMaker {
  return {
    ...nodePhotoAligner,
    listPhotoPairs: listReportPhotoPairs,
    listPhotos: listReportPhotos,
    build: (subject, photos) => buildReport(subject, photos, paintText),
    preload: async () => {},
    close: () => {},
    scalePhotos: (photos, limits) => scaleAll(photos, (photo) => scalePhoto(photo, limits)),
  };
}

async function scalePhoto(photo: ArrayBuffer, { maxSide, maxBytes }: PhotoLimits): Promise<Uint8Array> {
  const { width, height, data } = await decodeUpright(photo, maxSide);
  const pixels = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return encodeWithin(maxBytes, (quality) => pixels.jpeg({ quality: Math.round(quality * 100) }).toBuffer());
}

/** Aligns photos in this process; sharp decodes them. */
export const nodePhotoAligner: PhotoAligner = {
  findFeatures: async (photo) => findFeatures(toGray(await decodeUpright(photo, FEATURE_SIDE))),
  alignPhotos: async (from, to) => alignPhotos(from, to),
};
