import sharp from 'sharp';
import { buildReport, photosOfReport } from '../../report/making/build-report.ts';
import {
  encodeWithin,
  type PhotoLimits,
  type ReportMaker,
  scaleEach,
} from '../../report/making/report-maker.ts';
import { uprightPhoto } from '../photo/upright-photo.ts';

/** Makes reports in this process, with sharp's pixels. */
export function nodeReportMaker(): ReportMaker {
  return {
    photosOf: photosOfReport,
    build: buildReport,
    preload: async () => {},
    close: () => {},
    scale: (photos, limits) => scaleEach(photos, (photo) => scalePhoto(photo, limits)),
  };
}

async function scalePhoto(photo: ArrayBuffer, { side, bytes }: PhotoLimits): Promise<Uint8Array> {
  const { width, height, data } = await uprightPhoto(photo, side);
  const pixels = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  return encodeWithin(bytes, (quality) => pixels.jpeg({ quality: Math.round(quality * 100) }).toBuffer());
}
