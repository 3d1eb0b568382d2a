import { alignMethods } from '../../compare/worker-methods.ts';
import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import type { ReportSubject } from '../content/report-context.ts';
import type { ReportPhotos } from '../layout/build-pdf.ts';
import { EM, getCanvas, type PaintedText } from '../text/picture.ts';
import { buildReport, listReportPhotoPairs, listReportPhotos } from './build-report.ts';
import { encodeWithin, type PhotoLimits, scaleAll } from './report-maker.ts';

/** The methods of the report worker. */
export const reportMethods = {
  ...alignMethods,
  listPhotoPairs: listReportPhotoPairs,
  scalePhotos: (photos: readonly ArrayBuffer[], limits: PhotoLimits) =>
    scaleAll(photos, (photo) => scalePhoto(photo, limits)),
  listPhotos: listReportPhotos,
  build: (subject: ReportSubject, photos: ReportPhotos) => buildReport(subject, photos, paintText),
};

/** Returns a photo as an upright JPEG, scaled while it is decoded. */
async function scalePhoto(photo: ArrayBuffer, { maxSide, maxBytes }: PhotoLimits): Promise<Uint8Array> {
  const { width, height, data } = await decodePhoto(photo, maxSide);
  const { canvas, context } = createCanvas(width, height);
  context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff'; // behind transparent pixels, which would be black in a JPEG
  context.fillRect(0, 0, width, height);
  return encodeWithin(maxBytes, async (quality) => {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new Uint8Array(await blob.arrayBuffer());
  });
}

/** Paints a text with the fonts of the browser. */
async function paintText(text: string): Promise<PaintedText> {
  const { width, height, x, baseline } = getCanvas(text);
  const { context } = createCanvas(width, height);
  context.font = `${EM}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.fillText(text, x, baseline);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context)
    throw new KerbsideError('unsupported', 'This browser has no 2D canvas in workers, which reports need.');
  return { canvas, context };
}
