// @module-tag long
import { openKerbside, type WheelAnalysis } from 'kerbside';
import { expect, test } from 'vitest';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { withColourProfile } from '../fixtures/colour-profile.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import type { Files } from './engine-agreement.ts';
import { launch, openLab } from './pages/field-browser.ts';
import { serveField } from './pages/field-server.ts';

/** Conversions of Display P3 differ a little. */
const TOLERANCE = { srgb: 0.0001, wide: 0.002 };
const PREDICTIONS = ['rimCondition', 'rimMaterial', 'rimVisualAspect', 'hubcapOverRim'] as const;

test('the wheels on a photo are the same in Chromium and in Node', async () => {
  const side = { seed: 4, view: 'side', damages: ['scratch'] } as const;
  const large = { ...side, width: 4000, height: 3000 };
  const photos: Files = {
    '/small.jpg': await jpegPhoto({ ...side, width: 1600, height: 1200 }),
    '/large.jpg': await jpegPhoto(large),
    '/large-rotated.jpg': await jpegPhoto({ ...large, orientation: 6 }),
    '/large-display-p3.jpg': withColourProfile(await jpegPhoto(large), 'display-p3'),
  };
  const inChromium = await analyzeInChromium(photos);
  const inNode = await analyzeInNode(photos);
  for (const name of Object.keys(photos)) {
    const tolerance = name.includes('p3') ? TOLERANCE.wide : TOLERANCE.srgb;
    const [expected = [], actual = []] = [inNode.get(name), inChromium.get(name)];
    expect(actual, name).toHaveLength(2);
    expect(toLabels(actual), name).toEqual(toLabels(expected));
    const pairs = sortByPlace(actual).map((wheel, at) => [wheel, sortByPlace(expected)[at]] as const);
    for (const [wheel, other] of pairs)
      for (const key of PREDICTIONS)
        expect(
          Math.abs(wheel[key].confidence - (other?.[key].confidence ?? 0)),
          `${name} ${key}`,
        ).toBeLessThan(tolerance);
  }
});

const sortByPlace = (wheels: readonly WheelAnalysis[]) =>
  wheels.toSorted((a, b) => (a.boundingBox?.xmin ?? 0) - (b.boundingBox?.xmin ?? 0));

const toLabels = (wheels: readonly WheelAnalysis[]) =>
  sortByPlace(wheels).map((wheel) => PREDICTIONS.map((key) => wheel[key].prediction));

async function analyzeInChromium(photos: Files): Promise<Map<string, WheelAnalysis[]>> {
  const browser = await launch('--disable-gpu', '--disable-software-rasterizer');
  const server = await serveField({ files: photos, models: MODELS_FOLDER });
  try {
    const page = await openLab(await browser.newContext(), server.url, 1);
    await page.evaluate(() => window.lab.open({ engine: 'wasm' }));
    const wheels = new Map<string, WheelAnalysis[]>();
    for (const name of Object.keys(photos))
      wheels.set(name, await page.evaluate((photo) => window.lab.analyzeWheels(photo), name));
    return wheels;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function analyzeInNode(photos: Files): Promise<Map<string, WheelAnalysis[]>> {
  const models = new NodeModels({
    folder: MODELS_FOLDER,
    licence: 'research',
    threads: 1,
    onFallback: () => {},
  });
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models),
  });
  try {
    const wheels = new Map<string, WheelAnalysis[]>();
    for (const [name, bytes] of Object.entries(photos)) {
      const { result: id } = await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
      await kerbside.images.addOne(id, { tasks: ['wheel_analysis'] }, bytes.slice().buffer);
      await kerbside.tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' });
      await kerbside.tasks.whenDone(id, 'wheel_analysis');
      wheels.set(name, Object.values((await kerbside.inspections.getOne(id)).entities.wheelAnalysis));
    }
    return wheels;
  } finally {
    kerbside.close();
    await models.dispose();
  }
}
