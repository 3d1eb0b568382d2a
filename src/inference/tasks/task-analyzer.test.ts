import { describe, expect, it } from 'vitest';
import { stateOf } from '../../../test/fixtures/databases/records.ts';
import { createCoverageResult, createTaskResult } from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import { KerbsideError } from '../../errors.ts';
import { readManifest } from '../../node/models/model-files.ts';
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

const NO_TEXT: ImageText = {
  type: 'TEXT',
  content: { lines: [], fields: {} },
  vehicle: {},
  confidence: 0,
};

function analyze(
  detect: ModelRunner['detect'],
  images: AnalysisImage[],
  taskName?: TaskName,
  countCrops?: ModelRunner['countCrops'],
) {
  const [started] = stateOf('i', { task: 'IN_PROGRESS' }).tasks;
  if (!started) throw new Error('The record has no task.');
  const task = { ...started, ...(taskName && { name: taskName }) };
  const progress: string[] = [];
  const analyzer = createTaskAnalyzer({
    listModels: async () => models,
    // The large model may look closer.
    chooseTier: async ([small, large]) => (countCrops && large ? large : small),
    ...(countCrops && { countCrops }),
    detect,
    detectWheels: () => Promise.reject(new Error('not used in this test')),
    readText: async () => ({ output: NO_TEXT, engine: 'a runtime wasm' }),
    assessQuality: () => Promise.reject(new Error('not used in this test')),
    createTaskResult: async (outputs) => createTaskResult(outputs),
    createCoverageResult: async (output, parts) => createCoverageResult(output, parts),
  });
  const signal = new AbortController().signal;
  const onProgress = (done: number, total: number) => void progress.push(`${done}/${total}`);
  return { result: analyzer.analyze({ inspectionId: 'i', task, images, signal, onProgress }), progress };
}

describe('createTaskAnalyzer', () => {
  it('reports progress, and names the model and the engine in createdBy', async () => {
    const detect = async () => ({ output: [], engine: 'a runtime wasm' });
    const { result, progress } = analyze(detect, [image('1', 'front.jpg'), image('2', 'rear.jpg')]);
    expect(await result).toMatchObject({ createdBy: { model: 'damage', engine: 'a runtime wasm' } });
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
  });

  it.each([
    ['as many crops as the host allows', async () => 1, 1],
    ['no crops if it allows none', async () => 0, undefined],
    ['no crops on a host that knows none', undefined, undefined],
  ])('requests %s, of the damage model only', async (_title, countCrops, crops) => {
    const requested: (number | undefined)[][] = [];
    const detect: ModelRunner['detect'] = async (requests) => {
      requested.push(requests.map((request) => request.crops));
      return { output: [], engine: '' };
    };
    await analyze(detect, [image('1', 'front.jpg')], undefined, countCrops).result;
    expect(requested).toEqual([[crops, undefined]]);
  });

  it('names every engine that ran, if one failed and another took over', async () => {
    const engines = ['a runtime webgpu', 'a runtime wasm', 'a runtime wasm'];
    const detect = async () => ({ output: [], engine: engines.shift() ?? '' });
    const { result } = analyze(
      detect,
      ['1', '2', '3'].map((id) => image(id, `${id}.jpg`)),
    );
    expect(await result).toMatchObject({ createdBy: { engine: 'a runtime webgpu and a runtime wasm' } });
  });

  it('names the model of damages, of parts and of texts', async () => {
    const detect = async () => ({ output: [], engine: 'a runtime wasm' });
    const versionOf = (name: string) => models.find((model) => model.name === name)?.version;
    const createdBy = (model: string) => ({ model, version: versionOf(model), engine: 'a runtime wasm' });
    expect(await analyze(detect, [image('1', 'front.jpg')]).result).toMatchObject({
      createdBy: createdBy('damage'),
      partsCreatedBy: createdBy('parts'),
    });
    expect(await analyze(detect, [image('1', 'plate.jpg')], 'images_ocr').result).toMatchObject({
      createdBy: createdBy('text-recognizer'),
    });
  });

  it.each([
    ['its name', 'rear.jpg', 'rear.jpg: This photo is truncated.'],
    ['its id, if it has no name', '', '2: This photo is truncated.'],
  ])('rejects with the error of an unreadable photo, and %s', async (_by, name, message) => {
    const detect: ModelRunner['detect'] = async ([{ model }], { image: { id } }) => {
      if (id === '2')
        throw new KerbsideError('photo_invalid', 'This photo is truncated.', {
          details: { model: model.name },
        });
      return { output: [], engine: '' };
    };
    const { result } = analyze(detect, [image('1', 'front.jpg'), image('2', name)]);
    await expect(result).rejects.toMatchObject({
      code: 'photo_invalid',
      message,
      details: { imageId: '2' },
    });
  });

  it('adds no photo to the error of an engine', async () => {
    const broken = new KerbsideError('engine_failed', 'the device was lost');
    const { result } = analyze(() => Promise.reject(broken), [image('1', 'front.jpg')]);
    await expect(result).rejects.toBe(broken);
  });
});
