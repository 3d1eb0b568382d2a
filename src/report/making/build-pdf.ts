import type { PDFImage } from '@cantoo/pdf-lib';
import type { ReportModel } from '../content/block-types.ts';
import { printableLine } from '../content/printable.ts';
import { drawBlock } from '../layout/blocks.ts';
import { MUTED, RULE } from '../layout/palette.ts';
import { Sheet } from '../layout/sheet.ts';

/** A report's photos, scaled: JPEG, upright, by image id. One that is missing is shown as missing. */
export type ReportPhotos = Record<string, Uint8Array>;

/** From what a report says to its bytes. The same model and photos give the same bytes, in a browser and in Node. */
export async function buildPdf(model: ReportModel, photos: ReportPhotos): Promise<Uint8Array> {
  const sheet = await Sheet.create();
  describe(sheet, model);
  const images = new Map<string, PDFImage>();
  // In one order, whichever photo was scaled first: the bytes depend on it.
  for (const imageId of Object.keys(photos).sort()) {
    const jpeg = photos[imageId];
    if (jpeg) images.set(imageId, await sheet.document.embedJpg(jpeg));
  }
  for (const block of model.blocks) drawBlock(sheet, block, images);
  drawFeet(sheet, model);
  return sheet.document.save();
}

function describe({ document }: Sheet, { title, language, createdAt }: ReportModel): void {
  const date = new Date(createdAt);
  document.setTitle(printableLine(title));
  document.setLanguage(language);
  document.setCreator('Kerbside');
  document.setProducer('Kerbside');
  document.setCreationDate(date);
  document.setModificationDate(date);
}

function drawFeet(sheet: Sheet, { footer, pageLabel }: ReportModel): void {
  const style = { size: 7.5, colour: MUTED };
  const y = 841.89 - 36;
  sheet.onEachPage((page, pages) => {
    sheet.rule(y - 8, RULE);
    sheet.text(footer, sheet.left, y, style);
    const label = pageLabel.replace('{page}', String(page)).replace('{pages}', String(pages));
    sheet.textRight(label, sheet.left + sheet.width, y, style);
  });
}
