import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { run } from '../../src/node/cli/run.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { heifContainer } from '../fixtures/heif-container.ts';
import { jpegPhoto, pngPhoto } from '../fixtures/photos.ts';

const cli = fileURLToPath(new URL('../../src/node/cli.ts', import.meta.url));
/** A process compiles TypeScript and a runtime of 14 MB first; on a busy machine that takes its time. */
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
  await mkdir(at('empty'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** As a person runs it. */
async function kerbside(...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...words]);
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
  ended.code = await run(words, { out: into('out'), err: into('err') });
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
  ])('refuses %s', async (_, words, reason) => {
    expectRefusal(await kerbsideHere(...words), reason);
  });

  it.for([
    ['a missing file', 'missing.jpg', /missing\.jpg: there is no such file/],
    ['a folder', 'empty', /this is a folder/],
    ['what is no picture', 'notes.txt', /notes\.txt: This is not a picture of a known type/],
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

function expectRefusal({ code, out, err }: Ended, reason: RegExp): void {
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(reason);
  expect(err).toMatch(/^kerbside: [^\n]+\n$/);
}
