import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WorkerAnalyzer } from '../../../server/analysis/worker-analyzer.ts';
import type { Entities } from '../../../src/domain/records/entities.ts';
import type { CreateImageInput } from '../../../src/domain/records/image.ts';
import type { AnalysisImage } from '../../../src/domain/task/analyzer.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { runCommandLine } from '../../../src/node/cli/run.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { fromWireInspection, toWireInspection } from '../../../src/wire/inspection.ts';
import { stateOf } from '../../fixtures/databases/records.ts';
import { nodeGoldenRun } from '../../fixtures/node-golden-run.ts';
import { type PatchModelName, patchModels } from '../../fixtures/patch-models.ts';
import { PATCHED_SIZE, patchedDetail, patchedSide, patchedWheel } from '../../fixtures/patched-car.ts';

/** Compiling the runtime's WebAssembly is slow. The models run in milliseconds. */
const SLOW = 120_000;

let folder = '';
const at = (name: string) => join(folder, name);

const drawn = new Map<string, Promise<Buffer>>();

/** Caches each picture: drawing takes longer than all models together. */
async function jpeg(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = drawn.get(svg) ?? sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
  drawn.set(svg, drawing);
  return new Uint8Array(await drawing);
}

/** Writes these models, or all by default, to a new folder. */
async function modelsOf(...names: PatchModelName[]): Promise<string> {
  const models = await mkdtemp(at('models-'));
  const files = await patchModels(nodeGoldenRun, names.length > 0 ? names : undefined);
  for (const [name, content] of Object.entries(files)) await writeFile(join(models, name), content);
  return models;
}

let all = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-parts-'));
  all = await modelsOf();
}, SLOW);
afterAll(() => rm(folder, { recursive: true }));

async function open(models: string) {
  const node = new NodeModels({ folder: models, threads: 1, onFallback: () => {} });
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(node),
  });
  onTestFinished(async () => {
    kerbside.close();
    await node.dispose();
  });
  return kerbside;
}

type Task = 'damage_detection' | 'wheel_analysis';

/** Runs one task on these pictures. Returns the records of the inspection. */
async function inspect(
  task: Task,
  pictures: readonly (readonly [svg: string, image: Omit<CreateImageInput, 'tasks'>, details?: object])[],
  { models = all, options = {} }: { models?: string; options?: object } = {},
) {
  const kerbside = await open(models);
  const progress: string[] = [];
  kerbside.on('task.progress', ({ done, total }) => progress.push(`${done}/${total}`));
  const { result: id } = await kerbside.inspections.createOne({ tasks: { [task]: options } });
  for (const [svg, image, imageDetails] of pictures) {
    const tasks = [imageDetails ? { name: task, imageDetails } : task];
    await kerbside.images.addOne(id, { ...image, tasks } as CreateImageInput, await jpeg(svg));
  }
  await kerbside.tasks.updateOne(id, task, { status: 'TODO' });
  await kerbside.tasks.whenDone(id, task);
  const { entities } = await kerbside.inspections.getOne(id);
  return { id, entities, progress, ...recordsOf(entities) };
}

function recordsOf({ damages, parts, views, images, wheelAnalysis }: Entities) {
  return {
    damages: Object.values(damages),
    parts: Object.values(parts),
    views: Object.values(views),
    images: Object.values(images),
    wheels: Object.values(wheelAnalysis),
  };
}

/** Expects the same records after a round trip through wire JSON. The wire has only views of damages. */
function expectWireRoundTrip(id: string, entities: Entities): void {
  const wire = JSON.parse(JSON.stringify(toWireInspection(id, entities)));
  const { entities: back } = fromWireInspection(wire);
  for (const kind of ['damages', 'parts', 'wheelAnalysis'] as const)
    expect(back[kind]).toEqual(entities[kind]);
  const ofDamages = Object.values(entities.views).filter(({ damageId }) => damageId in entities.damages);
  expect(Object.values(back.views)).toEqual(expect.arrayContaining(ofDamages));
}

