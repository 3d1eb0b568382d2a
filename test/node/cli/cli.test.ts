import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { Manifest } from '../../../src/analysis/model-manifest.ts';
import { runCommandLine } from '../../../src/node/cli/run.ts';
import { MODELS_FOLDER } from '../../../src/node/package-files.ts';
import { built } from '../../fixtures/built.ts';
import { heifContainer } from '../../fixtures/heif-container.ts';
import { jpegPhoto, pngPhoto } from '../../fixtures/photos.ts';

const cli = built('server/dist/src/node/cli.js');
/** A new process first compiles a 14 MB runtime. That is slow on a busy machine. */
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
  broken.fill(0, 300, 500); // inside the compressed pixels: the file's structure stays intact
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

interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command in a new process. */
async function runProcess(...args: string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args]);
  const outcome: CommandResult = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outcome.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    outcome.err += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      outcome.code = code;
      resolve();
    });
  });
  return outcome;
}

/** Runs the command in this process. This is faster, for the many error cases. */
async function runInProcess(...args: string[]): Promise<CommandResult> {
  const outcome: CommandResult = { code: null, out: '', err: '' };
  const into = (stream: 'out' | 'err') => ({
    write(text: string) {
      outcome[stream] += text;
    },
  });
  outcome.code = await runCommandLine(args, { out: into('out'), err: into('err') });
  return outcome;
}

function skipWithoutModels(context: TestContext): void {
  context.skip(!existsSync(join(MODELS_FOLDER, 'manifest.json')), 'models/ has no manifest.json');
}

