import { describe, expect, test } from 'vitest';
import { LabelFileError, type LabelNames, parseLabelFile } from './label-file.ts';

const names: LabelNames = { classes: new Set(['hood', 'wheel']), facts: { wheel: ['rim', 'kerb_rash'] } };
const HEAD = 'by Ada Lovelace\nat 2026-03-01\n';

describe('a label file', () => {
  test('says who looked at the photo, when, how long, and which lists are complete', () => {
    const labels = parseLabelFile(`${HEAD}minutes 2.5\ncomplete parts damage\n`, names);
    expect(labels).toEqual({
      by: 'Ada Lovelace',
      at: '2026-03-01',
      minutes: 2.5,
      complete: ['parts', 'damage'],
      objects: [],
    });
  });

  test('has one object per line: class, box, points inside and outside, facts', () => {
    const { objects } = parseLabelFile(
      `${HEAD}hood 120 410 480 640 + 150 450 160 460 - 300 620 # white\nwheel 10 20 30 40 rim kerb_rash\nignore 0 0 90 300`,
      names,
    );
    expect(objects).toEqual([
      {
        label: 'hood',
        box: { x0: 120, y0: 410, x1: 480, y1: 640 },
        inside: [
          [150, 450],
          [160, 460],
        ],
        outside: [[300, 620]],
        facts: [],
      },
      {
        label: 'wheel',
        box: { x0: 10, y0: 20, x1: 30, y1: 40 },
        inside: [],
        outside: [],
        facts: ['rim', 'kerb_rash'],
      },
      { label: 'ignore', box: { x0: 0, y0: 0, x1: 90, y1: 300 }, inside: [], outside: [], facts: [] },
    ]);
  });

  test.each([
    ['an unknown class', 'bonnet 1 2 3 4', 'Line 3: bonnet is no class'],
    ['a box beyond the photo', 'hood 1 2 1003 4', 'Line 3: expected x0 y0 x1 y1 from 0 to 1000'],
    ['a box without area', 'hood 30 2 30 4', 'Line 3: x0 must be less than x1'],
    ['a fact of another class', 'hood 1 2 3 4 rim', 'Line 3: expected points'],
    ['half a point', 'hood 1 2 3 4 + 2', 'Line 3: expected points'],
  ])('rejects %s and names the line', (_, line, message) => {
    expect(() => parseLabelFile(HEAD + line, names)).toThrow(LabelFileError);
    expect(() => parseLabelFile(HEAD + line, names)).toThrow(message);
  });

  test('is rejected if it does not say who looked, or when', () => {
    expect(() => parseLabelFile('hood 1 2 3 4', names)).toThrow('who looked at the photo and when');
    expect(() => parseLabelFile('by Ada\nat yesterday', names)).toThrow('who looked at the photo and when');
  });
});
