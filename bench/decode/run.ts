// npm run bench -- decode: how much the pixels that Node passes to the damage model differ from those of Chromium.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { iou } from '../../src/analysis/geometry/box.ts';
import { fitCanvas } from '../../src/analysis/pixels/model-canvas.ts';
import { PhotoScaler, type RgbaPixels } from '../../src/analysis/pixels/photo-scaler.ts';
import { Detector, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { decodeForModels } from '../../src/node/photo/decode-for-models.ts';
import { decodeUpright } from '../../src/node/photo/decode-upright.ts';
import type { DecodedPhoto } from '../../src/photo/decoded-photo.ts';
import { requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import { serveModules, startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { type Row, row } from '../lib/row.ts';
import { table } from '../lib/table.ts';
import { photosArePresent, samplePhotos } from '../quality/photos.ts';

const ways = { "sharp's own scaling": decodeUpright, 'scaled as browsers do': decodeForModels };
const SIZES = [600, 1100, 1600, 3000, 4000];

const { entry, session } = await damageModel();
const detector = new Detector(entry, session);
const layout = new PhotoScaler();

const photos = [...(await drawnPhotos()), ...(await realPhotos())];
const served = await serveModules(Object.fromEntries(photos.map(({ bytes }, nth) => [`/${nth}.jpg`, bytes])));
const browser = await startChromium();
try {
  const page = await browser.newPage();
  await page.goto(`${served.url}/page?module=/bench/decode/page.ts`);
  await page.waitForFunction(() => 'decodedPhoto' in window);
  const rows: string[][] = [];
  for (const [nth, { name, bytes }] of photos.entries()) {
    const { width, height } = requirePhotoHeader(bytes.buffer);
    const original = { width, height };
    const side = detectorDecodeSide({ entry }, original);
    const asked = [`/${nth}.jpg`, side] as const;
    const { rgba, ...size } = await page.evaluate(([url, most]) => window.decodedPhoto(url, most), asked);
    const chromium = { ...size, data: new Uint8ClampedArray(Buffer.from(rgba, 'base64')), original };
    for (const [way, decode] of Object.entries(ways))
      rows.push([name, way, ...(await differences(chromium, await decode(bytes.buffer, side)))]);
  }
  console.log(table(['photo', 'in Node', 'mean', 'most', 'damages', 'least IoU', 'score'], rows));
  console.log('mean, most: difference of colours, of 255. score: largest difference of confidences.');
  finish({
    bench: 'decode',
    browser: browser.version(),
    rows: Object.keys(ways).flatMap((way) => worst(way, rows)),
    skipped: photosArePresent() ? [] : ['real photos: ../shared/data is not on this machine'],
    details: { rows },
  });
} finally {
  await browser.close();
  await served.close();
}

async function damageModel() {
  const { entry, session } = await loadModel('models/manifest.json', 'damage');
  if (entry.kind !== 'detector') throw new Error('The damage model is no detector');
  return { entry, session };
}

async function drawnPhotos() {
  const drawn = SIZES.map(async (width) => ({
    name: `drawn, ${width} px`,
    bytes: await jpegPhoto({
      seed: 4,
      width,
      height: width * 0.75,
      view: 'side',
      damages: ['scratch', 'dent'],
    }),
  }));
  return Promise.all(drawn);
}

async function realPhotos() {
  if (!photosArePresent()) return [];
  const [first] = samplePhotos('report', 1, 3);
  const photo = await readFile(first?.path ?? '');
  const enlarged = SIZES.map(async (width) => {
    const large = sharp(photo).resize({ width, height: width, fit: 'inside' }).jpeg({ quality: 88 });
    return { name: `real, ${width} px`, bytes: new Uint8Array(await large.toBuffer()) };
  });
  return Promise.all(enlarged);
}

/** The largest differences of one decoder over all photos. */
function worst(way: string, rows: string[][]): Row[] {
  const own = rows.filter(([, name]) => name === way);
  const most = (column: number) => Math.max(...own.map((cells) => Number(cells[column])));
  return [
    row(`${way}: colours, mean`, { figure: most(2), unit: 'of 255' }),
    row(`${way}: confidence`, { figure: most(6) }),
  ];
}

async function differences(wanted: DecodedPhoto, got: DecodedPhoto): Promise<string[]> {
  const [a, b] = [tensorOf(wanted, wanted.original), tensorOf(got, wanted.original)];
  const off = a.map((value, at) => Math.abs(value - (b[at] ?? 0)) * 255);
  const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
  const most = off.reduce((largest, value) => Math.max(largest, value), 0);
  const expected = (await detector.detect(wanted, 0.3)).detections;
  const found = (await detector.detect(got, 0.05)).detections;
  const pairs = expected.flatMap(({ type, box, confidence }) => {
    const same = found.filter((one) => one.type === type);
    const [best] = same.toSorted((one, two) => iou(two.box, box) - iou(one.box, box));
    return best ? [{ shared: iou(best.box, box), off: Math.abs(best.confidence - confidence) }] : [];
  });
  return [
    mean.toFixed(2),
    most.toFixed(0),
    String(expected.length),
    Math.min(1, ...pairs.map(({ shared }) => shared)).toFixed(3),
    Math.max(0, ...pairs.map((pair) => pair.off)).toFixed(3),
  ];
}

function tensorOf(pixels: RgbaPixels, photo: { width: number; height: number }): Float32Array {
  return layout.toTensor(pixels, photo, fitCanvas(photo.width, photo.height, entry.input)).slice();
}
