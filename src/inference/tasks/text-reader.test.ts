import { describe, expect, it } from 'vitest';
import type { Size } from '../../analysis/geometry/size.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import type { Session } from '../engine.ts';
import { detector, photo, readsByPlace, recognizer, threeLines } from './text-models.suite.ts';
import { TextReader, toImageText } from './text-reader.ts';

describe('TextReader', () => {
  const generalist = recognizer('HELLO1', ['TEXT', 'PLATE', 'VIN', 'ODOMETER']);

  it('gives each recognizer one vote per view, whatever its margins', async () => {
    const general = recognizer('AB123CE', ['TEXT', 'PLATE']);
    const plates = recognizer('AB123CD', ['PLATE'], { isConfident: false, margins: [0, 0.2] });
    const reader = new TextReader([detector, plates, general]);
    expect((await reader.read(photo, { imageType: 'PLATE' })).vehicle).toEqual({ plate: 'AB123CE' });
    expect((await reader.read(photo, { imageType: 'TEXT' })).fields).toEqual({ text: 'AB123CE' });
  });

  it('stops when different recognizers agree, not when one repeats itself', async () => {
    const runs: string[] = [];
    const recordRuns = (name: string, ...[text, reads, options]: Parameters<typeof recognizer>) => {
      const { entry, session } = recognizer(text, reads, options);
      const run: Session['run'] = (inputs) => {
        runs.push(name);
        return session.run(inputs);
      };
      return { entry: { ...entry, name }, session: { ...session, run } };
    };
    const general = recordRuns('general', 'AB123CD', ['TEXT', 'PLATE']);
    const special = recordRuns('special', 'AB123CD', ['PLATE'], { margins: [0, 0.1, 0.2] });
    const agreed = await new TextReader([detector, general, special]).read(photo, { imageType: 'PLATE' });
    // The special recognizer is the smaller one, so it reads first.
    expect(runs).toEqual(['special', 'special', 'special', 'general']);
    runs.length = 0;
    const other = recordRuns('other', 'AB723CD', ['PLATE'], { margins: [0, 0.1] });
    const disputed = await new TextReader([detector, general, other]).read(photo, { imageType: 'PLATE' });
    // 2 views, in each of them two readings of the one and one of the other.
    expect(runs).toEqual(Array(2).fill(['other', 'other', 'general']).flat());
    runs.length = 0;
    const atOnce = { imageType: 'PLATE', maxViews: 1 } as const;
    await new TextReader([detector, general, other]).read(photo, atOnce);
    expect(runs).toEqual(['other', 'other', 'general']);
    expect(agreed.confidence).toBeGreaterThan(0.9);
    expect(disputed.confidence).toBeLessThan(0.7);
    expect(disputed.fields.confidence).toBe(disputed.confidence);
  });

  it('is not certain of a mileage of few digits, on which recognizers agree if its line is cut', async () => {
    const confidenceOf = async (text: string) => {
      const [general, special] = [recognizer(text, ['TEXT', 'ODOMETER']), recognizer(text, ['ODOMETER'])];
      const named = { ...special, entry: { ...special.entry, name: 'special' } };
      return (await new TextReader([detector, general, named]).read(photo, { imageType: 'ODOMETER' }))
        .confidence;
    };
    expect(await confidenceOf('86619')).toBeGreaterThan(0.9);
    expect(await confidenceOf('866')).toBeLessThan(0.9);
  });

  it('reads a photo as one line only if it has the shape of a plate', async () => {
    const views = async (size: Size) => {
      let detections = 0;
      const counting = {
        ...detector,
        session: {
          ...detector.session,
          run: (inputs: Parameters<Session['run']>[0]) => {
            detections += 1;
            return detector.session.run(inputs);
          },
        },
      };
      let readings = 0;
      const plates = recognizer('AB123CD', ['PLATE'], { isConfident: false });
      const run: Session['run'] = (inputs) => {
        readings += 1;
        return plates.session.run(inputs);
      };
      const reader = new TextReader([counting, { ...plates, session: { ...plates.session, run } }]);
      const data = new Uint8ClampedArray(size.width * size.height * 4);
      await reader.read({ ...size, data, original: size }, { imageType: 'PLATE' });
      return [detections, readings];
    };
    expect(await views({ width: 300, height: 100 })).toEqual([2, 3]);
    expect(await views({ width: 200, height: 100 })).toEqual([2, 2]);
  });

  it('lets the second recognizer read only the line with the value, and names beside it', async () => {
    const texts = ['AB123CD', 'CALIFORNIA', 'NOV 26'];
    const seen: string[] = [];
    const readers = (['PLATE'] as const).flatMap((type) => [
      readsByPlace('special', [type], texts, seen),
      readsByPlace('general', ['TEXT', type], texts, seen),
    ]);
    const { vehicle } = await new TextReader([threeLines, ...readers]).read(photo, { imageType: 'PLATE' });
    expect(vehicle.plate).toBe('AB123CD');
    expect(seen.filter((entry) => entry.startsWith('special')).sort()).toEqual(
      texts.map((text) => `special ${text}`).sort(),
    );
    expect(seen.filter((entry) => entry.startsWith('general')).sort()).toEqual([
      'general AB123CD',
      'general CALIFORNIA',
    ]);
  });

  it('reads uncertain lines upside down too, until one shows that the photo is upright', async () => {
    const countRuns = async (certain: number) => {
      let runs = 0;
      const [sure, unsure] = [
        recognizer('AB123CD', ['TEXT']),
        recognizer('X', ['TEXT'], { doubts: { 0: ['Y', 0.5] } }),
      ];
      const run: Session['run'] = (inputs) => {
        runs += 1;
        return (runs === certain ? sure : unsure).session.run(inputs);
      };
      const reader = { ...sure, session: { ...sure.session, run } };
      await new TextReader([threeLines, reader]).read(photo, { imageType: 'TEXT' });
      return runs;
    };
    expect(await countRuns(0)).toBe(6);
    expect(await countRuns(1)).toBe(3);
    expect(await countRuns(3)).toBe(4);
  });

  it('reads the same lines all at once, if the engine is faster then', async () => {
    const texts = ['AB123CD', 'CALIFORNIA', 'NOV 26'];
    const batches: number[] = [];
    const together = ({ entry, session }: ReturnType<typeof readsByPlace>) => {
      const runEach: Session['runEach'] = (inputs) => {
        batches.push(inputs.length);
        return Promise.all(inputs.map((one) => session.run(one)));
      };
      return { entry, session: { ...session, runEach } };
    };
    const special = readsByPlace('special', ['PLATE'], texts, []);
    const general = readsByPlace('general', ['TEXT', 'PLATE'], texts, []);
    const read = (...readers: { entry: ModelEntry; session: Session }[]) =>
      new TextReader([threeLines, ...readers]).read(photo, { imageType: 'PLATE' });
    const oneByOne = await read(special, general);
    expect(await read(together(special), together(general))).toEqual(oneByOne);
    expect(batches).toEqual([3, 2]);
  });

  it('reads beyond the ends of a line that may be cut', async () => {
    const vin = '1HGBH41JXMN109186';
    // The wider the crop is in relation to its height, the more of the VIN is on it.
    const cut = recognizer(vin.slice(1), ['TEXT', 'VIN']);
    const whole = recognizer(vin, ['TEXT', 'VIN']);
    const widths: number[] = [];
    const run: Session['run'] = (inputs) => {
      const width = inputs.image?.dims[3] ?? 0;
      widths.push(width);
      return (width > (widths[0] ?? 0) ? whole : cut).session.run(inputs);
    };
    const reader = new TextReader([detector, { ...cut, session: { ...cut.session, run } }]);
    expect((await reader.read(photo, { imageType: 'VIN' })).vehicle).toEqual({ vin });
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
  });

  describe.each([
    ['right', '1HGBH41JXMN109186', 1],
    ['wrong', '1HGBH41J1MN109186', 2],
  ])('on a VIN with a %s check digit', (_, vin, recognizers) => {
    it(`reads with ${recognizers} of two recognizers`, async () => {
      const runs: string[] = [];
      const record = (name: string, { entry, session }: ReturnType<typeof recognizer>) => ({
        entry: { ...entry, name },
        session: {
          ...session,
          run: (inputs: Parameters<Session['run']>[0]) => {
            runs.push(name);
            return session.run(inputs);
          },
        },
      });
      const general = record('general', recognizer(vin, ['TEXT', 'VIN']));
      const special = record('special', recognizer(vin, ['VIN']));
      const { vehicle, confidence } = await new TextReader([threeLines, general, special]).read(photo, {
        imageType: 'VIN',
      });
      expect(new Set(runs).size).toBe(recognizers);
      if (recognizers > 1) return;
      expect({ vehicle, runs }).toEqual({ vehicle: { vin }, runs: ['special'] });
      expect(confidence).toBeGreaterThan(0.9);
    });
  });

  it('merges the readings of a VIN, of which each has another error', async () => {
    const general = recognizer('XWEPHB1ABM0043319', ['TEXT', 'VIN'], { doubts: { 5: ['8', 0.3] } });
    const special = recognizer('XWEPH81ABN0043319', ['VIN'], { doubts: { 9: ['M', 0.3] } });
    const reader = new TextReader([detector, general, special]);
    const { vehicle, confidence } = await reader.read(photo, { imageType: 'VIN' });
    expect(vehicle.vin).toBe('XWEPH81ABM0043319');
    expect(confidence).toBeLessThan(0.9);
  });

  it('reads a plate of the country that the app names', async () => {
    const reader = new TextReader([detector, recognizer('ABC1D0O', ['TEXT', 'PLATE'])]);
    const read = async (country?: string) =>
      (await reader.read(photo, { imageType: 'PLATE', country })).vehicle.plate;
    expect(await read('BR')).toBe('ABC1D00');
    expect(await read('windscreen')).toBe(await read());
  });

  it('reads a plate with a general recognizer alone', async () => {
    const reader = new TextReader([detector, generalist]);
    expect((await reader.read(photo, { imageType: 'PLATE' })).vehicle).toEqual({ plate: 'HELLO1' });
  });

  it('throws if a model is missing, and names it', async () => {
    await expect(new TextReader([detector]).read(photo, { imageType: 'TEXT' })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('reads TEXT'),
    });
    await expect(new TextReader([generalist]).read(photo, { imageType: 'TEXT' })).rejects.toThrow(
      /text-detector/,
    );
  });

  it('returns lines in pixels of the original photo', async () => {
    const reading = await new TextReader([detector, generalist]).read(photo, { imageType: 'TEXT' });
    const { content } = toImageText(reading, photo, 'TEXT');
    const [line] = content.lines as { polygon: [number, number][] }[];
    // The detected bar is 640 x 80 in the middle of 800 x 400. The box is expanded on each side.
    const [xs, ys] = [0, 1].map((axis) => (line?.polygon ?? []).map((point) => point[axis] ?? 0));
    expect(Math.min(...(xs ?? []))).toBeLessThan(80);
    expect(Math.max(...(xs ?? []))).toBeGreaterThan(720);
    expect(Math.min(...(ys ?? []))).toBeGreaterThan(80);
    expect(Math.max(...(ys ?? []))).toBeLessThan(320);
  });
});
