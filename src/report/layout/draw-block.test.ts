import { expect, test } from 'vitest';
import { measureText, pdfTexts } from '../../../test/fixtures/pdf-text.ts';
import { paintText } from '../../node/report/paint-text.ts';
import type { Block } from '../content/report-model.ts';
import { buildPdf } from './build-pdf.ts';
import { CHIP_HEIGHT } from './chip.ts';
import { MARGIN, PAGE } from './sheet.ts';

const line: Block = { kind: 'paragraph', text: 'a line' };
const note: Block = { kind: 'paragraph', tone: 'note', text: 'a note' };
const report = {
  language: 'en',
  title: '',
  createdAt: '2026-11-15T12:00:00Z',
  footer: '',
  pageLabel: '',
  missingFontNote: '',
};
const wheels: Block[] = [
  { kind: 'heading', text: 'Wheels' },
  {
    kind: 'table',
    columns: [{ heading: 'Wheel', width: 1 }],
    rows: [[{ text: 'front left\ngood\nof steel' }], [{ text: 'rear left' }]],
  },
];

test('a heading is on the page of the table below it, wherever the page ends', async () => {
  for (let lines = 30; lines < 40; lines += 1) {
    for (let notes = 0; notes < 8; notes += 2) {
      const blocks = [...Array<Block>(lines).fill(line), ...Array<Block>(notes).fill(note), ...wheels];
      const pages = (await pdfTexts(await buildPdf({ ...report, blocks }, {}, paintText))).map((texts) =>
        texts.map(({ text }) => text),
      );
      const page = pages.find((texts) => texts.includes('Wheels'));
      expect(page, `${lines} lines, ${notes} notes`).toContain('front left');
    }
  }
});

test('a heading is on the page of the first photos below it', async () => {
  const photo = { imageId: '', width: 4, height: 3, missing: '', marks: [] };
  const pair = [
    { ...photo, title: 'Then' },
    { ...photo, title: 'Now' },
  ];
  const compared: Block[] = [
    { kind: 'heading', text: 'Then and now', isAbovePhotos: true },
    note,
    { kind: 'photos', photos: pair, perRow: 2 },
  ];
  for (let lines = 20; lines < 50; lines += 1) {
    const blocks = [...Array<Block>(lines).fill(line), ...compared];
    const pages = await pdfTexts(await buildPdf({ ...report, blocks }, {}, paintText));
    const page = pages.find((texts) => texts.some(({ text }) => text === 'Then and now'));
    expect(
      page?.map(({ text }) => text),
      `${lines} lines`,
    ).toContain('Now');
  }
});

test.each([
  { number: undefined, captions: 'a dash' },
  { number: 1, captions: 'a number' },
])('the caption of a photo is to the right of $captions', async ({ number }) => {
  const mark = { ...(number && { number }), text: 'Gone', rings: [] };
  const photo = { imageId: '', width: 4, height: 3, missing: '', title: 'Then', marks: [mark] };
  const pages = await pdfTexts(
    await buildPdf({ ...report, blocks: [{ kind: 'photos', photos: [photo], perRow: 2 }] }, {}, paintText),
  );
  const caption = pages.flat().find(({ text }) => text === 'Gone');
  expect(caption?.x).toBe(MARGIN + CHIP_HEIGHT + 5);
});

test.each([
  { lines: 15, pages: 1 },
  { lines: 25, pages: 2 },
])('photos start a new page in the second half of a page: after $lines lines', async ({ lines, pages }) => {
  const photos: Block = { kind: 'heading', text: 'Photos', onNewPage: true };
  const blocks = [...Array<Block>(lines).fill(line), photos];
  expect(await pdfTexts(await buildPdf({ ...report, blocks }, {}, paintText))).toHaveLength(pages);
});

test('a long name below a signature is broken into lines', async () => {
  const name = 'Ada Lovelace, on behalf of the rental company at the station '.repeat(4).trim();
  const blocks: Block[] = [{ kind: 'signature', name, caption: 'Signed', description: '' }, line];
  const texts = (await pdfTexts(await buildPdf({ ...report, blocks }, {}, paintText))).flat();
  for (const { text, size } of texts)
    expect(measureText(text, size), text).toBeLessThanOrEqual(PAGE.width - 2 * MARGIN);
  const heights = texts.filter(({ text }) => text !== '').map(({ y }) => y);
  expect(new Set(heights).size).toBe(heights.length); // no line is drawn over another one
});

const buildSigned = (path?: string) => {
  const signature = { kind: 'signature', name: 'Ada', caption: 'Signed', description: '' } as const;
  return buildPdf(
    { ...report, blocks: [{ ...signature, ...(path !== undefined && { path }) }] },
    {},
    paintText,
  );
};

test.each([
  'M 1',
  'M',
  'L 1 2 3 4',
  'L 1 2 3',
  'M 1 2 L',
  'M - -',
  'M 1..2 3',
  'M 1 2 L 3 4 5',
  `M ${'9'.repeat(400)} 1`,
])('strokes that are no path are left out below a name: %j', async (path) => {
  expect(await buildSigned(path)).toEqual(await buildSigned());
});

test.each(['M0 0L90 90', 'M5 5L5 5', ' M 10,20 30 40 m 1.5 -2 l.5-1 '])(
  'the strokes %j are drawn',
  async (path) => {
    expect(await buildSigned(path)).not.toEqual(await buildSigned());
  },
);

test('tiles keep their text inside', async () => {
  const tiles = [
    { label: 'Photos', value: '20' },
    { label: 'Dommages', value: '15' },
    { label: 'Nouveaux dommages', value: 'Inconnus' },
    { label: 'Pièces endommagées', value: '12' },
    { label: 'Gravité maximale', value: 'À vérifier' },
    { label: 'Réparation estimée', value: 'INR 1 234 567,00' },
  ];
  const pdf = await buildPdf({ ...report, blocks: [{ kind: 'tiles', tiles }] }, {}, paintText);
  const texts = (await pdfTexts(pdf)).flat().filter(({ text }) => text !== '');
  const [step, width] = [(PAGE.width - 2 * MARGIN + 8) / 6, (PAGE.width - 2 * MARGIN - 5 * 8) / 6];
  expect(texts.map(({ text }) => text).join(' ')).toContain('Nouveaux dommages Inconnus');
  for (const { text, x, size } of texts) {
    const font = size === 7.5 ? 'regular' : 'bold';
    const from = (x - MARGIN) % step;
    expect(from + measureText(text, size, font), text).toBeLessThanOrEqual(width);
  }
});