describe('kerbside inspect', () => {
  it('prints only the normalized response with --json', {
    timeout: SLOW,
  }, async (context) => {
    skipWithoutModels(context);
    const { code, out, err } = await runProcess(
      'inspect',
      at('car.jpg'),
      '--json',
      '--tier',
      'small',
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
      expect(damage.createdBy).toMatchObject({
        model: 'damage-free', // by default, only models for any purpose run
        engine: expect.stringMatching(/^onnxruntime-/),
      });
    }

    const drawn = await readFile(at('out/car.annotated.jpg'));
    expect(drawn.equals(await readFile(at('car.jpg')))).toBe(false);
    const { width, height, format, orientation } = await sharp(drawn).metadata();
    expect({ width, height, format }).toEqual({ width: 480, height: 640, format: 'jpeg' });
    expect(orientation ?? 1).toBe(1);
  });

  it('prints a table by default, and a notice with models for research', {
    timeout: SLOW,
    tags: 'long',
  }, async (context) => {
    skipWithoutModels(context);
    const forResearch = ['--licence', 'research', '--tier', 'small'];
    const { code, out, err } = await runInProcess('inspect', at('car.jpg'), ...forResearch);
    expect(code).toBe(0);
    expect(err).toContain('for research and non-commercial use only');
    expect(out).toMatch(/^photo +damage +part +confidence +box/);
    expect(out).toMatch(/on 1 (of 1 )?photo.* in \d+\.\d s \(damage [\d.]+ on onnxruntime-.*\)\.\n/);
    expect(out).toMatch(/Seven sides were not photographed\. No person has checked it\.\n$/);
  });

  it('exits with code 1 and one line on an error', { timeout: SLOW }, async () => {
    const { code, out, err } = await runProcess('inspect', '--colour');
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe("kerbside: Unknown option '--colour'; see kerbside --help\n");
  });

  it.each([
    ['no command', [], /No command/],
    ['no photo', ['inspect'], /At least one photo/],
    ['an unknown task', ['inspect', 'a.jpg', '--tasks', 'polish'], /Unknown task "polish"/],
    ['no models', ['inspect', 'a.jpg', '--models', '/nowhere'], /No models in \/nowhere/],
    ['another command', ['inspekt', 'a.jpg'], /inspekt/],
    ['an unknown licence', ['inspect', 'a.jpg', '--licence', 'mit'], /must be free or research, not "mit"/],
    ['an empty path', ['inspect', ''], /empty path/],
    ['an invalid threshold', ['inspect', 'a.jpg', '--threshold', 'high'], /from 0 to 1, not "high"/],
    ['an option without its value', ['inspect', 'a.jpg', '--tasks'], /--tasks/],
    ['an option of another command', ['inspect', 'a.jpg', '--port', '80'], /--port is an option of serve/],
    [
      'an image type without images_ocr',
      ['inspect', 'a.jpg', '--image-type', 'VIN'],
      /requires the task images_ocr/,
    ],
    ['a report that is not a PDF', ['inspect', 'a.jpg', '--report', 'a.jpg'], /ends in \.pdf, not "a\.jpg"/],
  ])('rejects %s', async (_, args, reason) => {
    expectRejection(await runInProcess(...args), reason);
  });

  it('rejects invalid models and unwritable paths before it reads a photo', async () => {
    const inspect = (...args: string[]) => runInProcess('inspect', at('missing.jpg'), ...args);
    expectRejection(await inspect('--models', at('no-json')), /manifest\.json is not JSON/);
    expectRejection(await inspect('--models', at('other-json')), /is not a model manifest: formatVersion/);
    expectRejection(await inspect('--annotated', at('car.jpg')), /--annotated: cannot create .*car\.jpg/);
    expectRejection(
      await inspect('--report', at('no/where.pdf')),
      /--report: the folder .*no does not exist/,
    );
  });

  it('prints one line if a task has no model and a photo is invalid', async () => {
    await copyModels(at('damage-only'), 'damage_detection');
    const tasks = ['--tasks', 'damage_detection,images_ocr', '--models', at('damage-only')];
    expectRejection(
      await runInProcess('inspect', at('missing.jpg'), ...tasks),
      /missing\.jpg: the file does not exist/,
    );
    await rm(at('damage-only/damage-free.int8.onnx'));
    expectRejection(
      await runInProcess('inspect', at('car.jpg'), ...tasks),
      /The manifest lists damage-free\.int8\.onnx, but .* does not contain it/,
    );
  });

  it.for([
    ['a missing file', 'missing.jpg', /missing\.jpg: the file does not exist/],
    ['a folder', 'empty', /this is a folder/],
    ['a file that is not a picture', 'notes.txt', /notes\.txt: This is not an image of a known type/],
    ['an empty file', 'nothing.jpg', /nothing\.jpg: /],
    ['a picture of 1 pixel', 'dot.png', /dot\.png: .*at least 32/],
    ['a truncated image', 'cut.jpg', /cut\.jpg: This JPEG/],
    ['HEIC that sharp cannot read', 'phone.heic', /phone\.heic: .*HEIC.*JPEG/],
    ['pixels that cannot be decoded', 'broken.png', /broken\.png: .*cannot be decoded/],
  ] as const)('rejects %s', { timeout: SLOW }, async ([, name, reason], context) => {
    skipWithoutModels(context);
    expectRejection(await runInProcess('inspect', at(name)), reason);
  });

  it('never overwrites a photo', async (context) => {
    skipWithoutModels(context);
    await mkdir(at('same'));
    await copyFile(at('car.jpg'), at('same/x.jpg'));
    await copyFile(at('car.jpg'), at('same/x.annotated.jpg'));
    const photos = [at('same/x.jpg'), at('same/x.annotated.jpg')];
    expectRejection(
      await runInProcess('inspect', ...photos, '--annotated', at('same')),
      /x\.annotated\.jpg is one of the photos/,
    );
    expect(await readFile(at('same/x.annotated.jpg'))).toEqual(await readFile(at('car.jpg')));
  });

  it('prints its help and version', async () => {
    expect(await runInProcess('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--annotated'),
    });
    expect(await runInProcess('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+/),
    });
  });
});

/** Copies the models of one task to a new folder. */
async function copyModels(to: string, task: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(MODELS_FOLDER, 'manifest.json'), 'utf8')) as Manifest;
  const models = manifest.models.filter((model) => model.task === task);
  await mkdir(to);
  await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, models }));
  for (const { file } of models.flatMap(({ variants }) => variants))
    await copyFile(join(MODELS_FOLDER, file), join(to, file));
}

function expectRejection({ code, out, err }: CommandResult, reason: RegExp): void {
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(reason);
  expect(err).toMatch(/^kerbside: [^\n]+\n$/);
}