describe('damage_detection with a part model', { timeout: SLOW }, () => {
  it('assigns a damage to its part and merges its detections on two photos', async () => {
    const { id, entities, damages, parts, views, images } = await inspect('damage_detection', [
      [patchedSide(), {}],
      [patchedSide({ seed: 8 }), {}],
    ]);
    expect(damages).toMatchObject([
      { damageType: 'scratch', partType: 'door_front_left', createdBy: { model: 'damage' } },
    ]);
    expect(parts).toMatchObject([{ partType: 'door_front_left', damageIds: [damages[0]?.id] }]);
    expect(damages[0]?.parts).toEqual([parts[0]?.id]);
    const imagesOf = (id = '') =>
      views.filter(({ damageId }) => damageId === id).map(({ imageId }) => imageId);
    const both = images.map((image) => image.id).toSorted();
    expect(imagesOf(damages[0]?.id).toSorted()).toEqual(both);
    expect(imagesOf(parts[0]?.id).toSorted()).toEqual(both); // the door has views too, like its scratch
    expect(views).toHaveLength(4);
    const makersOf = (id = '') =>
      views.filter(({ damageId }) => damageId === id).map(({ createdBy }) => createdBy);
    expect(makersOf(damages[0]?.id)).toMatchObject([{ model: 'damage' }, { model: 'damage' }]);
    expect(makersOf(parts[0]?.id)).toMatchObject([{ model: 'parts' }, { model: 'parts' }]);
    expect(images.map(({ viewpoint }) => viewpoint?.prediction)).toEqual(['left', 'left']);
    expectWireRoundTrip(id, entities);
  });

  it('uses the hints of a photo that shows no part, and `ignore` without hints', async () => {
    const { damages } = await inspect('damage_detection', [
      [patchedDetail(), { detailedViewpoint: { centersOn: ['hood'] } }],
      [patchedDetail(), {}, { viewpointName: 'roof' }],
      [patchedDetail(), { compliances: { coverage360: { sightId: 'trunk' } } }],
      [patchedDetail(), {}],
    ]);
    expect(new Set(damages.map(({ partType }) => partType))).toEqual(
      new Set(['hood', 'roof', 'trunk', 'ignore']),
    );
  });

  it('analyzes the rotated photo if it must be rotated', async () => {
    const upsideDown = { rotateImageBeforeUpload: 'CLOCKWISE_180' } as const;
    const models = { models: await modelsOf('damage') };
    const [plain, rotated] = [
      await inspect('damage_detection', [[patchedSide(), {}]], models),
      await inspect('damage_detection', [[patchedSide(), upsideDown]], models),
    ];
    const { xmin = 0, ymin = 0, width = 0, height = 0 } = plain.views[0]?.boundingBox ?? {};
    expect(rotated.views[0]?.boundingBox).toEqual({
      xmin: PATCHED_SIZE.width - xmin - width,
      ymin: PATCHED_SIZE.height - ymin - height,
      width,
      height,
    });
  });

  // Proves wire C10.
  it('reports only damages that reach the threshold of their type', async () => {
    const detect = async (scratch: number, damageScoreThreshold: number) => {
      const options = { damageScoreThreshold, scoring: { thresholds: { scratch } } };
      return (await inspect('damage_detection', [[patchedSide(), {}]], { options })).damages.length;
    };
    expect(await detect(1, 0.3)).toBe(0);
    expect(await detect(0.3, 1)).toBe(1);
  });

  it('works with one model that detects both damages and parts', async () => {
    const { damages } = await inspect('damage_detection', [[patchedSide(), {}]], {
      models: await modelsOf('together'),
    });
    expect(damages).toMatchObject([{ damageType: 'scratch', partType: 'door_front_left' }]);
  });

  it('assigns no part without a part model', async () => {
    const { damages, images } = await inspect('damage_detection', [[patchedSide(), {}]], {
      models: await modelsOf('damage'),
    });
    expect(damages).toMatchObject([{ damageType: 'scratch', partType: 'ignore', parts: [] }]);
    expect(images[0]).not.toHaveProperty('viewpoint');
  });
});

