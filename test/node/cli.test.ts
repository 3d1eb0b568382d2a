import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { Manifest } from '../../src/analysis/model-manifest.ts';
import { runCommandLine } from '../../src/node/cli/run.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { built } from '../fixtures/built.ts';
import { heifContainer } from '../fixtures/heif-container.ts';
import { jpegPhoto, pngPhoto } from '../fixtures/photos.ts';

const cli = built('dist/node/cli.js');
/** A process compiles a runtime of 14 MB first; on a busy machine that takes its time. */
const SLOW = 120_000;

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-cli-'));
  const photo = await jpegPhoto({
    seed: 4,
    width: 480,
    height: 640,
    view: 'side',
    damages: ['scratch', 'dent'],
    orientation: 6,
  });
  await writeFile(at('car.jpg'), photo);
  const broken = await pngPhoto({ seed: 4, width: 320, height: 240, view: 'side' });
  broken.fill(0, 300, 500); // inside the compressed pixels: the file's structure stays whole
  await writeFile(at('broken.png'), broken);
  await writeFile(at('notes.txt'), 'No picture at all');
  await writeFile(at('cut.jpg'), photo.slice(0, 2000));
  await writeFile(at('phone.heic'), heifContainer({ width: 640, height: 480 }));
  await writeFile(at('nothing.jpg'), '');
  await writeFile(at('dot.png'), await pngPhoto({ seed: 1, width: 1, height: 1 }));
  await mkdir(at('empty'));
  await mkdir(at('no-json'));
  await writeFile(at('no-json/manifest.json'), '<html>');
  await mkdir(at('other-json'));
  await writeFile(at('other-json/manifest.json'), '{"models":[]}');
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** As a person runs it. */
async function kerbside(...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...words]);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.err += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      ended.code = code;
      resolve();
    });
  });
  return ended;
}

/** The same without a process of its own, for the many ways to get it wrong. */
async function kerbsideHere(...words: string[]): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  const into = (stream: 'out' | 'err') => ({
    write(text: string) {
      ended[stream] += text;
    },
  });
  ended.code = await runCommandLine(words, { out: into('out'), err: into('err') });
  return ended;
}

function needModels(context: TestContext): void {
  context.skip(!existsSync(join(MODELS_FOLDER, 'manifest.json')), 'models/ has no manifest.json');
}

