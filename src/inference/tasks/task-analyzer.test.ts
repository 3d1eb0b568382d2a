import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../test/fixtures/databases/records.ts';
import { conclude, concludeCoverage } from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { AnalysisImage } from '../../domain/analyzer.ts';
import type { TaskName } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import { readManifest } from '../../node/models/load-model.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { createTaskAnalyzer, type ModelRunner } from './task-analyzer.ts';

const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);

const image = (id: string, name: string): AnalysisImage => ({
  id,
  name,
  imageWidth: 640,
  imageHeight: 480,
  mimetype: 'image/jpeg',
  photo: async () => new ArrayBuffer(0),
});

const NOTHING_READ: ImageText = {
  type: 'TEXT',
  content: { lines: [], fields: {} },
  vehicle: {},
  confidence: 0,
};

function analysis(detect: ModelRunner['detect'], images: AnalysisImage[], taskName?: TaskName) {
  const [started] = stateOf('i', { task: 'IN_PROGRESS' }).tasks;
  if (!started) throw new Error('The record has no task.');
  const task = { ...started, ...(taskName && { name: taskName }) };
  const progress: string[] = [];
  const { analyze } = createTaskAnalyzer({
    models: async () => models,
    detect,
    seeWheels: () => Promise.reject(new Error('no wheels are looked at here')),
    read: async () => ({ value: NOTHING_READ, engine: 'a runtime wasm' }),
    conclude: async (seen) => conclude(seen),
    concludeCoverage: async (seen, parts) => concludeCoverage(seen, parts),
  });
  const signal = new AbortController().signal;
  const onProgress = (done: number, total: number) => void progress.push(`${done}/${total}`);
  return { findings: analyze({ inspectionId: 'i', task, images, signal, onProgress }), progress };
}

describe('a task of several photos', () => {
  it('tells its progress and what it ran on', async () => {
    const detect = async () => ({ value: [], engine: 'a runtime wasm' });
    const { findings, progress } = analysis(detect, [image('1', 'front.jpg'), image('2', 'rear.jpg')]);
    expect(await findings).toMatchObject({ createdBy: { model: 'damage', engine: 'a runtime wasm' } });
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
  });

  it('names each engine that ran, where one failed and another took over', async () => {
    const engines = ['a runtime webgpu', 'a runtime wasm', 'a runtime wasm'];
    const detect = async () => ({ value: [], engine: engines.shift() ?? '' });
    const { findings } = analysis(
      detect,
      ['1', '2', '3'].map((id) => image(id, `${id}.jpg`)),
    );
    expect(await findings).toMatchObject({ createdBy: { engine: 'a runtime webgpu and a runtime wasm' } });
  });

  it('says of damages, parts and texts each which model made them', async () => {
    const detect = async () => ({ value: [], engine: 'a runtime wasm' });
    const versionOf = (name: string) => models.find((model) => model.name === name)?.version;
    const made = (model: string) => ({ model, version: versionOf(model), engine: 'a runtime wasm' });
    expect(await analysis(detect, [image('1', 'front.jpg')]).findings).toMatchObject({
      createdBy: made('damage'),
      partsCreatedBy: made('parts'),
    });
    expect(await analysis(detect, [image('1', 'plate.jpg')], 'images_ocr').findings).toMatchObject({
      createdBy: made('text-recognizer'),
    });
  });

  it.each([
    ['its name', 'rear.jpg', 'rear.jpg: This photo is torn.'],
    ['its id where it has none', '', '2: This photo is torn.'],
  ])('fails with %s when one of them can not be read', async (_by, name, message) => {
    const detect: ModelRunner['detect'] = async ([{ model }], { image: { id } }) => {
      if (id === '2')
        throw new KerbsideError('photo_invalid', 'This photo is torn.', { details: { model: model.name } });
      return { value: [], engine: '' };
    };
    const { findings } = analysis(detect, [image('1', 'front.jpg'), image('2', name)]);
    await expect(findings).rejects.toMatchObject({
      code: 'photo_invalid',
      message,
      details: { imageId: '2' },
    });
  });

  it('blames no photo for what an engine did', async () => {
    const broken = new KerbsideError('engine_failed', 'the device was lost');
    const { findings } = analysis(() => Promise.reject(broken), [image('1', 'front.jpg')]);
    await expect(findings).rejects.toBe(broken);
  });
});
