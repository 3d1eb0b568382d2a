import { alignMethods } from '../../compare/worker-methods.ts';
import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import { buildReport, listReportPhotoPairs, listReportPhotos } from './build-report.ts';
import { encodeWithin, type PhotoLimits, scaleAll } from './report-maker.ts';

/** The methods of the report worker. */
export const reportMethods = {
  ...alignMethods,
  listPhotoPairs: listReportPhotoPairs,
  scalePhotos: (photos: readonly ArrayBuffer[], limits: PhotoLimits) =>
    scaleAll(photos, (photo) => scalePhoto(photo, limits)),
  listPhotos: listReportPhotos,
  build: buildReport,
};

/** Returns a photo as an upright JPEG, scaled while it is decoded. */
async function scalePhoto(photo: ArrayBuffer, { maxSide, maxBytes }: PhotoLimits): Promise<Uint8Array> {
  const { width, height, data } = await decodePhoto(photo, maxSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context)
    throw new KerbsideError('unsupported', 'This browser has no 2D canvas in workers to scale photos on.');
  context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff'; // behind transparent pixels, which would be black in a JPEG
  context.fillRect(0, 0, width, height);
  return encodeWithin(maxBytes, async (quality) => {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new Uint8Array(await blob.arrayBuffer());
  });
}
