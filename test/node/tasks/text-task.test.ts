import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OcrImageType } from '../../../src/domain/enums.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { runCommandLine } from '../../../src/node/cli/run.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../../src/node/package-files.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import {
  mrzPicture,
  odometerPicture,
  platePicture,
  registrationPicture,
  vinPicture,
} from '../../fixtures/text-pictures.ts';

/** Models of several MB run on WASM. That is slow on a busy machine. */
const SLOW = 180_000;
const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
];

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

async function photo(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer());
}

/** Runs the text task on these pictures. Returns the vehicle and the documents. */
async function read(pictures: readonly (readonly [OcrImageType, string])[]) {
  const kerbside = await openKerbside({
    user: { id: 'agent' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models),
  });
  try {
    const { result: id } = await kerbside.inspections.createOne({ tasks: { images_ocr: {} } });
    for (const [imageType, svg] of pictures) {
      const tasks = [{ name: 'images_ocr', imageDetails: { imageType } } as const];
      await kerbside.images.addOne(id, { tasks }, await photo(svg));
    }
    await kerbside.tasks.updateOne(id, 'images_ocr', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'images_ocr');
    const { entities } = await kerbside.inspections.getOne(id);
    return { vehicle: Object.values(entities.vehicles)[0], documents: Object.values(entities.documents) };
  } finally {
    kerbside.close();
  }
}

describe('the text task', { timeout: SLOW }, () => {
  // Proves wire F4.
  it('fills in VIN, plate and mileage from three photos and stores every line with its position', async () => {
    const { vehicle, documents } = await read([
      ['VIN', vinPicture('1HGBH41JXMN109186')],
      ['PLATE', platePicture('AB-482-CD')],
      ['ODOMETER', odometerPicture('128406', 'KM')],
    ]);
    expect(vehicle).toMatchObject({
      vin: '1HGBH41JXMN109186',
      plate: 'AB482CD',
      mileage: { value: 128406, unit: 'km' },
    });
    expect(documents.map(({ type }) => type)).toEqual(['VIN', 'PLATE', 'ODOMETER']);
    expect(documents[0]?.content).toMatchObject({ fields: { checkDigit: 'right' } });
    // Letters 70 high in a plate around (450, 195) of 900 x 420.
    const [line] = (documents[1]?.content.lines ?? []) as {
      polygon: [number, number][];
      confidence: number;
    }[];
    const centre = [0, 1].map(
      (axis) => (line?.polygon ?? []).reduce((sum, p) => sum + (p[axis] ?? 0), 0) / 4,
    );
    expect(Math.hypot((centre[0] ?? 0) - 450, (centre[1] ?? 0) - 195)).toBeLessThan(12);
    expect(line?.confidence).toBeGreaterThan(0.9);
  });

  it('verifies the machine-readable zone of a passport', { tags: 'long' }, async () => {
    const { documents, vehicle } = await read([['PASSPORT', mrzPicture(PASSPORT)]]);
    expect(vehicle).toBeUndefined();
    expect(documents[0]).toMatchObject({
      type: 'PASSPORT',
      content: { fields: { mrz: { format: 'TD3', isValid: true, lines: PASSPORT } } },
    });
  });

  it('reads the coded fields of French registration papers', { tags: 'long' }, async () => {
    const { documents, vehicle } = await read([
      [
        'VEHICLE_REGISTRATION_PAPERS_FR',
        registrationPicture({
          A: 'AB-482-CD',
          B: '12/03/2019',
          'D.1': 'RENAULT',
          'D.3': 'CLIO',
          E: 'VF1RJA00863412975',
          'P.6': '5',
        }),
      ],
    ]);
    expect(vehicle).toMatchObject({
      plate: 'AB482CD',
      dateOfCirculation: '2019-03-12',
      brand: 'RENAULT',
      model: 'CLIO',
      vin: 'VF1RJA00863412975',
    });
    expect(documents[0]?.content.fields).toMatchObject({ 'P.6': { value: '5' } });
  });

  it('reads free text in reading order and does not change the vehicle', { tags: 'long' }, async () => {
    const { documents, vehicle } = await read([['TEXT', platePicture('HELLO')]]);
    expect(documents[0]).toMatchObject({ type: 'TEXT', content: { fields: { text: 'HELLO' } } });
    expect(vehicle).toBeUndefined();
  });
});

describe('kerbside inspect --tasks images_ocr', { timeout: SLOW }, () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-text-'));
    await writeFile(join(folder, 'label.jpg'), await photo(vinPicture('1HGBH41JXMN109186')));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('prints the recognized text', async () => {
    const written = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => ({
      isTTY: false,
      write: (text: string) => {
        written[name] += text;
        return true;
      },
    });
    const words = ['inspect', '--tasks', 'images_ocr', '--image-type', 'VIN', join(folder, 'label.jpg')];
    const code = await runCommandLine(words, { out: stream('out'), err: stream('err') });
    expect(written.err).not.toContain('kerbside:');
    expect(code).toBe(0);
    expect(written.out).toContain('1HGBH41JXMN109186');
    expect(written.out).toContain('Vehicle: VIN 1HGBH41JXMN109186');
    expect(written.out).toMatch(/Read 1 photo in .*text-detector .* text-recognizer/);
  });
});
