import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareLabels } from './agreement.ts';
import { drawLabels } from './draw-labels.ts';
import type { LabelledObject, PhotoLabels } from './label-file.ts';
import { listPhotos, toRecord } from './records.ts';

const lists = { parts: ['hood', 'wheel'] };

function object(label: string, x0: number, y0: number, x1: number, y1: number): LabelledObject {
  return { label, box: { x0, y0, x1, y1 }, inside: [], outside: [], facts: [] };
}

function labels(...objects: LabelledObject[]): PhotoLabels {
  return { by: 'Ada', at: '2026-03-01', complete: ['parts'], objects };
}

async function photoFolder(orientation = 1): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-labels-'));
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: '#888' } });
  await writeFile(join(folder, 'a.jpg'), await photo.jpeg().withMetadata({ orientation }).toBuffer());
  return folder;
}

test('a record has boxes in pixels, tightened to their outlines, and the classes that are labelled exhaustively', async () => {
  const folder = await photoFolder();
  const [photo] = await listPhotos(folder);
  const hood = {
    ...object('hood', 100, 100, 500, 500),
    rings: [
      [
        [200, 200],
        [400, 200],
        [400, 450],
      ] as const,
    ],
  };
  const record = await toRecord(
    photo ?? { file: '' },
    folder,
    labels(
      hood,
      { ...object('wheel', 0, 500, 100, 1000), facts: ['rim'] },
      object('ignore', 900, 0, 1000, 100),
    ),
    [hood, { ...object('wheel', 0, 500, 100, 1000), facts: ['rim'] }, object('ignore', 900, 0, 1000, 100)],
    lists,
  );
  expect(record).toMatchObject({
    file: 'a.jpg',
    width: 400,
    height: 200,
    labelled: ['hood', 'wheel'],
    labelledBy: 'Ada',
    boxes: [
      { label: 'hood', x: 80, y: 40, w: 80, h: 50, polygon: [80, 40, 160, 40, 160, 90] },
      { label: 'wheel', x: 0, y: 100, w: 40, h: 100, facts: ['rim'] },
    ],
    ignore: [{ label: 'ignore', x: 360, y: 0, w: 40, h: 20 }],
  });
});

test('sizes are those of the upright photo', async () => {
  const folder = await photoFolder(6);
  const record = await toRecord({ file: 'a.jpg' }, folder, labels(), [], lists);
  expect(record).toMatchObject({ width: 200, height: 400 });
});

test('a drawing shows the chosen region, enlarged, with the labels on it', async () => {
  const folder = await photoFolder();
  const photo = await sharp(join(folder, 'a.jpg')).toBuffer();
  const [plain, labelled] = [
    await drawLabels(photo),
    await drawLabels(photo, [object('hood', 100, 100, 300, 300)], { x0: 0, y0: 0, x1: 500, y1: 500 }),
  ];
  expect(await sharp(plain).metadata()).toMatchObject({ width: 1400, height: 700, format: 'png' });
  expect(await sharp(labelled).metadata()).toMatchObject({ width: 1400, height: 700 });
  const dashes = await sharp(labelled).extract({ left: 282, top: 138, width: 200, height: 4 }).stats();
  expect(dashes.channels[0]?.max).toBeGreaterThan(200); // the upper side of the box, in red
});

test('agreement counts objects of one class whose boxes overlap by half', () => {
  const table = compareLabels([
    [
      labels(object('hood', 0, 0, 100, 100), object('wheel', 0, 0, 10, 10)),
      labels(object('hood', 0, 0, 100, 80), object('wheel', 500, 500, 510, 510)),
    ],
  ]);
  expect(table).toContain('hood: 1, 0, 0, 1.00, 0.80');
  expect(table).toContain('wheel: 0, 1, 1, 0.00, –');
  expect(table).toContain('all: 1, 1, 1, 0.50, 0.80');
});
