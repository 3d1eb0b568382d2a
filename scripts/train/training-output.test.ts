import { expect, test } from 'vitest';
import { readTrainingLine } from './training-output.ts';

test.each([
  ['[  12.3]  45.0% step 200 type 1.2 box 0.3 31 pictures/s', { type: 'progress', part: 0.45 }],
  ['[  99.9] 101.2% step 900 type 1.0 3 pictures/s', { type: 'progress', part: 1 }],
  [
    '[  60.0] {"progress": 0.5, "steps": 40, "all": {}, "mean": 0.61}',
    { type: 'validation', part: 0.5, mean: 0.61 },
  ],
  [
    '[   1.0] 3100000 parameters, 24 pictures on cpu',
    { type: 'text', text: '3100000 parameters, 24 pictures on cpu' },
  ],
])('reads %j', (line, event) => {
  expect(readTrainingLine(line)).toEqual(event);
});
