import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { samplePhotos } from '../../bench/quality/photos.ts';
import { type Files, testEngineAgreement } from './engine-agreement.ts';

/** Uses unchanged real photos, and one enlarged to the size of a 12-megapixel phone photo. */
testEngineAgreement(async () => {
  const files: Files = {};
  for (const [nth, { path }] of samplePhotos('report', 2, 4).entries())
    files[`/real-${nth}.webp`] = new Uint8Array(await readFile(path));
  const large = sharp(files['/real-0.webp']).resize({ width: 4000, height: 4000, fit: 'inside' });
  files['/real-0-large.jpg'] = new Uint8Array(await large.jpeg({ quality: 88 }).toBuffer());
  return files;
});
