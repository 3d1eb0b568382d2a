import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { OcrImageType } from '../../src/domain/enums.ts';

/** Opens tesseract.js with language data from npm, without network requests. */
export async function openTesseract(): Promise<Worker> {
  const langPath = fileURLToPath(
    new URL('../../node_modules/@tesseract.js-data/eng/4.0.0_best_int', import.meta.url),
  );
  return createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const WHITELISTS: Partial<Record<OcrImageType, string>> = {
  VIN: 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789',
  PLATE: CAPITALS,
  ODOMETER: '0123456789.',
};

/**
 * Reads a picture of this type with suitable settings for tesseract: the same enlarged picture in gray, a whitelist of
 * possible characters, and the best page segmentation mode.
 */
export async function readWithTesseract(
  worker: Worker,
  picture: string,
  imageType: OcrImageType,
): Promise<string> {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const scale = Math.min(4, 736 / Math.max(width, height));
  const image = await sharp(picture)
    .resize(Math.round(width * scale))
    .grayscale()
    .png()
    .toBuffer();
  await worker.setParameters({
    tessedit_char_whitelist: WHITELISTS[imageType] ?? '',
    // A cropped reading is one line. Plates and labels have other text around the wanted line.
    tessedit_pageseg_mode: imageType === 'ODOMETER' ? PSM.SINGLE_LINE : PSM.SPARSE_TEXT,
  });
  const { data } = await worker.recognize(image, {}, { blocks: true, text: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((part) => part.lines));
  const texts = lines.map(({ text, bbox }) => ({
    text: text.replace(/\s/g, ''),
    height: bbox.y1 - bbox.y0,
  }));
  const rank = ({ text, height: letters }: (typeof texts)[number]) =>
    imageType === 'VIN' ? -Math.abs(text.length - 17) : text.length >= 3 ? letters : 0;
  return texts.sort((a, b) => rank(b) - rank(a))[0]?.text ?? '';
}
