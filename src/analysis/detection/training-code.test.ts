import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chooseCrops } from './choose-crops.ts';
import { mergeCrops } from './merge-crops.ts';

type Corners = [number, number, number, number];
interface Found {
  type: number;
  score: number;
  box: Corners;
}
/** Written by `training/kerbside_training/crop_cases.py`. */
interface CropCases {
  width: number;
  height: number;
  cases: { detections: Found[]; count: number; windows: Corners[]; onCrops: Found[]; merged: Found[] }[];
}

const fixture = new URL('../../../test/fixtures/crop-cases.json', import.meta.url);
const { width, height, cases } = JSON.parse(await readFile(fixture, 'utf8')) as CropCases;
const photo = { width, height, original: { width, height } };
const size = { width: 0.4 * width, height: 0.4 * height, canvas: { scale: 1, width: 416, height: 320 } };

const toDetection = ({ box: [x0, y0, x1, y1], ...found }: Found) => ({
  ...found,
  box: { x0, y0, x1, y1 },
  polygons: [],
});
const byType = (a: { type: number; score: number }, b: { type: number; score: number }) =>
  a.type - b.type || b.score - a.score;

describe('refining, as in the training code with which it was measured', () => {
  it.each(cases.map((one, index) => ({ ...one, index })))('chooses the same crops in case $index', (one) => {
    const crops = chooseCrops(one.detections.map(toDetection), photo, size, one.count);
    expect(crops.map(({ window: { x0, y0, x1, y1 } }) => [x0, y0, x1, y1])).toEqual(one.windows);
  });

  it.each(cases.map((one, index) => ({ ...one, index })))('merges the same in case $index', (one) => {
    const detections = one.detections.map(toDetection);
    const crops = chooseCrops(detections, photo, size, one.count);
    const merged = mergeCrops(detections, one.onCrops.map(toDetection), crops).sort(byType);
    const wanted = one.merged.map(toDetection).sort(byType);
    expect(merged.map(({ type }) => type)).toEqual(wanted.map(({ type }) => type));
    merged.forEach(({ score, box }, index) => {
      expect(score).toBeCloseTo(wanted[index]?.score ?? 0, 9);
      expect(box.x0).toBeCloseTo(wanted[index]?.box.x0 ?? 0, 6);
      expect(box.y1).toBeCloseTo(wanted[index]?.box.y1 ?? 0, 6);
    });
  });
});
