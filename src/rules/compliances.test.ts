import { expect, test } from 'vitest';
import { awaitsCoverage, awaitsQuality, recordCoverage, recordQuality } from './compliances.ts';
import { addImage } from './images.ts';
import { PHOTO, RuleRunner } from './rule-runner.suite.ts';

const GOOD = { status: 'DONE', is_compliant: true, reasons: [] } as const;
const result = { ...GOOD, reasons: [] };
const viewpoint = { prediction: 'front', confidence: 0.9 } as const;

function addWith(compliances: object) {
  const runner = new RuleRunner();
  const imageId = runner.apply(addImage({ tasks: [], compliances }, PHOTO)).result;
  const image = () => {
    const [first] = runner.state.images;
    if (!first) throw new Error('no image');
    return first;
  };
  return { runner, imageId, image };
}

test('every photo awaits a quality assessment, and only a requested coverage check', () => {
  const { image } = addWith({});
  expect([awaitsQuality(image()), awaitsCoverage(image())]).toEqual([true, false]);
  expect(awaitsCoverage(addWith({ coverage360: {} }).image())).toBe(true);
});

test('records the quality, emits image.checked and replays nothing', () => {
  const { runner, imageId, image } = addWith({});
  runner.operations.length = 0;
  runner.apply(recordQuality(imageId, result));
  expect(awaitsQuality(image())).toBe(false);
  expect(runner.events.at(-1)).toMatchObject({ type: 'image.checked', imageId, isCompliant: true });
  expect(runner.operations).toEqual([]);
});

test('a coverage result keeps the requested sight', () => {
  const { runner, imageId, image } = addWith({ coverage360: { sightId: 'front' } });
  runner.apply(recordCoverage(imageId, { compliance: result, viewpoint }));
  expect(image()).toMatchObject({ viewpoint, compliances: { coverage_360: { ...GOOD, sight_id: 'front' } } });
});

test('without a request, only the viewpoint is recorded', () => {
  const { runner, imageId, image } = addWith({});
  runner.apply(recordCoverage(imageId, { compliance: result, viewpoint }));
  expect(image()).toHaveProperty('viewpoint', viewpoint);
  expect(image().compliances).toEqual({});
});
