import { JpegEmbedder, type PDFDocument, type PDFImage } from '@cantoo/pdf-lib';
import { invalidField } from '../../domain/check.ts';
import { LIMITS } from '../../domain/limits.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import type { ReportModel } from '../content/report-model.ts';
import { loadFonts } from '../text/load-fonts.ts';
import { paintSymbols } from '../text/paint-symbols.ts';
import type { PaintText } from '../text/picture.ts';
import { Symbols } from '../text/symbols.ts';
import { writeArchiveMetadata } from './archive-metadata.ts';
import { drawBlock } from './draw-block.ts';
import { MUTED, RULE } from './palette.ts';
import { PAGE, Sheet } from './sheet.ts';

/** The scaled photos of a report by image id: upright JPEGs. The report says which photos are missing. */
export type ReportPhotos = Record<string, Uint8Array>;

/**
 * Lays a report out as a PDF. The same model, photos and painted text give the same bytes, in browsers and in Node.
 *
 * @param paint - Paints text that the fonts of the library lack.
 */
export async function buildPdf(
  model: ReportModel,
  photos: ReportPhotos,
  paint: PaintText,
): Promise<Uint8Array> {
  const fonts = loadFonts();
  const symbols = new Symbols((codePoint) => fonts.regular.glyphs.has(codePoint));
  const drawable = mapTexts(model, (text) => symbols.toDrawable(text));
  const pictures = await paintSymbols(symbols.list(), paint);
  const sheet = await Sheet.create({ fonts, symbols, pictures });
  const images = new Map<string, PDFImage>();
  // Sorted: the bytes depend on the order, and photos are scaled in any order.
  for (const imageId of Object.keys(photos).sort()) {
    const jpeg = photos[imageId];
    if (jpeg) images.set(imageId, await sheet.document.embedJpg(jpeg));
  }
  const logo = drawable.logo && {
    ...drawable.logo,
    image: await embedLogo(sheet.document, drawable.logo.bytes),
  };
  const { title, language, createdAt, footer } = model;
  const isArchivable = !(await isCmyk(drawable.logo?.bytes));
  await writeArchiveMetadata(sheet.document, { title, language, createdAt, identity: footer, isArchivable });
  for (const block of drawable.blocks) drawBlock(sheet, block, images, logo);
  if (pictures.size < symbols.list().length)
    drawBlock(sheet, { kind: 'paragraph', tone: 'note', text: model.missingFontNote }, images);
  drawFooters(sheet, drawable);
  sheet.finish();
  return sheet.document.save();
}

/** These are not shown. */
const NOT_TEXT = ['kind', 'imageId', 'partType', 'path', 'language', 'createdAt'];

/** Returns a copy of a model with other texts. */
function mapTexts<Value>(value: Value, map: (text: string) => string): Value {
  if (typeof value === 'string') return map(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map)) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, NOT_TEXT.includes(key) ? one : mapTexts(one, map)]),
  ) as Value;
}

function drawFooters(sheet: Sheet, { footer, pageLabel }: ReportModel): void {
  const style = { size: 7.5, colour: MUTED };
  const y = PAGE.height - 36;
  sheet.forEachPage((page, pages) => {
    sheet.drawRule(y - 8, RULE);
    sheet.drawText(footer, sheet.left, y, style);
    const label = pageLabel.replace('{page}', String(page)).replace('{pages}', String(pages));
    sheet.drawTextRight(label, sheet.left + sheet.width, y, style);
  });
}

/** PDF/A allows one colour space of a device per file, and photos are RGB. */
async function isCmyk(logo: Uint8Array | undefined): Promise<boolean> {
  const isJpeg = logo?.[0] === 0xff;
  return isJpeg && (await JpegEmbedder.for(logo)).colorSpace === 'DeviceCMYK';
}

/**
 * Embeds the company's logo. A PNG is decoded whole, so a small file with very many pixels is rejected before.
 *
 * @throws `invalid_input` if it is damaged, or has too many pixels.
 */
export async function embedLogo(document: PDFDocument, bytes: Uint8Array): Promise<PDFImage> {
  const read = readPhotoHeader(bytes);
  if (!read.ok) throw invalidField('logo', 'a whole PNG or JPEG', read.message);
  const { type, width, height } = read.header;
  if (Math.max(width, height) > LIMITS.logoSide)
    throw invalidField('logo', `at most ${LIMITS.logoSide} pixels on each side`, `${width} × ${height}`);
  return type === 'image/png' ? document.embedPng(bytes) : document.embedJpg(bytes);
}