describe('coverage_360', { timeout: SLOW }, () => {
  /** Adds a photo of a sight, without a task, and returns its coverage. */
  async function addPhoto(svg: string, image: CreateImageInput, models = all) {
    const kerbside = await open(models);
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const readImage = (imageId: string) =>
      kerbside.images.getOne(id, imageId).then(({ entities }) => entities.images[imageId]);
    const { result: imageId } = await kerbside.images.addOne(id, image, await jpeg(svg));
    await expect
      .poll(async () => (await readImage(imageId))?.compliances.image_quality_assessment?.status, {
        timeout: 60_000,
      })
      .toBe('DONE');
    return {
      coverage: async () => (await readImage(imageId))?.compliances.coverage_360,
      readImage: () => readImage(imageId),
    };
  }
  const sight = (sightId: string): CreateImageInput => ({ compliances: { coverage360: { sightId } } });

  it.each([
    ['the requested side', patchedSide(), sight('left'), true, []],
    [
      'another side',
      patchedSide(),
      sight('back_right'),
      false,
      ['WRONG_ANGLE--this shows the left; walk to the back right'],
    ],
    ['no vehicle', patchedDetail(), sight('left'), false, [expect.stringMatching(/^NO_VEHICLE--/)]],
    [
      'a close-up, which may show a part of the vehicle',
      patchedDetail(),
      sight('wheel_front_left'),
      true,
      [],
    ],
  ])('is assessed when a photo is added: %s', async (_what, svg, image, isCompliant, reasons) => {
    const { coverage } = await addPhoto(svg, image);
    await expect.poll(async () => (await coverage())?.status, { timeout: 60_000 }).toBe('DONE');
    const sightId = image.compliances?.coverage360?.sightId;
    expect(await coverage()).toEqual({
      status: 'DONE',
      is_compliant: isCompliant,
      reasons,
      sight_id: sightId,
    });
  });

  it('is assessed only if requested', async () => {
    const { readImage } = await addPhoto(patchedSide(), {});
    expect((await readImage())?.compliances).not.toHaveProperty('coverage_360');
  });

  it('stays TODO without a part model', async () => {
    const { coverage } = await addPhoto(patchedSide(), sight('left'), await modelsOf('damage'));
    expect(await coverage()).toEqual({ status: 'TODO', is_compliant: null, reasons: [], sight_id: 'left' });
  });
});

describe('wheel_analysis', { timeout: SLOW }, () => {
  it('analyzes and names the wheels of a wide shot and creates their damages', async () => {
    const { id, entities, wheels, damages, views, progress } = await inspect('wheel_analysis', [
      [patchedSide(), {}],
    ]);
    const front = wheels.find(({ wheelName }) => wheelName === 'wheel_front_left');
    const back = wheels.find(({ wheelName }) => wheelName === 'wheel_back_left');
    expect(wheels).toHaveLength(2);
    expect(front).toMatchObject({
      hubcapOverRim: { prediction: 'HUBCAP_OVER_RIM' },
      hubcapCondition: { prediction: 'DAMAGED' },
      hubcapVisualAspect: { prediction: 'BICOLOR' },
      rimMaterial: { prediction: 'UNKNOWN' },
      boundingBox: { xmin: 192, ymin: 576, width: 256, height: 256 },
      createdBy: { model: 'wheel-crops', version: '1.0.0', engine: expect.stringContaining('onnxruntime') },
    });
    expect(back).toMatchObject({
      hubcapOverRim: { prediction: 'RIM_ONLY' },
      hubcapCondition: { prediction: 'NOT_APPLICABLE' },
      rimMaterial: { prediction: 'STEEL' },
      rimCondition: { prediction: 'NOT_DAMAGED' },
    });
    for (const { confidence } of [front?.hubcapOverRim, back?.rimMaterial].flatMap((fact) => fact ?? []))
      expect(confidence).toBeGreaterThan(0.9);
    expect(damages.map(({ damageType, partType }) => `${damageType} ${partType}`).toSorted()).toEqual([
      'hubcap_scratch hubcap_front_left',
      'misshape wheel_back_left',
      'missing_hubcap hubcap_back_left',
    ]);
    expect(views).toHaveLength(3);
    expect(progress).toEqual(['0/1', '1/1']);
    expectWireRoundTrip(id, entities);
  });

  // Proves wire C5.
  it('uses the wheel name from the image details', async () => {
    const { wheels } = await inspect('wheel_analysis', [
      [patchedWheel('dark'), {}, { wheelName: 'wheel_back_right' }],
    ]);
    expect(wheels).toMatchObject([{ wheelName: 'wheel_back_right', rimMaterial: { prediction: 'STEEL' } }]);
  });

  // Proves wire C5.
  it('analyzes only photos of named wheels if useLongshots is false', async () => {
    const { wheels, images, progress } = await inspect(
      'wheel_analysis',
      [
        [patchedSide(), {}],
        [patchedWheel('light'), {}, { wheelName: 'wheel_front_left' }],
      ],
      { options: { useLongshots: false } },
    );
    expect(wheels.map(({ imageId }) => imageId)).toEqual([images[1]?.id]);
    expect(progress.at(-1)).toBe('1/1');
  });

  it('uses the wheels of the part model without a wheel detector', async () => {
    const { wheels } = await inspect('wheel_analysis', [[patchedSide(), {}]], {
      models: await modelsOf('parts', 'wheel-crops'),
    });
    expect(wheels.map(({ wheelName }) => wheelName).toSorted()).toEqual([
      'wheel_back_left',
      'wheel_front_left',
    ]);
  });

  it('is not supported without a wheel analyser model', async () => {
    const node = new NodeModels({ folder: await modelsOf('wheels'), threads: 1, onFallback: () => {} });
    expect(await createNodeAnalyzer(node).supports?.('wheel_analysis')).toBe(false);
  });
});