describe('kerbside inspect', () => {
  it('prints what the library answers with --json, and nothing else there', {
    timeout: SLOW,
  }, async (context) => {
    needModels(context);
    const { code, out, err } = await kerbside(
      'inspect',
      at('car.jpg'),
      '--json',
      '--threshold',
      '0.02',
      '--annotated',
      at('out'),
    );
    expect([code, err]).toEqual([0, expect.stringContaining('car.annotated.jpg')]);
    const { entities, result } = JSON.parse(out);
    expect(Object.keys(entities).sort()).toEqual([
      'damages',
      'documents',
      'images',
      'inspections',
      'parts',
      'severityResults',
      'tasks',
      'vehicles',
      'views',
      'wheelAnalysis',
    ]);
    expect(entities.inspections[result].status).toBe('DONE');
    const [image] = Object.values<Record<string, unknown>>(entities.images);
    expect(image).toMatchObject({ name: 'car.jpg', imageWidth: 480, imageHeight: 640 });
    expect(image?.compliances).toMatchObject({ image_quality_assessment: { status: 'DONE' } });
    const [task] = Object.values<Record<string, unknown>>(entities.tasks);
    expect(task).toMatchObject({ name: 'damage_detection', status: 'DONE', damageScoreThreshold: 0.02 });
    for (const damage of Object.values<Record<string, unknown>>(entities.damages)) {
      expect(damage.createdBy).toMatchObject({ engine: expect.stringMatching(/^onnxruntime-/) });
    }

    const drawn = await readFile(at('out/car.annotated.jpg'));
    expect(drawn.equals(await readFile(at('car.jpg')))).toBe(false);
    const { width, height, format, orientation } = await sharp(drawn).metadata();
    expect({ width, height, format }).toEqual({ width: 480, height: 640, format: 'jpeg' });
    expect(orientation ?? 1).toBe(1);
  });

  it('prints a table for people', { timeout: SLOW }, async (context) => {
    needModels(context);
    const { code, out } = await kerbsideHere('inspect', at('car.jpg'));
    expect(code).toBe(0);
    expect(out).toMatch(/^photo +damage +part +confidence +box/);
    expect(out).toMatch(/on 1 (of 1 )?photo.* in \d+\.\d s \(damage [\d.]+ on onnxruntime-.*\)\.\n$/);
  });

  it('ends with code 1 and one line when something is wrong', { timeout: SLOW }, async () => {
    const { code, out, err } = await kerbside('inspect', '--colour');
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe("kerbside: Unknown option '--colour'; see kerbside --help\n");
  });

  it.each([
    ['no command', [], /Say what to do/],
    ['no photo', ['inspect'], /at least one photo/],
    ['an unknown task', ['inspect', 'a.jpg', '--tasks', 'polish'], /no task "polish"/],
    ['no models', ['inspect', 'a.jpg', '--models', '/nowhere'], /no models in \/nowhere/],
    ['another command', ['inspekt', 'a.jpg'], /inspekt/],
    ['a photo without a name', ['inspect', ''], /empty name/],
    ['a threshold that is none', ['inspect', 'a.jpg', '--threshold', 'high'], /from 0 to 1, not "high"/],
    ['an option without its value', ['inspect', 'a.jpg', '--tasks'], /--tasks/],
    ['an option of another command', ['inspect', 'a.jpg', '--port', '80'], /--port is for serve/],
    ['a type for no text', ['inspect', 'a.jpg', '--image-type', 'VIN'], /images_ocr, which is not among/],
    ['a report that is no PDF', ['inspect', 'a.jpg', '--report', 'a.jpg'], /ends in \.pdf, not "a\.jpg"/],
  ])('refuses %s', async (_, words, reason) => {
    expectRefusal(await kerbsideHere(...words), reason);
  });

  it('refuses models that are none, and places that can not be written to, before it looks at a photo', async () => {
    const inspect = (...words: string[]) => kerbsideHere('inspect', at('missing.jpg'), ...words);
    expectRefusal(await inspect('--models', at('no-json')), /manifest\.json is not JSON/);
    expectRefusal(await inspect('--models', at('other-json')), /is not a model manifest: formatVersion/);
    expectRefusal(await inspect('--annotated', at('car.jpg')), /--annotated: .*car\.jpg can not be made/);
    expectRefusal(await inspect('--report', at('no/where.pdf')), /--report: there is no folder .*no/);
  });

  it('one line, too, where a task has no model here and a photo is wrong', async () => {
    await copyModels(at('damage-only'), 'damage_detection');
    const tasks = ['--tasks', 'damage_detection,images_ocr', '--models', at('damage-only')];
    expectRefusal(
      await kerbsideHere('inspect', at('missing.jpg'), ...tasks),
      /missing\.jpg: there is no such file/,
    );
    await rm(at('damage-only/damage.int8.onnx'));
    expectRefusal(
      await kerbsideHere('inspect', at('car.jpg'), ...tasks),
      /damage\.int8\.onnx, which the manifest names, is not in/,
    );
  });

  it.for([
    ['a missing file', 'missing.jpg', /missing\.jpg: there is no such file/],
    ['a folder', 'empty', /this is a folder/],
    ['what is no picture', 'notes.txt', /notes\.txt: This is not an image of a known type/],
    ['an empty file', 'nothing.jpg', /nothing\.jpg: /],
    ['a picture of one pixel', 'dot.png', /dot\.png: .*at least 32/],
    ['half a picture', 'cut.jpg', /cut\.jpg: This JPEG/],
    ['HEIC that sharp can not read', 'phone.heic', /phone\.heic: .*HEIC.*JPEG/],
    ['pixels that can not be decoded', 'broken.png', /broken\.png: .*can not be decoded/],
  ] as const)('refuses %s', { timeout: SLOW }, async ([, name, reason], context) => {
    needModels(context);
    expectRefusal(await kerbsideHere('inspect', at(name)), reason);
  });

  it('never writes over a photo', async (context) => {
    needModels(context);
    await mkdir(at('same'));
    await copyFile(at('car.jpg'), at('same/x.jpg'));
    await copyFile(at('car.jpg'), at('same/x.annotated.jpg'));
    const photos = [at('same/x.jpg'), at('same/x.annotated.jpg')];
    expectRefusal(
      await kerbsideHere('inspect', ...photos, '--annotated', at('same')),
      /x\.annotated\.jpg is one of the photos/,
    );
    expect(await readFile(at('same/x.annotated.jpg'))).toEqual(await readFile(at('car.jpg')));
  });

  it('helps and tells its version', async () => {
    expect(await kerbsideHere('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--annotated'),
    });
    expect(await kerbsideHere('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+/),
    });
  });
});

/** The models of one task, in a folder of their own. */
async function copyModels(to: string, task: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(MODELS_FOLDER, 'manifest.json'), 'utf8')) as Manifest;
  const models = manifest.models.filter((model) => model.task === task);
  await mkdir(to);
  await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, models }));
  for (const { file } of models.flatMap(({ variants }) => variants))
    await copyFile(join(MODELS_FOLDER, file), join(to, file));
}

function expectRefusal({ code, out, err }: Ended, reason: RegExp): void {
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(reason);
  expect(err).toMatch(/^kerbside: [^\n]+\n$/);
}
