import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib';
import { invalidField } from '../../domain/check.ts';
import { LIMITS } from '../../domain/limits.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import type { ReportModel } from '../content/report-model.ts';
import { drawBlock } from './draw-block.ts';
import { MUTED, RULE } from './palette.ts';
import { toPrintableLine } from './printable-text.ts';
import { PAGE, Sheet } from './sheet.ts';

/** The scaled photos of a report by image id: upright JPEGs. The report says which photos are missing. */
export type ReportPhotos = Record<string, Uint8Array>;

/** Lays a report out as a PDF. The same model and photos give the same bytes, in browsers and in Node. */
export async function buildPdf(model: ReportModel, photos: ReportPhotos): Promise<Uint8Array> {
  const sheet = await Sheet.create();
  setMetadata(sheet, model);
  const images = new Map<string, PDFImage>();
  // Sorted: the bytes depend on the order, and photos are scaled in any order.
  for (const imageId of Object.keys(photos).sort()) {
    const jpeg = photos[imageId];
    if (jpeg) images.set(imageId, await sheet.document.embedJpg(jpeg));
  }
  const logo = model.logo && { ...model.logo, image: await embedLogo(sheet.document, model.logo.bytes) };
  for (const block of model.blocks) drawBlock(sheet, block, images, logo);
  drawFooters(sheet, model);
  sheet.finish();
  return sheet.document.save();
}

function setMetadata({ document }: Sheet, { title, language, createdAt }: ReportModel): void {
  const date = new Date(createdAt);
  document.setTitle(toPrintableLine(title));
  document.setLanguage(language);
  document.setCreator('Kerbside');
  document.setProducer('Kerbside');
  document.setCreationDate(date);
  document.setModificationDate(date);
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
