import { expectTypeOf, test } from 'vitest';
import type { InspectionApi } from './inspection-api.ts';

test.each(['getOne', 'updateOne', 'whenDone'] as const)(
  'tasks.%s accepts only existing task names',
  (call) => {
    type Name = Parameters<InspectionApi['tasks'][typeof call]>[1];
    expectTypeOf<'damage_detection' | 'image_ocr'>().toExtend<Name>();
    expectTypeOf<'damage_detecton'>().not.toExtend<Name>();
  },
);
