import { expect, test } from 'vitest';
import { pdfTexts } from '../../../test/fixtures/pdf-text.ts';
import type { Block } from '../content/block-types.ts';
import { buildPdf } from '../making/build-pdf.ts';

const line: Block = { kind: 'paragraph', text: 'a line' };
const note: Block = { kind: 'paragraph', tone: 'note', text: 'a note' };
const about = {
  language: 'en',
  title: '',
  createdAt: '2026-11-15T12:00:00Z',
  footer: '',
  pageLabel: '',
};
const wheels: Block[] = [
  { kind: 'heading', text: 'Wheels' },
  {
    kind: 'table',
    columns: [{ heading: 'Wheel', width: 1 }],
    rows: [[{ text: 'front left\ngood\nof steel' }], [{ text: 'rear left' }]],
  },
];

test('a heading stands on the page of what it is the heading of, wherever that page ends', async () => {
  for (let lines = 30; lines < 40; lines += 1) {
    for (let notes = 0; notes < 8; notes += 1) {
      const blocks = [...Array<Block>(lines).fill(line), ...Array<Block>(notes).fill(note), ...wheels];
      const pages = (await pdfTexts(await buildPdf({ ...about, blocks }, {}))).map((texts) =>
        texts.map(({ text }) => text),
      );
      const page = pages.find((texts) => texts.includes('Wheels'));
      expect(page, `${lines} lines, ${notes} notes`).toContain('front left');
    }
  }
});

test('a heading above photos stands on the page of the first', async () => {
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
    const pages = await pdfTexts(await buildPdf({ ...about, blocks }, {}));
    const page = pages.find((texts) => texts.some(({ text }) => text === 'Then and now'));
    expect(
      page?.map(({ text }) => text),
      `${lines} lines`,
    ).toContain('Now');
  }
});

test.each([
  { lines: 5, pages: 1 },
  { lines: 15, pages: 2 },
])(
  'photos begin on a page of their own, unless this one has hardly begun: after $lines lines',
  async ({ lines, pages }) => {
    const photos: Block = { kind: 'heading', text: 'Photos', onNewPage: true };
    const blocks = [...Array<Block>(lines).fill(line), photos];
    expect(await pdfTexts(await buildPdf({ ...about, blocks }, {}))).toHaveLength(pages);
  },
);