describe("the reference service's worker thread", { timeout: SLOW }, () => {
  it('assesses coverage and analyzes wheels like this thread', async () => {
    const analyzer = new WorkerAnalyzer({ models: all, threads: 1, log: () => {} });
    onTestFinished(() => analyzer.close());
    await analyzer.open();
    const supported = await Promise.all(
      (['damage_detection', 'wheel_analysis', 'images_ocr'] as const).map((task) => analyzer.supports(task)),
    );
    expect(supported).toEqual([true, true, false]);
    const [task] = stateOf('i', { task: 'IN_PROGRESS' }).tasks;
    if (!task) throw new Error('The record has no task.');
    const image: AnalysisImage = {
      id: 'image',
      name: 'left.jpg',
      mimetype: 'image/jpeg',
      imageWidth: PATCHED_SIZE.width,
      imageHeight: PATCHED_SIZE.height,
      compliances: { coverage_360: { status: 'TODO', is_compliant: null, reasons: [], sight_id: 'right' } },
      photo: async () => (await jpeg(patchedSide())).buffer,
    };
    const { signal } = new AbortController();
    expect(await analyzer.assessCoverage(image, signal)).toMatchObject({
      viewpoint: { prediction: 'left' },
      compliance: { is_compliant: false, reasons: [expect.stringMatching(/^WRONG_ANGLE--/)] },
    });
    const { wheelAnalysis } = await analyzer.analyze({
      inspectionId: 'i',
      task: { ...task, name: 'wheel_analysis' },
      images: [image],
      signal,
      onProgress: () => {},
    });
    expect(wheelAnalysis?.map(({ wheelName }) => wheelName).toSorted()).toEqual([
      'wheel_back_left',
      'wheel_front_left',
    ]);
  });
});

describe('kerbside inspect', { timeout: SLOW }, () => {
  beforeAll(async () => {
    await writeFile(at('left.jpg'), await jpeg(patchedSide()));
  });

  async function kerbside(...words: string[]) {
    const written = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => ({
      isTTY: false,
      write: (text: string) => {
        written[name] += text;
        return true;
      },
    });
    const code = await runCommandLine(['inspect', at('left.jpg'), ...words], {
      out: stream('out'),
      err: stream('err'),
    } as Parameters<typeof runCommandLine>[1]);
    return { code, ...written };
  }

  it('runs all tasks that have models and reports the others', async () => {
    const tasks = 'damage_detection,wheel_analysis,images_ocr';
    const { code, out, err } = await kerbside('--tasks', tasks, '--models', all, '--json');
    expect(code).toBe(0);
    expect(err).toContain('Skipped: images_ocr. No model for images_ocr');
    const { entities, result } = JSON.parse(out) as { entities: Entities; result: string };
    expect(Object.keys(entities.inspections)).toEqual([result]);
    const { damages, wheels } = recordsOf(entities);
    expect(damages.map(({ partType }) => partType)).toContain('door_front_left');
    expect(wheels).toHaveLength(2);
  });

  it('prints wheels and damages', async () => {
    const { out } = await kerbside('--tasks', 'damage_detection,wheel_analysis', '--models', all);
    expect(out).toMatch(/scratch +door_front_left/);
    expect(out).toMatch(/wheel_front_left +hubcap over rim \d+ %/);
    expect(out).toContain('4 damages and 2 wheels on 1 of 1 photo in');
  });

  it('prints damaged wheels with --tasks wheel_analysis', async () => {
    const { out } = await kerbside('--tasks', 'wheel_analysis', '--models', all);
    expect(out).toMatch(/missing_hubcap +hubcap_back_left/);
    expect(out).toContain('3 damages and 2 wheels on 1 of 1 photo in');
  });

  it('fails before it reads a photo if no task has a model', async () => {
    const { code, err } = await kerbside('missing.jpg', '--tasks', 'images_ocr', '--models', all);
    expect(code).toBe(1);
    expect(err).toContain('No model for images_ocr');
    expect(err).toContain('Available: damage_detection, wheel_analysis');
  });
});
