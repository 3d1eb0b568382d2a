import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { pdfTexts } from '../../../test/fixtures/pdf-text.ts';
import { buildPdf } from '../making/build-pdf.ts';
import { MARGIN } from './sheet.ts';

test('what a tile says stays in it, however many there are', async () => {
  const tiles = [
    { label: 'Photos', value: '20' },
    { label: 'Dommages', value: '15' },
    { label: 'Nouveaux dommages', value: 'Inconnus' },
    { label: 'Pièces endommagées', value: '12' },
    { label: 'Gravité maximale', value: 'À vérifier' },
    { label: 'Réparation estimée', value: 'INR 1 234 567,00' },
  ];
  const about = { language: 'fr', title: '', createdAt: '2026-11-15T12:00:00Z', footer: '', pageLabel: '' };
  const pdf = await buildPdf({ ...about, blocks: [{ kind: 'tiles', tiles }] }, {});
  const document = await PDFDocument.create();
  const [regular, bold] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold].map((font) => document.embedFont(font)),
  );
  const texts = (await pdfTexts(pdf)).flat().filter(({ text }) => text !== '');
  const [step, width] = [(595.28 - 2 * MARGIN + 8) / 6, (595.28 - 2 * MARGIN - 5 * 8) / 6];
  expect(texts.map(({ text }) => text).join(' ')).toContain('Nouveaux dommages Inconnus');
  for (const { text, x, size } of texts) {
    const font = size === 7.5 ? regular : bold;
    const from = (x - MARGIN) % step;
    expect(from + (font?.widthOfTextAtSize(text, size) ?? 0), text).toBeLessThanOrEqual(width);
  }
});
