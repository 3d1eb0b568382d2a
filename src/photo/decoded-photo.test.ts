import { expect, it } from 'vitest';
import { fitWithin } from './decoded-photo.ts';

it('scales the longer side to the maximum and rounds the other one up', () => {
  expect(fitWithin({ width: 4000, height: 3001 }, 1000)).toEqual({ width: 1000, height: 751 });
  expect(fitWithin({ width: 3001, height: 4000 }, 1000)).toEqual({ width: 751, height: 1000 });
});

it('never enlarges', () => {
  expect(fitWithin({ width: 640, height: 480 }, 1000)).toEqual({ width: 640, height: 480 });
});
