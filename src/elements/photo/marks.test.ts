import { expect, test } from 'vitest';
import { namesIn } from '../../domain/names/names.ts';
import { createMarks, describeMark, type PhotoView } from './marks.ts';

const view = (id: string, damageId: string, side: number): PhotoView => ({
  id,
  damageId,
  polygons: [],
  boundingBox: { xmin: 0, ymin: 0, width: side, height: side },
});
const dent = { id: 'dent', damageType: 'dent', confidence: 0.62 } as const;
const scratch = { id: 'scratch', damageType: 'scratch' } as const;

test('marks are sorted from large to small, so that none covers another', () => {
  const marks = createMarks([view('small', 'scratch', 10), view('large', 'dent', 50)], [dent, scratch]);
  expect(marks.map((mark) => mark.view.id)).toEqual(['large', 'small']);
});

test('views without their damage are left out', () => {
  expect(createMarks([view('orphan', 'deleted', 10)], [dent])).toEqual([]);
});

test('a mark is described by its type and the confidence of its view, else of its damage', () => {
  const names = namesIn('en');
  expect(describeMark({ view: view('v', 'dent', 10), damage: dent }, names)).toBe('Dent 62%');
  expect(describeMark({ view: { ...view('v', 'dent', 10), confidence: 0.9 }, damage: dent }, names)).toBe(
    'Dent 90%',
  );
  expect(describeMark({ view: view('v', 'scratch', 10), damage: scratch }, names)).toBe('Scratch');
});
