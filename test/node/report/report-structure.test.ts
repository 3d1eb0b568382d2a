import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { createComparisonsWith } from '../../../src/compare/create-comparisons.ts';
import { nodePhotoAligner } from '../../../src/node/report/report-maker.ts';
import { pdfText } from '../../fixtures/pdf-text.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import { BACK, OUT, openOffice } from '../support/rental-office.ts';

/** Returns the elements of the structure tree in reading order, with their alternative texts. */
async function readStructure(pdf: ArrayBuffer) {
  const document = await PDFDocument.load(pdf);
  const found: { role: string; alt?: string }[] = [];
  const visit = (element: PDFDict) => {
    const alt = element.lookupMaybe(PDFName.of('Alt'), PDFHexString)?.decodeText();
    const role = element.lookup(PDFName.of('S'), PDFName).decodeText();
    found.push({ role, ...(alt !== undefined && { alt }) });
    for (const kid of element.lookup(PDFName.of('K'), PDFArray).asArray()) {
      const child = document.context.lookup(kid);
      if (child instanceof PDFDict && child.has(PDFName.of('S'))) visit(child);
    }
  };
  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  visit(root.lookup(PDFName.of('K'), PDFDict));
  const isMarked = document.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked'));
  return { found, isMarked: String(isMarked), language: String(document.catalog.get(PDFName.of('Lang'))) };
}

async function signedReport() {
  const car = { seed: 4, view: 'side', width: 320, height: 240 } as const;
  const { kerbside, inspectAt, report } = await openOffice([await jpegPhoto(car)]);
  const follows = await inspectAt(OUT, { damages: [['dent', 'door_back_left']] });
  const id = await inspectAt(BACK, { follows, damages: [['scratch', 'door_front_left']] });
  const aligner = { ...nodePhotoAligner, preload: async () => {}, close: () => {} };
  const comparisons = createComparisonsWith({ api: kerbside, aligner, now: () => BACK });
  const { seal } = await comparisons.sign(id, { name: 'Ada Lovelace', path: 'M0 0L90 90' });
  return {
    kerbside,
    id,
    seal,
    report: (language: 'en' | 'fr' = 'en') => report(id, { language, pricing: true }),
  };
}

test('a report is tagged: title, headings, tables, and figures with alternative texts', async () => {
  const { report } = await signedReport();
  const { found, isMarked, language } = await readStructure(await report('fr'));
  expect(isMarked).toBe('true');
  expect(language).toContain('fr');
  const roles = found.map(({ role }) => role);
  expect(roles[0]).toBe('Document');
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1);
  for (const role of ['H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(roles).toContain(role);
  const figures = found.filter(({ role }) => role === 'Figure');
  expect(figures.every(({ alt }) => alt)).toBe(true);
  expect(figures.some(({ alt }) => alt === 'Signature de Ada Lovelace')).toBe(true);
  expect(figures.some(({ alt }) => alt?.startsWith('Pièces endommagées : Portière'))).toBe(true);
});

test('the signature is printed with its seal, and a change after it is stated', async () => {
  const { kerbside, id, seal, report } = await signedReport();
  const signed = await pdfText(await report());
  expect(signed).toContain('Ada Lovelace\nSigned 3 Mar 2026, 17:05 UTC');
  expect(signed).toContain(`SHA-256 ${seal}`);
  expect(signed).not.toContain('Something changed after the signature');
  await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'roof' });
  expect(await pdfText(await report())).toContain('Something changed after the signature');
});
