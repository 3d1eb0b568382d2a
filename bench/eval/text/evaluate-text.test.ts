import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { odometerPicture, platePicture } from '../../../test/fixtures/text-pictures.ts';
import { parseArguments } from '../arguments.ts';
import { evaluateText } from './evaluate-text.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-ocr-'));
  await sharp(Buffer.from(platePicture('AB-482-CD')))
    .png()
    .toFile(join(folder, 'plate.png'));
  await sharp(Buffer.from(odometerPicture('128406', 'KM')))
    .png()
    .toFile(join(folder, 'odometer.png'));
  await sharp(Buffer.from(odometerPicture('084888', 'KM')))
    .webp({ lossless: true })
    .toFile(join(folder, 'o00065.webp'));
  const records = [
    { file: 'plate.png', imageType: 'plate', text: 'AB482CD' },
    { file: 'odometer.png', imageType: 'odometer', text: '128407' },
    { file: 'missing.png', imageType: 'odometer', text: '1' },
    // Its label is one of those that are known to be wrong.
    { file: 'o00065.webp', imageType: 'odometer', text: '184888', set: 'odometer_nharish' },
  ];
  await writeFile(join(folder, 'index.json'), JSON.stringify(records));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads a folder of pictures with the shipped models, and leaves out those that cannot be opened', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const predictions = join(folder, 'predictions.json');
  const words = ['ocr', '--data', folder, '--json', '--threads', '1', '--predictions', predictions];
  await evaluateText(parseArguments(words));
  const [printed] = print.mock.lastCall ?? [];
  print.mockRestore();
  expect(complain.mock.calls.flat().join()).toContain('missing.png');
  complain.mockRestore();
  expect(JSON.parse(String(printed))).toMatchObject({
    images: 3,
    exact: 1 / 3,
    characterErrorRate: 2 / 19,
    nothingFound: 0,
    leftOut: 1,
    byType: { PLATE: { images: 1, exact: 1 }, ODOMETER: { images: 2, exact: 0 } },
    corrected: { labels: 1, exact: 2 / 3 },
    imagesPerSecond: expect.any(Number),
  });
  expect(JSON.parse(await readFile(predictions, 'utf8'))).toMatchObject([
    { truth: 'AB482CD', read: 'AB482CD' },
    { truth: '128407', read: '128406' },
    { truth: '184888', read: '084888' },
  ]);
}, 180_000);

it('reads only the image types that --types names', { tags: 'long', timeout: 180_000 }, async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const words = ['ocr', '--data', folder, '--threads', '1', '--types', 'plate'];
  await evaluateText(parseArguments(words));
  const [printed] = print.mock.lastCall ?? [];
  print.mockRestore();
  expect(printed).toMatch(/PLATE +1 +100\.0/);
  expect(printed).not.toContain('ODOMETER');
  await expect(evaluateText(parseArguments([...words.slice(0, -1), 'wheels']))).rejects.toThrow(
    /image type WHEELS/,
  );
});
