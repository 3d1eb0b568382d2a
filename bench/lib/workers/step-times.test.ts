import { expect, test } from 'vitest';
import { sumByKind, toStepTimes } from './step-times.ts';

const spans = [
  { model: 0, from: 30, to: 130 },
  { model: 1, from: 135, to: 155 },
  { model: 1, from: 160, to: 190 },
];
const layouts = [
  { from: 25, to: 29 },
  { from: 131, to: 133 },
];

test('separates the times before, between and after the models', () => {
  expect(toStepTimes(10, spans, 197, layouts)).toEqual({
    before: 20,
    layout: 6,
    layoutBefore: 4,
    models: [100, 50],
    between: 10,
    after: 7,
    inRuns: {},
  });
});

test('adds up the times by what the worker does', () => {
  const times = sumByKind(toStepTimes(10, spans, 197, layouts));
  expect(times).toEqual({ decode: 16, layout: 6, run: 150, interpret: 15 });
});

test('a model that did not run has a time of 0', () => {
  expect(toStepTimes(0, [{ model: 1, from: 4, to: 9 }], 10)).toEqual({
    before: 4,
    layout: 0,
    layoutBefore: 0,
    models: [0, 5],
    between: 0,
    after: 1,
    inRuns: {},
  });
  expect(toStepTimes(0, [], 10)).toMatchObject({ before: 10, models: [], between: 0, after: 0 });
});

test('the time of models that overlap counts once, for the one that ends first', () => {
  const overlapping = [
    { model: 0, from: 10, to: 40 },
    { model: 1, from: 12, to: 55 },
  ];
  expect(toStepTimes(0, overlapping, 60)).toMatchObject({
    before: 10,
    models: [30, 15],
    between: 0,
    after: 5,
  });
});
